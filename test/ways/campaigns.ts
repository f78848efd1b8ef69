import { asc, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createCampaign, deleteCampaign, updateCampaign } from '#shop/campaigns/campaigns.ts'
import { campaignKinds, NewCampaign } from '#shop/campaigns/contract.ts'
import { campaignPeople, campaigns, campaignUses } from '#shop/campaigns/schema.ts'
import { NewPayment, QuoteRequest } from '#shop/checkout/contract.ts'
import { makeQuote } from '#shop/checkout/quote.ts'
import type { Ctx } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { freeDelivery, saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import type { World } from '../payment-truths.ts'
import { paidWith } from './balances.ts'
import { linksOfKept } from './waiting.ts'

/** A change of prices by the owner; `n` picks among the campaigns so far. */
export const aCampaignEvent = fc.record({
  do: fc.constant('campaign' as const),
  n: fc.nat({ max: 3 }),
  how: fc.constantFrom('make', 'make', 'change', 'delete', 'delivery'),
  kind: fc.constantFrom(...campaignKinds),
  byCode: fc.boolean(),
  combinable: fc.boolean(),
  active: fc.constantFrom(true, true, false),
  firstOrderOnly: fc.nat({ max: 5 }).map((one) => one === 0),
  totalLimit: fc.option(fc.integer({ min: 1, max: 2 })),
  personLimit: fc.option(fc.integer({ min: 1, max: 2 })),
  /** Odd enough that it is not shared evenly. */
  odd: fc.integer({ min: 1, max: 39 }),
})
type CampaignEvent = typeof aCampaignEvent extends fc.Arbitrary<infer E> ? E : never

export async function changeCampaigns(world: World, event: CampaignEvent): Promise<unknown> {
  const { ctx } = world
  const all = await ctx.db.select().from(campaigns).orderBy(asc(campaigns.createdAt), asc(campaigns.id))
  const found = all[event.n % Math.max(all.length, 1)]
  switch (event.how) {
    case 'make':
      return keepLimits(world, (await createCampaign(ctx, offerOf(event, codeOf(all.length)))).id, event)
    case 'change':
      if (!found) return
      return keepLimits(world, (await updateCampaign(ctx, found.id, offerOf(event, found.code ?? ''))).id, event)
    case 'delete':
      return found && deleteCampaign(ctx, found.id)
    case 'delivery':
      return saveDeliveryFee(ctx, { ...freeDelivery, feeKurus: event.active ? 3_990 : 0 })
  }
}

const codeOf = (n: number) => `KUPON-${n}`

function offerOf({ kind, odd, byCode, totalLimit, personLimit, ...more }: CampaignEvent, code: string): NewCampaign {
  const values = { PERCENT: odd, AMOUNT: odd + 0.37, FREE_DELIVERY: 0, BUY_X_GET_Y: odd }
  return NewCampaign.parse({
    ...{ name: 'Kampanya', kind, value: values[kind], buyQuantity: 1, getQuantity: 1, totalLimit, personLimit },
    ...{ code: byCode && code ? code : null, ...more },
  })
}

/** The widest that each limit ever was: uses from then stay. */
function keepLimits({ limits }: World, id: string, { totalLimit, personLimit, firstOrderOnly }: CampaignEvent): void {
  const most = firstOrderOnly ? 1 : personLimit
  const was = limits.get(id) ?? { total: 0, person: 0 }
  limits.set(id, {
    total: Math.max(was.total, totalLimit ?? Number.POSITIVE_INFINITY),
    person: Math.max(was.person, most ?? Number.POSITIVE_INFINITY),
  })
}

type Bought = {
  orderData: { cartItems: unknown; customerInfo: { city: string } }
  paymentData?: { cardNumber: string; installments: string }
}

/** The purchase as her browser sends it: with the sum that she was shown, the code that she typed, and what of her balances pays. */
export async function asShown(
  world: World,
  hers: Ctx,
  body: Bought & { paymentMethod?: string },
  { coupon, balances }: { coupon: number; balances: number },
): Promise<NewPayment> {
  const { ctx } = world
  const { orderData, paymentMethod = 'CARD' } = body
  const isTyped = coupon > 0 && (await ctx.db.$count(campaigns)) > 0
  const code = { ...(isTyped ? { coupon: codeOf(coupon - 1) } : {}), ...paidWith(world, balances) }
  const { city } = orderData.customerInfo
  const { installments, cardNumber } = body.paymentData ?? {}
  const inParts = { installments, cardPrefix: cardNumber?.slice(0, 8) }
  const asked = QuoteRequest.parse({ cartItems: orderData.cartItems, paymentMethod, city, ...inParts, ...code })
  const { quote } = await makeQuote(hers, asked)
  // Without a typed code she has no link either.
  const links = coupon > 0 ? { stockNotices: await linksOfKept(ctx) } : {}
  const totalAmount = toTl(quote.chargeKurus)
  return NewPayment.parse({ ...body, orderData: { ...orderData, ...code, ...links, totalAmount } })
}

/** No limit is passed, whoever held, lost and took again. */
export async function limitsHold({ ctx, limits }: World): Promise<void> {
  if (limits.size === 0) return
  const held = await ctx.db
    .select({ id: campaignUses.campaignId, n: sql<number>`count(*)::int` })
    .from(campaignUses)
    .where(sql`${campaignUses.givenBackAt} is null`)
    .groupBy(campaignUses.campaignId)
  for (const { id, n } of held) expect(n, 'orders that hold it').toBeLessThanOrEqual(limits.get(id)?.total ?? 0)
  for (const { campaignId, used } of await ctx.db.select().from(campaignPeople)) {
    expect(used, 'uses of one person').toBeLessThanOrEqual(limits.get(campaignId)?.person ?? 0)
  }
}
