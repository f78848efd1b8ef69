import { createHmac } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { idempotencyKeys } from '../payments/schema.ts'

/** A shopper's claim on one key: the same request again is recognised by its keyed hash, which tells nobody the card. */
export type Claim = { userId: string; key: string; requestHash: string }

export function claimOf(ctx: Ctx, userId: string, key: string, body: unknown): Claim {
  const requestHash = createHmac('sha256', `idempotency:${ctx.config.authSecret}`)
    .update(JSON.stringify(body))
    .digest('hex')
  return { userId, key, requestHash }
}

/** The attempt that this key already made; undefined when it is free. CONFLICT when the key came with another request. */
export async function findClaimed(ctx: Ctx, claim: Claim): Promise<string | undefined> {
  const [known] = await ctx.db
    .select({ requestHash: idempotencyKeys.requestHash, attemptId: idempotencyKeys.attemptId })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)))
  return known && attemptOf(claim, known)
}

/** The attempt that a known key made, as findClaimed has it. */
export function attemptOf(
  claim: Claim,
  known: Pick<typeof idempotencyKeys.$inferSelect, 'requestHash' | 'attemptId'>,
): string {
  if (known.requestHash !== claim.requestHash) {
    throw new ShopError(
      'IDEMPOTENCY_CONFLICT',
      'Bu deneme öncekinden farklı bilgiler içeriyor; yeni bir ödeme başlatılmadı.',
    )
  }
  return known.attemptId
}
