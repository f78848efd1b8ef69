import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { guestOf } from '#shop/accounts/guests/guests.ts'
import { buyerOfKey } from '#shop/accounts/guests/keys.ts'
import { markVerified } from '#shop/accounts/verification.ts'
import { creditAccounts } from '#shop/credit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { enterRefundAccount, nameRefundAccount } from '#shop/orders/refund-account.ts'
import { orders } from '#shop/orders/schema.ts'
import { cancelMyOrder } from '#shop/orders/status.ts'
import { refunds } from '#shop/payments/schema.ts'
import { saveGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { aUser } from '../factories.ts'
import { guestEmail } from '../mails.ts'
import type { World } from '../payment-truths.ts'
import { herOf, stranger } from './actors.ts'

/** She who buys without an account: the keys of her links, the accounts that her refunds go to, and her own account, once she has one. */
export type Guest = { id: string; keys: Map<string, string>; ibans: Map<string, string>; account: string | undefined }

/** Anything that may happen to an order that was placed without an account; `n` picks among them. */
export const aGuestEvent = fc.record({
  do: fc.constant('without an account' as const),
  n: fc.nat({ max: 5 }),
  how: fc.constantFrom('name an account', 'name an account', 'say it to staff', 'cancel', "cancel another's", 'join'),
  iban: fc.nat({ max: 3 }),
})
type GuestEvent = typeof aGuestEvent extends fc.Arbitrary<infer E> ? E : never

export async function aGuest(ctx: Ctx): Promise<Guest> {
  await saveGuestCheckout(ctx, { on: true })
  return { id: await guestOf(ctx, guestEmail), keys: new Map(), ibans: new Map(), account: undefined }
}

export async function happenToGuest(world: World, event: GuestEvent): Promise<unknown> {
  const { ctx, guest } = world
  if (event.how === 'join') return join(world)
  const hers = inArray(orders.userId, [guest.id, guest.account ?? guest.id])
  const all = await ctx.db.select().from(orders).where(hers).orderBy(asc(orders.id))
  const order = all[event.n % Math.max(all.length, 1)]
  if (!order) return
  const her = await herOf(world, order)
  const account = { iban: ibanOf(event.iban), holder: 'Ayşe Yılmaz' }
  switch (event.how) {
    case 'cancel':
      return cancelMyOrder(her, order.id)
    case "cancel another's": {
      const placed = and(isNotNull(orders.placedAt), ne(orders.userId, order.userId))
      const [other] = await ctx.db.select().from(orders).where(placed).orderBy(asc(orders.id))
      if (!other) return
      const refused = await cancelMyOrder(her, other.id).catch((error: unknown) => error)
      return expect(refused, 'a link opens its own order').toMatchObject({ code: 'NOT_FOUND' })
    }
    case 'name an account':
      await nameRefundAccount(her, order.id, account)
      break
    case 'say it to staff': {
      const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.orderId, order.id))
      if (!refund) return
      await enterRefundAccount(ctx, refund.id, account)
    }
  }
  guest.ibans.set(order.id, account.iban)
}

/** She makes an account with the address and proves it: what was placed with it is the account's from now on. */
async function join({ ctx, guest, shoppers }: World): Promise<void> {
  if (guest.account) return
  const { id } = await aUser(ctx, { email: guestEmail, verified: false })
  guest.account = id
  shoppers.push(id)
  await markVerified(ctx, id)
}

/** A Turkish IBAN with its check digits. */
function ibanOf(n: number): string {
  const rest = `00062000000000000000${String(n).padStart(2, '0')}`
  return `TR${String(98n - (BigInt(`${rest}292700`) % 97n)).padStart(2, '0')}${rest}`
}

/** Nothing of hers becomes store credit, which she could not spend; and her refunds go to no account that she did not name for the order. */
export async function guestsGetTheirMoney({ ctx, guest }: World): Promise<void> {
  for (const order of await ctx.db.select().from(orders).where(eq(orders.guest, true))) {
    const { creditKurus, giftKurus, creditBackKurus, giftBackKurus } = order
    expect([creditKurus, creditBackKurus], 'a guest has no store credit').toEqual([giftKurus, giftBackKurus])
  }
  expect(await ctx.db.$count(creditAccounts, eq(creditAccounts.userId, guest.id)), 'nor a balance').toBe(0)
  for (const { orderId, iban } of await ctx.db.select().from(refunds)) {
    if (iban) expect(guest.ibans.get(orderId), 'money goes where its buyer said for this order').toBe(iban)
  }
  for (const [id, key] of guest.keys) {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id))
    const opened = await buyerOfKey(stranger(ctx), key).catch((error: unknown) => error)
    if (order?.userId === guest.id) expect(opened, 'her link opens her order').toMatchObject({ of: { orderId: id } })
    else expect(opened instanceof ShopError && opened.code, 'what is behind a password').toBe('LOGIN_REQUIRED')
  }
}
