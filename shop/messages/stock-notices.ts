import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import { onSale } from '../catalog/on-sale.ts'
import { getProduct } from '../catalog/products.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { invalid } from '../errors.ts'
import type { Jobs } from '../jobs/queue.ts'
import { restockMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import type { StockNotice } from './contract.ts'
import { keepMessage, takeFormLimit } from './messages.ts'
import { stockRequests } from './schema.ts'

/** Somebody wants to hear when a size is back. Asking again while she waits changes nothing. */
export async function askForStock(ctx: Ctx, notice: StockNotice): Promise<void> {
  await takeFormLimit(ctx, 'stock-notice')
  if (notice.subject_line) return
  const product = await getProduct(ctx, notice.productId)
  const color = notice.color || null
  await inTransaction(ctx, async (ctx) => {
    // Locked: units that are being given back right now are given back before or after us, never beside us.
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
    if (!added) return
    const body = { productId: product.id, productName: product.name, size: notice.size, color }
    await keepMessage(ctx, { kind: 'stock-notice', email: notice.email, body })
    // It came back while she was writing: she need not wait.
    const there = wanted.find((variant) => variant.stock > 0)
    if (there) await ctx.jobs.add(ctx, 'notify-stock', { restockId: newId(), variantId: there.id, units: there.stock })
  })
}

/**
 * The job 'notify-stock': tells those who wait for these units, in the order of asking and no more of them than there
 * are units. Each is told once; the same return of stock told again tells nobody else.
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
    const told = await ctx.db
      .select({ id: stockRequests.id })
      .from(stockRequests)
      .where(eq(stockRequests.restockId, restockId))
      .limit(1)
    if (told.length > 0) return
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
