import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { networkOf, returnLimit, scaled, takeLimit } from '../limits.ts'
import { orders } from '../orders/schema.ts'
import { noteRefusedCard } from '../payments/declines-watch.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { after, hours, minutes } from '../time.ts'

/** How many different cards one account may try in an hour. */
const mostCards = 3

function limitsOf(ctx: Ctx, userId: string) {
  return [
    { key: `pay:user:${userId}`, limit: 5, windowSeconds: minutes(10) / 1000 },
    { key: `pay:address:${networkOf(ctx)}`, limit: 10, windowSeconds: hours(1) / 1000 },
  ]
}

/**
 * Against card testing: few tries in a short time, few different cards in an hour. Counted before anything is priced,
 * held or asked, and whatever then becomes of the try; RATE_LIMITED when it is one too many.
 */
export async function limitPayment(ctx: Ctx, userId: string, cardNumber: string | undefined): Promise<void> {
  try {
    for (const limit of limitsOf(ctx, userId)) await takeLimit(ctx, limit)
    if (cardNumber) await limitCards(ctx, userId, cardNumber)
  } catch (error) {
    if (error instanceof ShopError && cardNumber) await noteRefusedCard(ctx, userId, shownPart(cardNumber))
    throw error
  }
}

/** The same for an order that is paid by a link, whose payer has no account. */
export async function limitLinkPayment(ctx: Ctx, orderId: string): Promise<void> {
  await limitPayment(ctx, `link:${orderId}`, undefined)
}

/** Takes back what limitPayment counted: another process counted the same try. */
export async function uncountPayment(ctx: Ctx, userId: string): Promise<void> {
  for (const limit of limitsOf(ctx, userId)) await returnLimit(ctx, limit)
}

/** RATE_LIMITED when this would be one card too many for the account; a card it tried before is always fine. */
export async function limitCards(ctx: Ctx, userId: string, cardNumber: string): Promise<void> {
  const since = after(ctx.clock(), -hours(1))
  const used = await ctx.db
    .selectDistinct({ bin: paymentAttempts.cardBin, last4: paymentAttempts.cardLast4 })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), gt(orders.createdAt, since), isNotNull(paymentAttempts.cardBin)))
  const { cardBin, cardLast4 } = shownPart(cardNumber)
  const isNew = !used.some((card) => card.bin === cardBin && card.last4 === cardLast4)
  if (!isNew || used.length < scaled(ctx, mostCards)) return
  throw new ShopError(
    'RATE_LIMITED',
    'Kısa sürede çok sayıda farklı kart denediniz; lütfen bir saat sonra tekrar deneyin.',
    { retryAfterSeconds: hours(1) / 1000 },
  )
}

/** The part of a card's number that may be kept: enough to tell cards apart. */
export function shownPart(cardNumber: string): { cardBin: string; cardLast4: string } {
  const digits = cardNumber.replace(/ /g, '')
  return { cardBin: digits.slice(0, 6), cardLast4: digits.slice(-4) }
}
