import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { type Draft, draftOf } from '../form/draft.ts'
import type { Row } from '../variants/grid-rows.ts'

/** A draft over somebody else's version: what was changed here since `opened` is taken from `mine`, all else from `theirs`. */
export function merged(opened: Draft, mine: Draft, theirs: WireAdminProduct): Draft {
  const now = draftOf(theirs)
  return {
    ...ownOf(opened, mine, now),
    outfit: idsOf(opened.outfit) === idsOf(mine.outfit) ? now.outfit : mine.outfit,
    pictures: idsOf(opened.pictures) === idsOf(mine.pictures) ? now.pictures : mine.pictures,
    rows: mergedRows(opened.rows, mine.rows, now.rows),
  }
}

function idsOf(list: { id: string }[]): string {
  return list.map(({ id }) => id).join(' ')
}

/** Field by field: from `mine` where it differs from `opened`. */
function ownOf<T extends object>(opened: T, mine: T, now: T): T {
  const own = (Object.keys(mine) as (keyof T)[]).filter((name) => mine[name] !== opened[name])
  return { ...now, ...Object.fromEntries(own.map((name) => [name, mine[name]])) }
}

/**
 * In the order of `mine`; rows that were added meanwhile follow. A row that was removed stays removed, unless it was
 * edited here: then it is a new one.
 */
function mergedRows(opened: Row[], mine: Row[], now: Row[]): Row[] {
  const [before, after] = [opened, now].map((rows) => new Map(rows.flatMap((row) => (row.id ? [[row.id, row]] : []))))
  const rows = mine.flatMap((row): Row[] => {
    const was = row.id ? before?.get(row.id) : undefined
    const is = row.id ? after?.get(row.id) : undefined
    if (was && is) return [mergedRow(was, row, is)]
    const { id, stockSeen, ...fresh } = row
    return was && isSameRow(was, row) ? [] : [fresh]
  })
  return [...rows, ...now.filter(({ id }) => id && !before?.has(id))]
}

/** A typed count is sent with the stock that was seen while typing: what was sold since is taken off it. */
function mergedRow(was: Row, mine: Row, is: Row): Row {
  const stockSeen = mine.stock === was.stock ? is.stockSeen : mine.stockSeen
  return { ...ownOf(was, mine, is), key: mine.key, stockSeen }
}

function isSameRow(was: Row, mine: Row): boolean {
  return (['color', 'colorHex', 'size', 'price', 'stock', 'sku', 'images'] as const).every(
    (name) => was[name] === mine[name],
  )
}
