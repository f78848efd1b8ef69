import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { networkOf, returnLimit, scaled, takeBothLimits } from '../limits.ts'
import { orders } from '../orders/schema.ts'
import { noteRefusedCard } from '../payments/declines-watch.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { after, hours, minutes } from '../time.ts'

/** How many different cards one account may try in an hour. */
const mostCards = 3

function limitsOf(ctx: Ctx, userId: string) {
  return {
    ofAccount: { key: `pay:user:${userId}`, limit: 5, windowSeconds: minutes(10) / 1000 },
    ofAddress: { key: `pay:address:${networkOf(ctx)}`, limit: 10, windowSeconds: hours(1) / 1000 },
  }
}

/**
 * Against card testing: few tries in a short time, few different cards in an hour. Counted before anything is priced,
 * held or asked, and whatever then becomes of the try; RATE_LIMITED when it is one too many. `tried`: triedCards of the account.
 * Where `refusal` has a value no try is counted, as none is made; it is returned, null otherwise.
 */
export async function limitPayment<T>(
  ctx: Ctx,
  userId: string,
  cardNumber: string | undefined,
  { tried = [], refusal }: { tried?: string[]; refusal?: SQL<T | null> | undefined } = {},
): Promise<T | null> {
  const { ofAccount, ofAddress } = limitsOf(ctx, userId)
  try {
    const refused = await takeBothLimits(ctx, ofAccount, ofAddress, refusal)
    if (refused === null && cardNumber) limitCards(ctx, tried, cardNumber)
    return refused
  } catch (error) {
    if (error instanceof ShopError && cardNumber) await noteRefusedCard(ctx, userId, shownPart(cardNumber))
    throw error
  }
}

/** The same for an order that is paid by a link, whose payer has no account. */
export async function limitLinkPayment(ctx: Ctx, orderId: string, cardNumber: string | undefined): Promise<void> {
  await limitPayment(ctx, `link:${orderId}`, cardNumber, { tried: await cardsTriedFor(ctx, orderId) })
}

/** The cards that were tried for one order within an hour, as triedCards has them. */
export async function cardsTriedFor(ctx: Ctx, orderId: string): Promise<string[]> {
  const { cardBin, cardLast4, createdAt } = paymentAttempts
  const lately = and(eq(paymentAttempts.orderId, orderId), gt(createdAt, after(ctx.clock(), -hours(1))))
  const cards = await ctx.db
    .selectDistinct({ cardBin, cardLast4 })
    .from(paymentAttempts)
    .where(and(lately, isNotNull(cardBin)))
  return cards.map((card) => `${card.cardBin} ${card.cardLast4}`)
}

/** Takes back what limitPayment counted: another process counted the same try. */
export async function uncountPayment(ctx: Ctx, userId: string): Promise<void> {
  const { ofAccount, ofAddress } = limitsOf(ctx, userId)
  await returnLimit(ctx, ofAccount)
  await returnLimit(ctx, ofAddress)
}

/** The cards that each account of a larger query tried within an hour, by the part of their numbers that is kept; a value of it. */
export function triedCards(ctx: Ctx): SQL<string[]> {
  const since = after(ctx.clock(), -hours(1))
  const cards = ctx.db
    .selectDistinct({ card: sql`${paymentAttempts.cardBin} || ' ' || ${paymentAttempts.cardLast4}` })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, users.id), gt(orders.createdAt, since), isNotNull(paymentAttempts.cardBin)))
  return sql<string[]>`array${cards}`
}

/** RATE_LIMITED when this would be one card too many for the account; a card it tried before is always fine. */
export function limitCards(ctx: Ctx, tried: string[], cardNumber: string): void {
  const { cardBin, cardLast4 } = shownPart(cardNumber)
  if (tried.includes(`${cardBin} ${cardLast4}`) || tried.length < scaled(ctx, mostCards)) return
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
