/** Plans a change of one product, with all that the preview says of it. Pure. */

import { VariantFields } from '../catalog/contract.ts'
import { changedTags } from '../catalog/tags/text.ts'
import type { Present, PresentVariant } from '../imports/world.ts'
import { formatKurus } from '../money.ts'
import {
  type BulkChange,
  type BulkFacts,
  type BulkLine,
  type BulkNote,
  type BulkPlan,
  bulkTexts,
  type SaleChange,
} from './contract.ts'
import { linesOf } from './lines.ts'
import { changedPrice, salePrice } from './prices.ts'
import { isDated } from './sale.ts'
import { strikeNote } from './strike.ts'
import type { BulkWorld } from './world.ts'

export type Plan = { plan: BulkPlan; before: BulkFacts; after: BulkFacts; changes: BulkLine[]; notes: BulkNote[] }

/** Products that one group of colors can hold. */
const mostInGroup = 50

export function planOf(change: BulkChange, present: Present, world: BulkWorld): Plan {
  const before = factsOf(change, present)
  const after = targetOf(change, present, world.now)
  const changes = linesOf(present, { before, after }, world)
  const stops = changes.length > 0 ? stopsOf(change, present, after, world) : []
  const looks = changes.length > 0 && stops.length === 0 ? looksOf(change, present, after, world) : []
  const plan = stops.length > 0 ? 'FAILED' : changes.length > 0 ? 'CHANGED' : 'SAME'
  if (plan === 'CHANGED' && change.groupId) join(change.groupId, world)
  return { plan, before, after, changes, notes: [...stops, ...looks] }
}

/** The fields that the change touches, as they are. */
export function factsOf(change: BulkChange, present: Present): BulkFacts {
  const { price, sale, stock } = change
  if (change.delete)
    return { deleted: false, groupId: present.groupId, variants: present.variants.map(({ id }) => ({ id })) }
  return {
    ...(sale && !isDated(change) ? { originalPriceKurus: present.originalPriceKurus } : {}),
    ...(change.categoryId === undefined ? {} : { categoryId: present.categoryId }),
    ...(change.groupId === undefined ? {} : { groupId: present.groupId }),
    ...(change.tags ? { tags: present.tags } : {}),
    ...(change.status ? { publishedAt: present.publishedAt?.toISOString() ?? null } : {}),
    ...Object.fromEntries(bulkTexts.flatMap((name) => (change[name] === undefined ? [] : [[name, present[name]]]))),
    ...(price || sale || stock ? { variants: present.variants.map((variant) => touched(change, variant)) } : {}),
  }
}

function touched({ price, sale, stock }: BulkChange, variant: PresentVariant) {
  return {
    id: variant.id,
    ...(price || sale ? { priceKurus: variant.priceKurus } : {}),
    ...(stock ? { stock: variant.stock } : {}),
  }
}

function targetOf(change: BulkChange, present: Present, now: Date): BulkFacts {
  if (change.delete) return { ...factsOf(change, present), deleted: true, groupId: null }
  const { price, sale, stock, status } = change
  const published = status === 'published' ? (present.publishedAt ?? now).toISOString() : null
  return {
    ...(sale && !isDated(change) ? { originalPriceKurus: originalOf(present, sale) } : {}),
    ...(change.categoryId === undefined ? {} : { categoryId: change.categoryId }),
    ...(change.groupId === undefined ? {} : { groupId: change.groupId }),
    ...(change.tags ? { tags: changedTags(present.tags, change.tags) } : {}),
    ...(status ? { publishedAt: published } : {}),
    ...Object.fromEntries(bulkTexts.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]]))),
    ...(price || sale || stock
      ? {
          variants: present.variants.map((variant) => ({
            id: variant.id,
            ...(price ? { priceKurus: changedPrice(variant.priceKurus, price) } : {}),
            ...(sale ? { priceKurus: salePrice(variant.priceKurus, sale) } : {}),
            ...(stock ? { stock: stock.set ?? variant.stock + (stock.add ?? 0) } : {}),
          })),
        }
      : {}),
  }
}

/** The price that a sale strikes through: the price before it, or the one struck through already if that is higher. */
function originalOf({ originalPriceKurus, variants }: Present, sale: SaleChange): number | null {
  const price = lowestOf(variants)
  if (price === undefined || salePrice(price, sale) >= price) return originalPriceKurus
  return Math.max(price, originalPriceKurus ?? 0)
}

function lowestOf(variants: { priceKurus?: number }[]): number | undefined {
  const prices = variants.flatMap(({ priceKurus }) => priceKurus ?? [])
  return prices.length > 0 ? Math.min(...prices) : undefined
}

const mostKurus = VariantFields.shape.priceKurus.maxValue ?? Number.MAX_SAFE_INTEGER
const mostStock = VariantFields.shape.stock.maxValue ?? Number.MAX_SAFE_INTEGER

