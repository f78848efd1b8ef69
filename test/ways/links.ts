import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { mailAddressOf } from '#shop/fields/guest-address.ts'
import { toTl } from '#shop/money.ts'
import { changeOrder } from '#shop/order-desk/change.ts'
import { LinkPayment, ManualOrder, OrderChange } from '#shop/order-desk/contract.ts'
import { readLinkedOrder } from '#shop/order-desk/linked-order.ts'
import { makePaymentLink } from '#shop/order-desk/links.ts'
import { createManualOrder } from '#shop/order-desk/manual.ts'
import { payByLink } from '#shop/order-desk/pay-by-link.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { cancelMyOrder, cancelOrder } from '#shop/orders/status.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { hours, minutes, seconds } from '#shop/time.ts'
import { goodCard, paymentWith, usualRecipient } from '../checkout.ts'
import { type ChargeMood, chargeMoods } from '../outside/wild-bank.ts'
import type { World } from '../payment-truths.ts'
import { herOf } from './actors.ts'
import type { Event } from './events.ts'

/** An order that the shop wrote: every link to it, and the sum that its buyer saw last. */
export type Linked = { tokens: string[]; seenKurus: number }

const hows = ['write', 'open', 'pay', 'pay', 'pay', 'renew', 'change', 'withdraw', 'leave'] as const

/** Anything that may happen to an order that is paid by a link; `n` picks among them, `wanted` the piece that one is changed for. */
export const aLinkEvent = fc.record({
  do: fc.constant('by a link' as const),
  n: fc.nat({ max: 3 }),
  how: fc.constantFrom(...hows),
  shopper: fc.nat({ max: 3 }),
  piece: fc.nat({ max: 3 }),
  quantity: fc.integer({ min: 1, max: 2 }),
  mood: fc.constantFrom<ChargeMood>(...chargeMoods, 'charges', 'charges', 'charges later', 'charges later'),
  way: fc.constantFrom('CARD' as const, 'CARD' as const, 'CARD' as const, 'HOSTED' as const, 'BANK_TRANSFER' as const),
  wanted: fc.option(fc.nat({ max: 2 })),
  percent: fc.constantFrom(0, 0, 7.3),
})
type LinkEvent = typeof aLinkEvent extends fc.Arbitrary<infer E> ? E : never

/** Written, paid by two who have it open, and changed, renewed or withdrawn while nobody knows what the bank did. */
export const paidWhileChanged = fc
  .record({
    order: aLinkEvent,
    first: aLinkEvent,
    meanwhile: fc.array(aLinkEvent, { minLength: 1, maxLength: 3 }),
    mood: fc.constantFrom<ChargeMood>('charges later', 'charges later', 'asks the shopper', 'declines', 'charges'),
    waited: fc.constantFrom(seconds(1), minutes(12), minutes(40), hours(25)),
    isOpened: fc.boolean(),
  })
  .map(({ order, first, meanwhile, mood, waited, isOpened }): Event[] => {
    const ofIt = (event: LinkEvent, how = event.how): Event => ({ ...event, n: 0, how })
    const others: LinkEvent['how'][] = ['write', 'pay']
    return [
      ofIt(order, 'write'),
      ofIt({ ...first, mood }, 'pay'),
      { do: 'wait', milliseconds: waited },
      { do: 'recover' },
      ...meanwhile.map((event) => ofIt(event, others.includes(event.how) ? 'change' : event.how)),
      ...(isOpened ? [ofIt(first, 'open')] : []),
      ofIt(order, 'pay'),
      { do: 'bank books late', n: 'all' },
      { do: 'pay on the page', n: 'all' },
      { do: 'wait', milliseconds: minutes(12) },
      { do: 'recover' },
    ]
  })

export async function happenByLink(world: World, event: LinkEvent): Promise<unknown> {
  const { ctx, links } = world
  if (event.how === 'write') return write(world, event)
  const ids = [...links.keys()]
  // The newest first: the older ones are mostly over.
  const id = ids[ids.length - 1 - (event.n % Math.max(ids.length, 1))] ?? ''
  const linked = links.get(id)
  if (!linked) return
  switch (event.how) {
    case 'open':
      return open(world, linked)
    case 'pay':
      return pay(world, event, { id, linked })
    case 'renew':
      linked.tokens.push(tokenOf(await makePaymentLink(ctx, id)))
      return
    case 'withdraw':
      return cancelOrder(ctx, id)
    case 'leave': {
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id))
      return cancelMyOrder(await herOf(world, order), id)
    }
    case 'change': {
      const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, id))
      const quantity = Math.min(event.quantity, item?.quantity ?? 1)
      const variantId = event.wanted === null ? undefined : world.exchanged[event.wanted]
      return changeOrder(ctx, id, OrderChange.parse({ items: [{ itemId: item?.id ?? '', quantity, variantId }] }))
    }
  }
}

async function write(world: World, { shopper, piece, quantity, percent }: LinkEvent): Promise<void> {
  const { ctx, shoppers, guest, product, exchanged, links } = world
  const [buyer] = await ctx.db
    .select()
    .from(users)
    .where(eq(users.id, shoppers[shopper] ?? guest.id))
  const order = {
    items: [{ variantId: [product.variants[0]?.id, ...exchanged][piece], quantity }],
    customerInfo: { ...usualRecipient, email: buyer && mailAddressOf(buyer) },
    ...(percent ? { discount: { percent, reason: 'Telefonda anlaşıldı' } } : {}),
  }
  const id = await createManualOrder(ctx, ManualOrder.parse(order))
  const linked = { tokens: [tokenOf(await makePaymentLink(ctx, id))], seenKurus: 0 }
  links.set(id, linked)
  await open(world, linked)
}

const tokenOf = ({ url }: { url: string }) => url.split('token=')[1] ?? ''

async function open({ ctx }: World, linked: Linked): Promise<void> {
  const { order } = await readLinkedOrder(ctx, linked.tokens[0] ?? '')
  linked.seenKurus = order.totalKurus
}

/** By any of its links, and for the sum that she saw when she opened it, however long ago. */
async function pay(world: World, event: LinkEvent, { id, linked }: { id: string; linked: Linked }): Promise<void> {
  const { ctx, bank, byTransfer } = world
  bank.mood.charge = event.mood
  const token = linked.tokens[event.n % linked.tokens.length]
  const { way: paymentMethod } = event
  const paymentData = paymentMethod === 'CARD' ? paymentWith(goodCard) : undefined
  const totalAmount = toTl(linked.seenKurus)
  await payByLink(ctx, LinkPayment.parse({ token, totalAmount, paymentMethod, paymentData }))
  const isTransfer = paymentMethod === 'BANK_TRANSFER'
  if (isTransfer && !byTransfer.includes(id)) byTransfer.push(id)
  const { orderId, linkOf } = paymentAttempts
  // A transfer is waited for by the payment that waited for the link.
  const [tried] = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(orderId, id), isTransfer ? isNull(linkOf) : isNotNull(linkOf)))
    .orderBy(desc(paymentAttempts.id))
  expect(tried?.amountKurus, 'she is asked for the sum that she saw').toBe(linked.seenKurus)
}
