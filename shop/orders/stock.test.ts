import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale } from '#test/told-sale.ts'
import { variants } from '../catalog/schema.ts'
import { orderItems, orders } from './schema.ts'
import { holdsStock, retakeHeld, returnStock } from './stock.ts'

test('the units of an order go back on the shelf once, and pages show it', async ({ ctx, catalogChanges }) => {
  const [sale, other] = [await aToldSale(ctx), await aToldSale(ctx)]
  expect([await holdsStock(ctx, sale.orderId), await sale.onShelf()]).toEqual([true, 3])
  catalogChanges.length = 0
  for (let i = 0; i < 2; i++) await returnStock(ctx, sale.orderId)
  expect([await holdsStock(ctx, sale.orderId), await sale.onShelf()]).toEqual([false, 5])
  expect([await holdsStock(ctx, other.orderId), await other.onShelf()]).toEqual([true, 3])
  expect(catalogChanges).toEqual([{ productIds: expect.arrayContaining([sale.product.id]) }])
  expect(await holdsStock(ctx, '00000000-0000-7000-8000-000000000000')).toBe(false)
})

test('pages show that they are taken again, and nothing when they cannot be had', async ({ ctx, catalogChanges }) => {
  const sale = await aToldSale(ctx)
  await returnStock(ctx, sale.orderId)
  catalogChanges.length = 0
  await ctx.db.update(variants).set({ stock: 1 }).where(eq(variants.productId, sale.product.id))
  await retakeHeld(ctx, sale.orderId)
  expect(catalogChanges).toEqual([])
  await ctx.db.update(variants).set({ stock: 2 }).where(eq(variants.productId, sale.product.id))
  await retakeHeld(ctx, sale.orderId)
  expect(catalogChanges).toEqual([{ productIds: expect.arrayContaining([sale.product.id]) }])
})

test('they are taken again, all of them and once, while they can be had', async ({ ctx, clock }) => {
  const [sale, other] = [await aToldSale(ctx), await aToldSale(ctx)]
  expect(await retakeHeld(ctx, sale.orderId), 'they are held already').toBe(false)
  for (const { orderId } of [sale, other]) await returnStock(ctx, orderId)
  const set = (values: Partial<typeof variants.$inferInsert>) =>
    ctx.db.update(variants).set(values).where(eq(variants.productId, sale.product.id))
  await set({ stock: 1 })
  expect([await retakeHeld(ctx, sale.orderId), await sale.onShelf(), await holdsStock(ctx, sale.orderId)]).toEqual([
    ...[false, 1, false],
  ])
  await set({ stock: 5, retiredAt: clock.now })
  expect([await retakeHeld(ctx, sale.orderId), await sale.onShelf()]).toEqual([false, 5])
  await set({ stock: 2, retiredAt: null })
  expect([await retakeHeld(ctx, sale.orderId), await sale.onShelf(), await holdsStock(ctx, sale.orderId)]).toEqual([
    ...[true, 0, true],
  ])
  expect([await other.onShelf(), await holdsStock(ctx, other.orderId)]).toEqual([5, false])
})

test('of an order that came in exchange nothing is taken again: its old pieces may pay for another', async ({
  ctx,
}) => {
  const [sale, older] = [await aToldSale(ctx), await aToldSale(ctx)]
  await ctx.db.update(orders).set({ exchangeOf: older.orderId }).where(eq(orders.id, sale.orderId))
  await returnStock(ctx, sale.orderId)
  expect([await retakeHeld(ctx, sale.orderId), await sale.onShelf()]).toEqual([false, 5])
})

test('units that went back one by one are not counted again', async ({ ctx }) => {
  const sale = await aToldSale(ctx)
  await ctx.db.update(orderItems).set({ refundedQuantity: 1 }).where(eq(orderItems.orderId, sale.orderId))
  await returnStock(ctx, sale.orderId)
  expect(await sale.onShelf()).toBe(4)
  await retakeHeld(ctx, sale.orderId)
  expect(await sale.onShelf()).toBe(3)
})

test('an order of a size that is gone for good cannot be taken again', async ({ ctx, catalogChanges }) => {
  const sale = await aToldSale(ctx)
  await ctx.db.update(orderItems).set({ variantId: null, productId: null }).where(eq(orderItems.orderId, sale.orderId))
  catalogChanges.length = 0
  await returnStock(ctx, sale.orderId)
  expect([await sale.onShelf(), catalogChanges]).toEqual([3, [{ productIds: [] }]])
  expect([await retakeHeld(ctx, sale.orderId), await holdsStock(ctx, sale.orderId)]).toEqual([false, false])
})
