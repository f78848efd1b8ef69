import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { hashToken } from '../accounts/sessions/sessions.ts'
import { onSale } from '../catalog/on-sale.ts'
import { getProduct } from '../catalog/products.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { returnLimit, takeLimit } from '../limits.ts'
import { restockMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Jobs } from '../ports.ts'
import { findBrand } from '../settings/brand.ts'
import type { StockNotice } from './contract.ts'
import { keepMessage, takeFormLimit } from './messages.ts'
import { stockRequests } from './schema.ts'

/** Sizes that one address may wait for at a time. */
const mostWaiting = 20

/**
 * Stores the wish to be notified when a size is back in stock; repeating it changes nothing. The address is unconfirmed, so
 * it gets no mail before the size is back, and wishes for one address are limited.
 */
export async function askForStock(ctx: Ctx, notice: StockNotice): Promise<void> {
  await takeFormLimit(ctx, 'stock-notice')
  if (notice.subject_line) return
  const product = await getProduct(ctx, notice.productId)
  const forRecipient = { key: `stock-to:${hashToken(notice.email)}`, limit: 5, windowSeconds: 3600 }
  await takeLimit(ctx, forRecipient)
  const added = await addRequest(ctx, notice, product).catch(async (error: unknown) => {
    await returnLimit(ctx, forRecipient)
    throw error
  })
  if (!added) await returnLimit(ctx, forRecipient)
}

/** Returns false when the address waits for it already. */
async function addRequest(ctx: Ctx, notice: StockNotice, product: { id: string; name: string }): Promise<boolean> {
  const color = notice.color || null
  return inTransaction(ctx, async (ctx) => {
    // The lock serializes this with stock that is being returned at the same time.
    const wanted = await ctx.db
      .select({ id: variants.id, stock: variants.stock })
      .from(variants)
      .where(
        and(
          eq(variants.productId, product.id),
          eq(variants.size, notice.size),
          isNull(variants.retiredAt),
          color === null ? undefined : eq(variants.color, color),
        ),
      )
      .orderBy(asc(variants.id))
      .for('share')
    if (wanted.length === 0) throw invalid({ size: ['Bu ürünün böyle bir bedeni yok, listeden seçin'] })
    if (wanted.some((variant) => variant.stock > 0)) {
      throw new ShopError('CONFLICT', 'Bu beden şu anda stokta; sayfayı yenileyip hemen sepetinize ekleyebilirsiniz.')
    }
    const [added] = await ctx.db
      .insert(stockRequests)
      .values({
        id: newId(),
        productId: product.id,
        email: notice.email,
        size: notice.size,
        color,
        createdAt: ctx.clock(),
      })
      .onConflictDoNothing()
      .returning({ id: stockRequests.id })
    if (!added) return false
    await requireRoom(ctx, notice.email)
    const body = { productId: product.id, productName: product.name, size: notice.size, color }
    await keepMessage(ctx, { kind: 'stock-notice', email: notice.email, body })
    return true
  })
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

/**
 * The job 'notify-stock': notifies the shoppers who wait for a variant, in the order of asking, at most one per unit. Each
 * gets one mail; a repeated job for the same return of stock sends none.
 */
export async function notifyOfStock(ctx: Ctx, { restockId, variantId, units }: Jobs['notify-stock']): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [back] = await ctx.db
      .select({
        productId: products.id,
        name: products.name,
        slug: products.slug,
        size: variants.size,
        color: variants.color,
        stock: variants.stock,
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(and(eq(variants.id, variantId), isNull(variants.retiredAt), onSale))
    if (!back || back.stock === 0) return
    const sent = await ctx.db
      .select({ id: stockRequests.id })
      .from(stockRequests)
      .where(eq(stockRequests.restockId, restockId))
      .limit(1)
    if (sent.length > 0) return
    const waiting = await ctx.db
      .select({ id: stockRequests.id, email: stockRequests.email })
      .from(stockRequests)
      .where(
        and(
          eq(stockRequests.productId, back.productId),
          eq(stockRequests.size, back.size),
          or(isNull(stockRequests.color), eq(stockRequests.color, back.color)),
          isNull(stockRequests.notifiedAt),
        ),
      )
      .orderBy(asc(stockRequests.createdAt), asc(stockRequests.id))
      .limit(Math.min(units, back.stock))
      .for('update', { skipLocked: true })
    if (waiting.length === 0) return
    await ctx.db
      .update(stockRequests)
      .set({ notifiedAt: ctx.clock(), restockId })
      .where(
        inArray(
          stockRequests.id,
          waiting.map(({ id }) => id),
        ),
      )
    const mail = restockMail(await findBrand(ctx), back)
    for (const { email } of waiting) await queueMail(ctx, { ...mail, to: email })
  })
}
