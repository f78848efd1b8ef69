import { type Draft, draftOf } from './draft.ts'
import type { Row } from './grid-rows.ts'
import type { AdminProduct } from './product-shape.ts'

/** Hers over somebody else's version: what she changed since `opened` is hers, all else is theirs. */
export function merged(opened: Draft, hers: Draft, theirs: AdminProduct): Draft {
  const now = draftOf(theirs)
  return {
    ...ownOf(opened, hers, now),
    pictures: idsOf(opened) === idsOf(hers) ? now.pictures : hers.pictures,
    rows: mergedRows(opened.rows, hers.rows, now.rows),
  }
}

function idsOf({ pictures }: Draft): string {
  return pictures.map(({ id }) => id).join(' ')
}

/** Field by field: hers where it differs from what she opened. */
function ownOf<T extends object>(opened: T, hers: T, now: T): T {
  const own = (Object.keys(hers) as (keyof T)[]).filter((name) => hers[name] !== opened[name])
  return { ...now, ...Object.fromEntries(own.map((name) => [name, hers[name]])) }
}

/** In her order; rows that came meanwhile follow. A row that went stays gone, unless she wrote in it: then it is new. */
function mergedRows(opened: Row[], hers: Row[], now: Row[]): Row[] {
  const [before, after] = [opened, now].map((rows) => new Map(rows.flatMap((row) => (row.id ? [[row.id, row]] : []))))
  const mine = hers.flatMap((row): Row[] => {
    const was = row.id ? before?.get(row.id) : undefined
    const is = row.id ? after?.get(row.id) : undefined
    if (was && is) return [mergedRow(was, row, is)]
    const { id, stockSeen, ...fresh } = row
    return was && isSameRow(was, row) ? [] : [fresh]
  })
  return [...mine, ...now.filter(({ id }) => id && !before?.has(id))]
}

/** A count that she wrote is sent with the stock that she saw: what was sold since is taken off it. */
function mergedRow(was: Row, hers: Row, is: Row): Row {
  const stockSeen = hers.stock === was.stock ? is.stockSeen : hers.stockSeen
  return { ...ownOf(was, hers, is), key: hers.key, stockSeen }
}

function isSameRow(was: Row, hers: Row): boolean {
  return (['color', 'colorHex', 'size', 'price', 'stock', 'sku'] as const).every((name) => was[name] === hers[name])
}
