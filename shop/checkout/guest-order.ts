import { forgetGuestCode, requireGuestCode } from '../accounts/guests/codes.ts'
import { findGuest, guestOf } from '../accounts/guests/guests.ts'
import { openPurchase } from '../accounts/guests/keys.ts'
import { addressOf, type Ctx, requireUser } from '../ctx.ts'
import { findGuestCheckout, requireGuestCheckout } from '../settings/guests/guest-checkout.ts'
import type { NewPayment } from './contract.ts'
import { claimOf, findClaimed } from './idempotency.ts'
import { placeOrder } from './place-order.ts'
import type { PaymentState } from './ways/way.ts'

type Opened = { token: string; until: Date }

/** Opens a purchase for who has the code that was mailed to the address. The code is used up: of two who come with it one gets in. */
export async function beginAsGuest(ctx: Ctx, { email, code }: { email: string; code: string }): Promise<Opened> {
  await requireGuestCheckout(ctx)
  await requireGuestCode(ctx, email, code, { field: 'code', isUsed: true })
  return openPurchase(ctx, await guestOf(ctx, email))
}

/** UNAUTHENTICATED for a stranger where nobody may buy without an account. */
export async function requireGuestsAllowed(ctx: Ctx): Promise<void> {
  if (!(await findGuestCheckout(ctx)).on) requireUser(ctx)
}

/**
 * As placeOrder, for a stranger who sends the code along. It serves until a payment is under way, so that another card may follow
 * one that was refused; a repeat under the same key needs it no longer. `token` is for what follows of this order.
 */
export async function placeOrderByCode(
  ctx: Ctx,
  input: NewPayment,
  key: string | undefined,
  ticket?: string,
): Promise<PaymentState & { guestToken: string }> {
  await requireGuestsAllowed(ctx)
  const { customerInfo, emailCode = requireUser(ctx) } = input.orderData
  const email = customerInfo.email.toLowerCase()
  if (!(await isRepeat(ctx, email, input, key))) {
    await requireGuestCode(ctx, email, emailCode, { field: 'orderData.emailCode' })
  }
  const id = await guestOf(ctx, email)
  const buyer = { kind: 'buyer', id, address: addressOf(ctx), of: { since: ctx.clock() } } as const
  const state = await placeOrder({ ...ctx, actor: buyer }, input, key, ticket)
  if (state.status !== 'DECLINED') await forgetGuestCode(ctx, email)
  return { ...state, guestToken: (await openPurchase(ctx, id, state.orderId)).token }
}

async function isRepeat(ctx: Ctx, email: string, input: NewPayment, key: string | undefined): Promise<boolean> {
  const guestId = key && (await findGuest(ctx, email))
  return Boolean(guestId && (await findClaimed(ctx, claimOf(ctx, guestId, key, input))))
}
