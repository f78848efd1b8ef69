/** Codes that a shopper typed, and what they cover. */

import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { countOne, networkOf, requireLatelyWithin } from '../limits.ts'
import { orders } from '../orders/schema.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { findGiftCardSettings } from '../settings/gift-cards/gift-cards.ts'
import { hours } from '../time.ts'
import { hashOf, readCode, tailOf } from './code.ts'
import { giftCards, giftCardUses } from './schema.ts'

/** A code as it was typed. One that counts has its card and the kuruş that may be taken of it, another `why` not, in Turkish. */
export type AskedCard = { code: string; tail: string; cardId?: string; spendableKurus: number; why?: string }

/** The kuruş that each code has for this shopper now, in their order; no query is made where none was sent. */
export async function findSpendableCards(ctx: Ctx, codes: string[] | undefined): Promise<AskedCard[]> {
  if (!codes || codes.length === 0) return []
  if (!(await findGiftCardSettings(ctx)).on)
    return codes.map((code) => refused(code, 'Bu mağazada hediye kartı kullanılmıyor.'))
  const read = codes.map((code) => readCode(code))
  const hashes = read.flatMap((code) => (code ? [hashOf(code)] : []))
  const rows = hashes.length > 0 ? await findCards(ctx, hashes) : []
  const byHash = new Map(rows.map((row) => [row.codeHash, row]))
  return codes.map((code, index) => {
    const found = read[index]
    const row = found && byHash.get(hashOf(found))
    if (!found || !row) return refused(code, 'Böyle bir hediye kartı yok; kodu kontrol edin.')
    if (read.indexOf(found) < index) return refused(code, 'Bu kartı zaten eklediniz.')
    if (row.blockedAt) return refused(code, 'Bu hediye kartı kullanıma kapatılmış; bizimle iletişime geçin.')
    if (row.spendableKurus === 0) return refused(code, 'Bu hediye kartında bakiye kalmamış.')
    return { code, tail: tailOf(found), cardId: row.id, spendableKurus: row.spendableKurus }
  })
}

function refused(code: string, why: string): AskedCard {
  return { code, tail: tailOf(readCode(code) ?? code), spendableKurus: 0, why }
}

async function findCards(ctx: Ctx, hashes: string[]) {
  return ctx.db
    .select({
      id: giftCards.id,
      codeHash: giftCards.codeHash,
      blockedAt: giftCards.blockedAt,
      spendableKurus: sql<number>`(${giftCards.balanceKurus} + ${waitingOf(ctx)})::int`,
    })
    .from(giftCards)
    .where(inArray(giftCards.codeHash, hashes))
}

/** The kuruş of a card that wait in payments of hers which end when she begins another. */
function waitingOf({ actor }: Ctx) {
  if (actor.kind !== 'user' && actor.kind !== 'buyer') return sql`0`
  return sql`coalesce((select sum(${giftCardUses.kurus}) from ${giftCardUses}
    join ${orders} on ${and(eq(orders.id, giftCardUses.orderId), eq(orders.userId, actor.id), isNull(orders.creditReturnedAt))}
    join ${paymentAttempts} on ${eq(paymentAttempts.orderId, orders.id)}
    where ${giftCardUses.cardId} = ${giftCards.id} and ${paymentAttempts.status} in ('AWAITING_3DS', 'AWAITING_CODE')), 0)`
}

const guesses = (ctx: Ctx) => ({ key: `gift-card:${networkOf(ctx)}`, windowSeconds: hours(1) / 1000 })
const mostGuesses = 30

/** As findSpendableCards, for questions that cost nothing: RATE_LIMITED after many codes that are none. Outside a transaction. */
export async function askSpendableCards(ctx: Ctx, codes: string[] | undefined): Promise<AskedCard[]> {
  if (!codes || codes.length === 0) return []
  await requireLatelyWithin(ctx, { ...guesses(ctx), limit: mostGuesses })
  const cards = await findSpendableCards(ctx, codes)
  for (const { code, cardId } of cards) {
    if (cardId === undefined && !(await isKnown(ctx, code))) await countOne(ctx, guesses(ctx))
  }
  return cards
}

/** An empty or blocked card was not guessed. */
async function isKnown(ctx: Ctx, typed: string): Promise<boolean> {
  const code = readCode(typed)
  return code !== undefined && (await ctx.db.$count(giftCards, eq(giftCards.codeHash, hashOf(code)))) > 0
}
