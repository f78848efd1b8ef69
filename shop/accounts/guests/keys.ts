import { randomBytes } from 'node:crypto'
import { eq, gt, lt } from 'drizzle-orm'
import { batched, byKeysOf, oneOf } from '../../batched.ts'
import { addressOf, type Buyer, type Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { networkOf, takeLimit } from '../../limits.ts'
import { orders } from '../../orders/schema.ts'
import { after, days, hours } from '../../time.ts'
import { guestKeys } from '../schema.ts'
import { hashToken } from '../sessions/sessions.ts'

/** How long a purchase may take, with her way to the bank and back; and how long the link of a mail opens its order. */
const purchaseLife = hours(2)
const linkLife = days(180)

/** Tells a guest's key from a user's token. */
const mark = 'g_'

export function isGuestKey(token: string): boolean {
  return token.startsWith(mark)
}

/** Opens a purchase for a guest whose address was just proved, or, with an order, what follows of it. */
export async function openPurchase(
  ctx: Ctx,
  userId: string,
  orderId?: string,
): Promise<{ token: string; until: Date }> {
  const until = after(ctx.clock(), purchaseLife)
  return { token: await issueKey(ctx, { userId, orderId: orderId ?? null, expiresAt: until }), until }
}

/** A key to one order, for a link in a mail. */
export async function issueOrderKey(ctx: Ctx, order: { id: string; userId: string }): Promise<string> {
  return issueKey(ctx, { userId: order.userId, orderId: order.id, expiresAt: after(ctx.clock(), linkLife) })
}

/** 256 random bits; only their hash is kept. */
async function issueKey(
  ctx: Ctx,
  given: Pick<typeof guestKeys.$inferInsert, 'userId' | 'orderId' | 'expiresAt'>,
): Promise<string> {
  const token = mark + randomBytes(32).toString('base64url')
  await ctx.db.insert(guestKeys).values({ ...given, tokenHash: hashToken(token), createdAt: ctx.clock() })
  return token
}

/**
 * The buyer whose key this is. UNAUTHENTICATED when it opens nothing, LOGIN_REQUIRED when its order is in an account by now.
 * Many wrong keys are RATE_LIMITED, although guessing one is hopeless.
 */
export async function buyerOfKey(ctx: Ctx, token: string): Promise<Buyer> {
  const found = await findKey(ctx, hashToken(token))
  if (!found) {
    await takeLimit(ctx, { key: `guest-key:${networkOf(ctx)}`, limit: 60, windowSeconds: 3600 })
    throw new ShopError(
      'UNAUTHENTICATED',
      'Bu bağlantı artık geçerli değil; lütfen yeni bir bağlantı ya da kod isteyin.',
    )
  }
  const { userId: id, orderId, createdAt: since, expiresAt } = found.key
  if (orderId && found.owner !== id) throw orderJoined()
  const mailed = expiresAt > after(since, purchaseLife)
  return { kind: 'buyer', id, address: addressOf(ctx), of: orderId ? { orderId, mailed } : { since } }
}

const findKey = batched(async (ctx: Ctx, hashes: string[]) => {
  const found = await ctx.db
    .select({ key: guestKeys, owner: orders.userId })
    .from(guestKeys)
    .leftJoin(orders, eq(orders.id, guestKeys.orderId))
    .where(byKeysOf(oneOf(guestKeys.tokenHash, hashes), gt(guestKeys.expiresAt, ctx.clock())))
  const byHash = new Map(found.map((one) => [one.key.tokenHash, one]))
  return hashes.map((hash) => byHash.get(hash))
})

function orderJoined(): ShopError {
  return new ShopError('LOGIN_REQUIRED', 'Bu sipariş artık hesabınızda; görmek için giriş yapın.')
}

/** Ends every link to an order, such as when a new one is asked for or it goes to another address. */
export async function endOrderKeys(ctx: Ctx, orderId: string): Promise<void> {
  await ctx.db.delete(guestKeys).where(eq(guestKeys.orderId, orderId))
}

export async function forgetOldGuestKeys(ctx: Ctx): Promise<void> {
  await ctx.db.delete(guestKeys).where(lt(guestKeys.expiresAt, ctx.clock()))
}
