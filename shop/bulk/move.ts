import type { Present } from '../imports/world.ts'
import { type BulkFacts, bulkTexts } from './contract.ts'
import { unfitToPublish } from './plan.ts'
import { fieldName } from './words.ts'

/** A product's fields as they are now and are to be. */
export type Move = { present: Present; before: BulkFacts; after: BulkFacts }

type Asked = {
  from: BulkFacts
  to: BulkFacts
  /** 'Önizlemeden sonra', for what is said of another change. */
  since: string
}

/**
 * Brings a product from one side of a change to the other, or says why not: any of its fields is no longer what it was there.
 * Stock moves by the difference, so that what was sold or counted meanwhile stays. Pure.
 */
export function moveOf(present: Present | undefined, { from, to, since }: Asked): Move | string {
  if (!present) return `${since} silinmiş`
  if (to.deleted) {
    const variants = present.variants.map(({ id }) => ({ id }))
    const { groupId } = present
    return { present, before: { deleted: false, groupId, variants }, after: { deleted: true, groupId: null, variants } }
  }
  const changed = changedFields(present, from)
  if (changed.length > 0) return `${since} değişti (${changed.join(', ')}); olduğu gibi bırakıldı`
  const pairs = pairsOf(present, from, to)
  const short = pairs.find(({ after }) => (after.stock ?? 0) < 0)
  if (short) {
    const { color, size, stock } = short.piece
    return `Stok eksiye düşer (${color} / ${size}: ${stock} adet var); olduğu gibi bırakıldı`
  }
  const unfit = to.publishedAt && !present.publishedAt ? unfitToPublish(present) : undefined
  if (unfit) return unfit
  const sides = { before: pairs.map(({ before }) => before), after: pairs.map(({ after }) => after) }
  return {
    present,
    before: from.variants ? { ...from, variants: sides.before } : from,
    after: from.variants ? { ...to, variants: sides.after } : to,
  }
}

function changedFields(present: Present, from: BulkFacts): string[] {
  const fields = (['originalPriceKurus', 'categoryId', 'groupId', 'tags', ...bulkTexts] as const).filter(
    (field) => from[field] !== undefined && from[field] !== present[field],
  )
  const state = from.publishedAt !== undefined && (from.publishedAt === null) !== (present.publishedAt === null)
  return [
    ...fields.map(fieldName),
    ...(state ? [fieldName('publishedAt')] : []),
    ...(pricesChanged(present, from) ? ['fiyat'] : []),
  ]
}

/** Another price, or another size with a price of its own. */
function pricesChanged(present: Present, { variants = [] }: BulkFacts): boolean {
  const priced = variants.filter(({ priceKurus }) => priceKurus !== undefined)
  if (priced.length === 0) return false
  const now = new Map(present.variants.map(({ id, priceKurus }) => [id, priceKurus]))
  return priced.length !== now.size || priced.some(({ id, priceKurus }) => now.get(id) !== priceKurus)
}

/** Sizes that are gone meanwhile are left out. */
function pairsOf(present: Present, from: BulkFacts, to: BulkFacts) {
  return (from.variants ?? []).flatMap(({ id, stock: seen }) => {
    const piece = present.variants.find((variant) => variant.id === id)
    const target = to.variants?.find((variant) => variant.id === id)
    if (!piece || !target) return []
    const stock = target.stock === undefined || seen === undefined ? undefined : piece.stock + target.stock - seen
    return [
      {
        piece,
        before: {
          id,
          ...(target.priceKurus === undefined ? {} : { priceKurus: piece.priceKurus }),
          ...(stock === undefined ? {} : { stock: piece.stock }),
        },
        after: {
          id,
          ...(target.priceKurus === undefined ? {} : { priceKurus: target.priceKurus }),
          ...(stock === undefined ? {} : { stock }),
          ...(target.sale ? { sale: target.sale } : {}),
        },
      },
    ]
  })
}
