/** Codes that are none are told a few times only, so that nobody finds one by trying. */

import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { countOne, networkOf, requireLatelyWithin } from '../limits.ts'
import { hours } from '../time.ts'
import { keyOf } from './open.ts'
import { campaigns } from './schema.ts'

const windowSeconds = hours(1) / 1000
/** Many who buy by telephone share one address of their network, and mistype. */
const mostGuesses = 100

/** A code that a shopper asks a price with; `stopped` says why it is not looked at. */
type AskedCode = { code?: string | undefined; stopped?: string }

/**
 * For prices that cost nothing to ask: after many codes that are none no code is looked at for a while, and the cart is priced without
 * one. A cart asks again with the code that it has, so the same one counts once. Outside a transaction.
 */
export async function askCode(ctx: Ctx, code: string | undefined): Promise<AskedCode> {
  const asked = await allowedCode(ctx, code)
  if (!code || asked.stopped) return asked
  if ((await ctx.db.$count(campaigns, eq(campaigns.codeKey, keyOf(code)))) > 0) return asked
  const guesses = guessesOf(ctx)
  const same = await countOne(ctx, { key: `${guesses.key}:${keyOf(code)}`, windowSeconds })
  if (same === 1) await countOne(ctx, guesses)
  return asked
}

/** For a purchase, whose price must be the one that was shown, also while no code is looked at; its tries are counted already. */
export async function allowedCode(ctx: Ctx, code: string | undefined): Promise<AskedCode> {
  if (!code) return {}
  try {
    await requireLatelyWithin(ctx, { ...guessesOf(ctx), limit: mostGuesses })
  } catch (error) {
    if (error instanceof ShopError && error.code === 'RATE_LIMITED') return { code, stopped: error.message }
    throw error
  }
  return { code }
}

function guessesOf(ctx: Ctx) {
  return { key: `coupon:${networkOf(ctx)}`, windowSeconds }
}
