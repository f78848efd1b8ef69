/**
 * The line of shoppers who wait for a size, in the order in which they asked; a guest is in it once she has opened the link that is
 * mailed to her. As pieces come in, triggers keep one for each shopper who is next (db/migrations/0098), and kept.ts tells her.
 * docs/waiting.md has the rules.
 */

import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { hashToken } from '../accounts/sessions/sessions.ts'
import { getProduct } from '../catalog/products.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { returnLimit, takeLimit } from '../limits.ts'
import { queueMail } from '../mail/outbox.ts'
import type { StockNotice } from '../messages/contract.ts'
import { keepMessage, takeFormLimit } from '../messages/messages.ts'
import { findBrand } from '../settings/brand.ts'
import { noticeLinks } from './links.ts'
import { waitingMail } from './mails.ts'
import { stockRequests } from './schema.ts'

/** Sizes that one address may wait for at a time. */
const mostWaiting = 20

type Waiting = typeof stockRequests.$inferSelect

/**
 * Puts her in line for a size, or mails her the link that does. Repeating it changes nothing; wishes for one address are limited.
 * Returns whether a link is mailed, the same to everybody whose address is not proved.
 */
export async function askForStock(ctx: Ctx, notice: StockNotice): Promise<{ confirmed: boolean }> {
  await takeFormLimit(ctx, 'stock-notice')
  const confirmed = await isHers(ctx, notice.email)
  if (notice.subject_line) return { confirmed }
  const product = await getProduct(ctx, notice.productId)
  const forRecipient = { key: `stock-to:${hashToken(notice.email)}`, limit: 5, windowSeconds: 3600 }
  await takeLimit(ctx, forRecipient)
  const counts = await addRequest(ctx, notice, product, confirmed).catch(async (error: unknown) => {
    await returnLimit(ctx, forRecipient)
    throw error
  })
  if (!counts) await returnLimit(ctx, forRecipient)
  return { confirmed }
}

/** She is signed in, and the address is the one that she has proved. */
async function isHers({ db, actor }: Ctx, email: string): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const hers = and(eq(users.id, actor.id), eq(users.email, email), isNotNull(users.emailVerifiedAt))
  return (await db.select({ id: users.id }).from(users).where(hers)).length > 0
}

/** Returns false when the address waits for it already and nothing was mailed. */
async function addRequest(
  ctx: Ctx,
  notice: StockNotice,
  product: { id: string; name: string },
  confirmed: boolean,
): Promise<boolean> {
  const { email, size, color: asked } = notice
  const color = asked || null
  return inTransaction(ctx, async (ctx) => {
    await requireSoldOut(ctx, { productId: product.id, size, color })
    const now = ctx.clock()
    const wanted = { productId: product.id, email, size, color }
    const [added] = await ctx.db
      .insert(stockRequests)
      .values({ ...wanted, id: newId(), confirmedAt: confirmed ? now : null, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (added) await requireRoom(ctx, email)
    const request = added ?? (await findUnconfirmed(ctx, wanted))
    if (!request) return false
    if (!confirmed) {
      await mailLink(ctx, request, product.name)
      return true
    }
    if (!added) await ctx.db.update(stockRequests).set({ confirmedAt: now }).where(eq(stockRequests.id, request.id))
    await tellOwner(ctx, request, product.name)
    return true
  })
}

/** The lock serializes this with stock that comes in at the same time. */
async function requireSoldOut(ctx: Ctx, { productId, size, color }: Pick<Waiting, 'productId' | 'size' | 'color'>) {
  const wanted = await ctx.db
    .select({ stock: variants.stock })
    .from(variants)
    .where(
      and(
        eq(variants.productId, productId),
        eq(variants.size, size),
        isNull(variants.retiredAt),
        color === null ? undefined : eq(variants.color, color),
      ),
    )
    .orderBy(asc(variants.id))
    .for('share')
  if (wanted.length === 0) throw invalid({ size: ['Bu ürünün böyle bir bedeni yok, listeden seçin'] })
  if (wanted.some(({ stock }) => stock > 0)) {
    throw new ShopError('CONFLICT', 'Bu beden şu anda stokta; sayfayı yenileyip hemen sepetinize ekleyebilirsiniz.')
  }
}

async function findUnconfirmed(
  ctx: Ctx,
  { productId, email, size, color }: Omit<StockNotice, 'color'> & { color: string | null },
) {
  const [request] = await ctx.db
    .select()
    .from(stockRequests)
    .where(
      and(
        eq(stockRequests.productId, productId),
        eq(stockRequests.email, email),
        eq(stockRequests.size, size),
        sql`${stockRequests.color} is not distinct from ${color}`,
        isNull(stockRequests.notifiedAt),
        isNull(stockRequests.confirmedAt),
      ),
    )
    .for('update')
  return request
}

async function requireRoom(ctx: Ctx, email: string): Promise<void> {
  const waiting = await ctx.db.$count(
    stockRequests,
    and(eq(stockRequests.email, email), isNull(stockRequests.notifiedAt)),
  )
  if (waiting <= mostWaiting) return
  throw new ShopError(
    'CONFLICT',
    `Bu e-posta adresi için bekleyen ${mostWaiting} bildirim var; yenisini bunlardan biri geldikten sonra isteyebilirsiniz.`,
  )
}

async function mailLink(ctx: Ctx, { id, email, size, color }: Waiting, name: string): Promise<void> {
  const { page, oneClick } = noticeLinks(ctx, id)
  const mail = waitingMail(await findBrand(ctx), { name, size, color, page })
  await queueMail(ctx, { ...mail, to: email, unsubscribeUrl: oneClick })
}

/** She is in line: the owner reads it among her messages. */
export async function tellOwner(
  ctx: Ctx,
  { productId, email, size, color }: Waiting,
  productName: string,
): Promise<void> {
  await keepMessage(ctx, { kind: 'stock-notice', email, body: { productId, productName, size, color } })
}
