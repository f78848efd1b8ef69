/**
 * The discounts of campaigns on a cart; docs/campaigns.md has the rules. Everything here is a pure function of goods and campaigns, in
 * kuruş: the order of the lines never matters, the parts of a discount sum up to it, and a unit keeps a price of at least one kuruş.
 */

import { apportion, formatKurus } from '../money.ts'
import type { campaigns } from './schema.ts'

/** A line of a cart, at its price on the shelf. */
export type Goods = {
  variantId: string
  productId: string
  categoryId: string
  unitPriceKurus: number
  quantity: number
}

export type Campaign = typeof campaigns.$inferSelect

/** The effect of a campaign on a cart, in kuruş: `shares` is the part of each line, `kurus` their sum. */
export type Deduction = { campaign: Campaign; shares: number[]; kurus: number; freeDelivery: boolean }

/** Sentences end with why a code does not count. */
type Outcome = Deduction | { why: string }

/** Pieces that come free, then per cents of what is left, then sums: so no order of writing matters. */
const steps = ['BUY_X_GET_Y', 'PERCENT', 'AMOUNT', 'FREE_DELIVERY'] as const

/** The discounts of these campaigns, each on what the earlier ones have left; those that do not count are left out. */
export function deduct(campaigns: Campaign[], goods: Goods[]): Deduction[] {
  const taken: Deduction[] = []
  for (const campaign of inOrder(campaigns)) {
    const left = goods.map((line, index) => priceOf(line) - sharesOf(taken, index))
    const outcome = outcomeOf(campaign, goods, left)
    if ('campaign' in outcome) taken.push(outcome)
  }
  return taken
}

function inOrder(campaigns: Campaign[]): Campaign[] {
  return campaigns.toSorted(
    (a, b) =>
      steps.indexOf(a.kind) - steps.indexOf(b.kind) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
}

export function sharesOf(taken: Deduction[], index: number): number {
  return taken.reduce((sum, { shares }) => sum + (shares[index] ?? 0), 0)
}

function priceOf({ unitPriceKurus, quantity }: Goods): number {
  return unitPriceKurus * quantity
}

/** Why a campaign does not count for these goods, in Turkish; undefined where it does. */
export function whyNotFor(campaign: Campaign, goods: Goods[]): string | undefined {
  const outcome = outcomeOf(campaign, goods, goods.map(priceOf))
  return 'why' in outcome ? outcome.why : undefined
}

/** `left`: what each line still costs. */
function outcomeOf(campaign: Campaign, goods: Goods[], left: number[]): Outcome {
  const its = goods.map((line) => isFor(campaign, line))
  if (!its.includes(true)) return { why: 'Bu kod sepetinizdeki ürünlerde geçerli değil.' }
  const sumKurus = goods.reduce((sum, line, index) => sum + (its[index] ? priceOf(line) : 0), 0)
  const missing = campaign.minTotalKurus - sumKurus
  if (missing > 0) return { why: belowMinimum(campaign, missing) }
  if (campaign.kind === 'FREE_DELIVERY') return { campaign, shares: goods.map(() => 0), kurus: 0, freeDelivery: true }
  // The most that each line can lose: each unit keeps a kuruş.
  const most = left.map((kurus, index) => (its[index] ? kurus - (goods[index]?.quantity ?? 0) : 0))
  const kurus = kurusOf(campaign, goods, left, its)
  if (typeof kurus !== 'number') return kurus
  const possible = Math.min(kurus, sum(most))
  if (possible < kurus && campaign.kind === 'AMOUNT') return { why: tooSmall(campaign) }
  if (possible < 1) return { why: 'Bu kod sepetinizin tutarını değiştirmiyor.' }
  const weights = left.map((kurus, index) => (its[index] ? kurus : 0))
  return { campaign, shares: shared(possible, weights, most, goods), kurus: possible, freeDelivery: false }
}

function isFor({ categoryIds, productIds }: Campaign, { categoryId, productId }: Goods): boolean {
  if (categoryIds.length === 0 && productIds.length === 0) return true
  return categoryIds.includes(categoryId) || productIds.includes(productId)
}

function kurusOf(campaign: Campaign, goods: Goods[], left: number[], its: boolean[]): number | { why: string } {
  const { kind, value } = campaign
  if (kind === 'AMOUNT') return value
  if (kind === 'PERCENT') return Math.round((sum(left.filter((_, index) => its[index])) * value) / 100)
  const lines = goods.filter((_, index) => its[index]).toSorted((a, b) => a.unitPriceKurus - b.unitPriceKurus)
  const units = sum(lines.map(({ quantity }) => quantity))
  const [buy, get] = [campaign.buyQuantity ?? 1, campaign.getQuantity ?? 1]
  const sets = Math.floor(units / (buy + get))
  if (sets === 0) return { why: tooFew(campaign, buy + get - units) }
  // Line by line, as there may be a million pieces.
  let open = sets * get
  return lines.reduce((kurus, { unitPriceKurus, quantity }) => {
    const cheaper = Math.min(quantity, open)
    open -= cheaper
    return kurus + cheaper * Math.round((unitPriceKurus * value) / 100)
  }, 0)
}

/** Each line bears its part by what it costs; where that would leave a unit nothing, by what it can bear. */
function shared(kurus: number, weights: number[], most: number[], goods: Goods[]): number[] {
  const order = goods.map((_, index) => index).toSorted((a, b) => (keyOf(goods[a]) < keyOf(goods[b]) ? -1 : 1))
  const cut = (by: number[]) => {
    const parts = apportion(
      kurus,
      order.map((index) => by[index] ?? 0),
    )
    return goods.map((_, index) => parts[order.indexOf(index)] ?? 0)
  }
  const shares = cut(weights)
  return shares.every((share, index) => share <= (most[index] ?? 0)) ? shares : cut(most)
}

function keyOf(line: Goods | undefined): string {
  return line?.variantId ?? ''
}

function sum(amounts: number[]): number {
  return amounts.reduce((sum, kurus) => sum + kurus, 0)
}

function belowMinimum({ minTotalKurus, categoryIds, productIds }: Campaign, missing: number): string {
  const what = categoryIds.length + productIds.length > 0 ? 'geçerli olduğu ürünlerden ' : ''
  const from = `Bu kod ${what}${formatKurus(minTotalKurus)} ve üzeri alışverişlerde geçerli`
  return `${from}; sepetinize ${formatKurus(missing)} tutarında ürün daha ekleyin.`
}

function tooSmall({ value }: Campaign): string {
  return `Bu kod, geçerli olduğu ürünlerin tutarı ${formatKurus(value)} üzerinde olunca kullanılabilir.`
}

function tooFew(campaign: Campaign, missing: number): string {
  return `${offerWords(campaign)}: kodun geçerli olduğu ürünlerden ${missing} adet daha ekleyin.`
}

/** The offer in words: '%10 indirim', '3 al 2 öde'. */
export function offerWords({
  kind,
  value,
  buyQuantity,
  getQuantity,
}: Pick<Campaign, 'kind' | 'value' | 'buyQuantity' | 'getQuantity'>): string {
  if (kind === 'PERCENT') return `%${value} indirim`
  if (kind === 'AMOUNT') return `${formatKurus(value)} indirim`
  if (kind === 'FREE_DELIVERY') return 'Ücretsiz kargo'
  const [buy, get] = [buyQuantity ?? 1, getQuantity ?? 1]
  if (value === 100) return `${buy + get} al ${buy} öde`
  return `${buy} alana ${get === 1 ? 'bir sonraki' : `sonraki ${get}`} ürün %${value} indirimli`
}
