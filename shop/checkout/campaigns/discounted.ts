/** A cart's price after its campaigns. docs/campaigns.md has the rules. */

import { findOpenCampaigns } from '../../campaigns/open.ts'
import { type Buyer, findBuyer } from '../../campaigns/people.ts'
import { type Campaign, type Deduction, deduct, offerWords, sharesOf, whyNotFor } from '../../campaigns/rules.ts'
import type { Ctx } from '../../ctx.ts'
import type { PricedLine } from '../lines.ts'

/** The code that a shopper typed, why it is not looked at (`stopped`), her telephone, and a campaign that was refused to her a moment ago. */
export type Wish = {
  code?: string | undefined
  stopped?: string | undefined
  phone?: string | undefined
  refused?: { id: string; why: string } | undefined
}

/** A code, and whether it counts in this cart; `why` not, in Turkish. */
type CouponState = { code: string; counts: boolean; why?: string }

/** `cart`: the lines before. `kurus`: what goods cost less in all, `shares` of it by line. */
export type Discount = {
  cart: PricedLine[]
  shares: number[]
  kurus: number
  deductions: Deduction[]
  deliveryKurus: number
  buyer?: Buyer | undefined
  coupon?: CouponState | undefined
}

/**
 * Chooses what is cheapest for the shopper: all that may be combined, or one that stands alone; of the same price, that with her
 * code. `feeKurus`: what delivery would cost.
 */
export async function discountFor(ctx: Ctx, cart: PricedLine[], wish: Wish, feeKurus: number): Promise<Discount> {
  const buyer = await findBuyer(ctx, wish.phone)
  const { campaigns, code } = await findOpenCampaigns(ctx, wish.stopped ? undefined : wish.code, buyer)
  const open = campaigns.filter(({ id }) => id !== wish.refused?.id)
  const goods = cart.map(({ item, categoryId, unitPriceKurus, quantity }) => {
    return { variantId: item.variantId, productId: item.productId, categoryId, unitPriceKurus, quantity }
  })
  const ways = [
    open.filter(({ combinable }) => combinable),
    ...open.filter((each) => !each.combinable).map((each) => [each]),
  ]
  const [best] = ways.map((way) => offerOf(deduct(way, goods), feeKurus)).toSorted(byGain)
  const { deductions, deliveryKurus } = best ?? offerOf([], feeKurus)
  const shares = cart.map((_, index) => sharesOf(deductions, index))
  const kurus = shares.reduce((sum, share) => sum + share, 0)
  const whyNot = wish.refused?.id === code?.campaign?.id ? wish.refused?.why : undefined
  if (wish.code && wish.stopped) {
    const coupon = { code: wish.code, counts: false, why: wish.stopped }
    return { cart, shares, kurus, deductions, deliveryKurus, buyer, coupon }
  }
  const coupon = code && {
    code: code.campaign?.code ?? wish.code ?? '',
    ...stateOf(deductions, code.campaign, code.whyNot ?? whyNot ?? (code.campaign && whyNotFor(code.campaign, goods))),
  }
  return { cart, shares, kurus, deductions, deliveryKurus, buyer, coupon }
}

type Offer = { deductions: Deduction[]; deliveryKurus: number; gainKurus: number; byCode: boolean }

/** A campaign that takes nothing off is left out, but for a code: who spreads it brought the order. */
function offerOf(taken: Deduction[], feeKurus: number): Offer {
  const deductions = taken.filter(({ kurus, campaign }) => kurus > 0 || feeKurus > 0 || campaign.code !== null)
  const deliveryKurus = deductions.some(({ freeDelivery }) => freeDelivery) ? feeKurus : 0
  const gainKurus = deductions.reduce((sum, { kurus }) => sum + kurus, deliveryKurus)
  return { deductions, deliveryKurus, gainKurus, byCode: deductions.some(({ campaign }) => campaign.code !== null) }
}

function byGain(a: Offer, b: Offer): number {
  return b.gainKurus - a.gainKurus || Number(b.byCode) - Number(a.byCode)
}

function stateOf(deductions: Deduction[], campaign: Campaign | undefined, whyNot: string | undefined) {
  if (deductions.some((taken) => taken.campaign.id === campaign?.id)) return { counts: true }
  const other = deductions[0]?.campaign
  const instead = other ? `“${other.name || offerWords(other)}” kampanyası sepetinizde daha avantajlı` : ''
  return { counts: false, why: whyNot ?? `${instead || 'Başka bir kampanya geçerli'}; bu kod onunla birleşmiyor.` }
}

/** The names of what counts, for an order and its mails. */
export function discountWords({ deductions }: Discount): string {
  return deductions.map(({ campaign }) => campaign.code ?? campaign.name).join(', ')
}

/**
 * The lines at the prices at which they are sold, each less its share. Prices of whole kuruş sum up exactly: where a line's sum cannot
 * be shared evenly, some of its units cost a kuruş more and stand in a line of their own. Undefined where a unit would cost nothing.
 */
export function discountedLines(lines: PricedLine[], shares: number[]): PricedLine[] | undefined {
  const cheaper = lines.map((line, index) => {
    const share = shares[index] ?? 0
    const sum = line.unitPriceKurus * line.quantity - share
    const unit = Math.floor(sum / line.quantity)
    const more = sum - unit * line.quantity
    if (share === 0) return [line]
    const parts = [priced(line, line.quantity - more, unit)]
    return more === 0 ? parts : [...parts, priced(line, more, unit + 1)]
  })
  return cheaper.flat().some(({ unitPriceKurus }) => unitPriceKurus < 1) ? undefined : cheaper.flat()
}

function priced(line: PricedLine, quantity: number, unitPriceKurus: number): PricedLine {
  const discountKurus = line.unitPriceKurus - unitPriceKurus
  return { ...line, quantity, unitPriceKurus, item: { ...line.item, quantity, unitPriceKurus, discountKurus } }
}
