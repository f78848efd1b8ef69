import { expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { auditBooks, stockByVariant } from './books.ts'
import { aPayment } from './checkout.ts'
import { aProduct, aUser, signIn } from './factories.ts'
import { test } from './shop.ts'

for (const restock of [true, false]) {
  test(`the books are right after an order was cancelled, its goods ${restock ? 'back on sale' : 'gone'}`, async ({
    ctx,
    api,
  }) => {
    const product = await aProduct(ctx)
    const initialStock = await stockByVariant(ctx.db)
    const [token, admin] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(product, { quantity: 2 }) })
    const id = body.data.orderId
    const cancelled = await api('DELETE', `/admin/orders/${id}?restock=${restock}`, { token: admin })
    expect(cancelled.status).toBe(200)
    expect(await auditBooks(ctx.db, initialStock)).toEqual([])
    await ctx.db.update(variants).set({ stock: restock ? 4 : 5 })
    expect(await auditBooks(ctx.db, initialStock)).toEqual([expect.stringMatching(/^variant .* sold of 5$/)])
  })
}
