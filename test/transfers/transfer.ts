import { eq } from 'drizzle-orm'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import type { Api } from '#test/shop.ts'

/** A shopper who orders two of five pieces for 2.398 TL by transfer, and the owner; both are logged in however late it is. */
export async function aTransfer(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx)
  const initial = await stockByVariant(ctx.db)
  const [hers, owners] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const own = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, hers), body })
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owners), body })
  const { paymentData: _, ...bought } = aPayment(product, { quantity: 2 })
  const placed = await own('POST', '/payments/create', { ...bought, paymentMethod: 'BANK_TRANSFER' })
  const { orderId, reference } = placed.body.data ?? {}
  const receivedAt = ctx.clock().toISOString()
  return {
    ...{ placed, orderId, reference, product, own, staff },
    receive: (amount: unknown) => staff('POST', `/admin/orders/${orderId}/transfer`, { amount, receivedAt }),
    order: async () => (await own('GET', `/orders/${orderId}`)).body.data,
    onShelf: async () => (await findProduct(ctx, product.id))?.variants[0]?.stock,
    waiting: async () => (await staff('GET', '/admin/transfers')).body.data,
    payments: async () => (await staff('GET', '/admin/payments')).body.data,
    attempt: async () => {
      const [row] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      return row
    },
    mails: async () => (await mailsOf(ctx)).map(({ kind }) => kind),
    books: () => auditBooks(ctx.db, initial),
  }
}
