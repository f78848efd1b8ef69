import { and, gte, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { countedLately, countOne } from '../limits.ts'
import { after, minutes } from '../time.ts'
import { paymentAttempts } from './schema.ts'

/** The window that is watched, the payments it must hold, and the share of declines that is too much. */
const watched = minutes(10)
const fewest = 10
export const tooManyDeclines = 0.6

const refusedCards = { key: 'pay:refused-cards', windowSeconds: watched / 1000 }

/** A card that our own limits kept from the bank counts as declined, once for each account: so a flood of cards shows. */
export async function noteRefusedCard(
  ctx: Ctx,
  userId: string,
  { cardBin, cardLast4 }: { cardBin: string; cardLast4: string },
): Promise<void> {
  const card = { ...refusedCards, key: `pay:refused:${userId}:${cardBin}${cardLast4}` }
  if ((await countOne(ctx, card)) === 1) await countOne(ctx, refusedCards)
}

/** The share of the last minutes' decided payments that banks or our limits refused; undefined while there are too few to tell. */
export async function declinedShare(ctx: Ctx): Promise<number | undefined> {
  const [row] = await ctx.db
    .select({
      all: sql<number>`count(*)::int`,
      declined: sql<number>`count(*) filter (where ${paymentAttempts.status} = 'DECLINED')::int`,
    })
    .from(paymentAttempts)
    .where(
      and(
        gte(paymentAttempts.createdAt, after(ctx.clock(), -watched)),
        inArray(paymentAttempts.status, ['SUCCEEDED', 'DECLINED']),
      ),
    )
  const refused = await countedLately(ctx, refusedCards)
  const all = (row?.all ?? 0) + refused
  return all >= fewest ? ((row?.declined ?? 0) + refused) / all : undefined
}

/** Many declines at once are a sign of somebody trying stolen cards: said aloud in the log. */
export async function watchDeclines(ctx: Ctx): Promise<void> {
  const share = await declinedShare(ctx)
  if (share === undefined || share < tooManyDeclines) return
  ctx.log.error({ share, minutes: watched / minutes(1) }, 'most payments are declined: somebody may be trying cards')
}