/** Why the product must be left out. */
function stopsOf(change: BulkChange, present: Present, after: BulkFacts, world: BulkWorld): BulkNote[] {
  const stop = (message: string): BulkNote => ({ kind: 'STOP', message })
  const variants = after.variants ?? []
  const prices = variants.flatMap(({ priceKurus }) => priceKurus ?? [])
  const low = prices.find((kurus) => kurus <= 0)
  const short = present.variants.find(({ id }) => variants.some((one) => one.id === id && (one.stock ?? 0) < 0))
  const group = change.groupId && change.groupId !== present.groupId ? world.groups.get(change.groupId) : undefined
  const busy = isDated(change) ? world.sales.get(present.id) : undefined
  const unfit = change.status === 'published' ? unfitToPublish(present) : undefined
  return [
    ...(low === undefined ? [] : [stop(`Fiyat ${formatKurus(low)} olur; fiyat 0’dan büyük olmalı`)]),
    ...(prices.some((kurus) => kurus > mostKurus) ? [stop('Fiyat çok yüksek')] : []),
    ...(short ? [stop(`Stok eksiye düşer: ${short.color} / ${short.size} bedeninde ${short.stock} adet var`)] : []),
    ...(variants.some(({ stock = 0 }) => stock > mostStock) ? [stop('Stok çok yüksek')] : []),
    ...(group && group.members >= mostInGroup
      ? [stop(`“${group.name}” grubunda en çok ${mostInGroup} ürün olabilir`)]
      : []),
    ...(busy ? [stop(`Bu tarihlerde başka bir indirimde (${busy})`)] : []),
    ...(unfit ? [stop(unfit)] : []),
  ]
}

/** Why a product cannot be on sale; the rule of its form. */
export function unfitToPublish({ images, description, categoryId, variants }: Present): string | undefined {
  if (images.length === 0) return 'Görseli olmadığı için yayına alınamaz'
  if (description === '') return 'Açıklaması olmadığı için yayına alınamaz'
  if (variants.length === 0) return 'Varyantı olmadığı için yayına alınamaz'
  return categoryId === null ? 'Kategorisi olmadığı için yayına alınamaz' : undefined
}

/** Warnings about what is lawful and possible, but worth a look. */
function looksOf(change: BulkChange, present: Present, after: BulkFacts, world: BulkWorld): BulkNote[] {
  const odd = (message: string): BulkNote => ({ kind: 'ODD', message })
  const price = lowestOf(present.variants)
  const units = present.variants.reduce((sum, { stock }) => sum + stock, 0)
  const notes: BulkNote[] = []
  const sale = world.sales.get(present.id)
  if (sale && !isDated(change)) notes.push(odd(`“${sale}” indiriminde: bu değişiklik ürünün o indirimini bitirir`))
  if (change.sale && price !== undefined && (present.originalPriceKurus ?? 0) > price)
    notes.push(odd(`Zaten indirimde: indirim bugünkü ${formatKurus(price)} üzerinden yapılır`))
  if (change.sale || change.price) {
    // A scheduled sale strikes through what the law allows, at most the price before it.
    const original = isDated(change) ? (price ?? null) : present.originalPriceKurus
    const told = strikeNote({ originalPriceKurus: original, ...after }, present, world)
    if (told) notes.push(told)
    const cost = costNote(present, after, world)
    if (cost) notes.push(cost)
  }
  if (change.price?.amount !== undefined || change.price?.set !== undefined) notes.push(...jumps(present, after))
  if (change.status === 'published' && units === 0) notes.push(odd('Stoğu yok: mağazada tükendi görünür'))
  if (change.delete && units > 0) notes.push(odd(`Stokta ${units} adet var`))
  return notes
}

/** Below what it cost, where it was not before; only who may know the cost is told. */
function costNote({ costKurus, ...present }: Present, after: BulkFacts, { costs }: BulkWorld): BulkNote | undefined {
  const price = lowestOf(after.variants ?? [])
  if (!costs || costKurus === null || price === undefined || price >= costKurus) return undefined
  const before = lowestOf(present.variants) ?? 0
  const already = before < costKurus ? ', şimdiden öyle' : ''
  return { kind: 'ODD', message: `${formatKurus(price)}, ${formatKurus(costKurus)} olan maliyetinin altında${already}` }
}

/** An amount fits some prices and not others. */
function jumps(present: Present, { variants = [] }: BulkFacts): BulkNote[] {
  const ratios = present.variants.flatMap(({ id, priceKurus }) => {
    const next = variants.find((variant) => variant.id === id)?.priceKurus
    return next === undefined ? [] : [next / priceKurus]
  })
  if (ratios.some((ratio) => ratio < 0.5)) return [{ kind: 'ODD', message: 'Fiyat yarısından fazla düşer' }]
  return ratios.some((ratio) => ratio > 2) ? [{ kind: 'ODD', message: 'Fiyat iki katını aşar' }] : []
}

/** The next product is counted with this one. */
function join(groupId: string, world: BulkWorld): void {
  const group = world.groups.get(groupId)
  if (group) world.groups.set(groupId, { ...group, members: group.members + 1 })
}
