import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type QueuedJob, test } from '#test/shop.ts'
import { variants } from '../catalog/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { returnStock } from '../orders/stock.ts'
import { hours } from '../time.ts'
import { askForStock, notifyOfStock } from './stock-notices.ts'

const notice = (productId: string, email: string, given: { size?: string; color?: string } = {}) => ({
  productId,
  email: `${email}@posta.example`,
  size: given.size ?? 'M',
  color: given.color ?? '',
})

/** By name: mails of the same millisecond have no order. */
async function notified(ctx: Ctx): Promise<string[]> {
  const mails = (await mailsOf(ctx)).filter((mail) => mail.kind === 'restock')
  return mails.map((mail) => mail.toEmail.split('@')[0] ?? '').sort()
}

async function setStock(ctx: Ctx, variantId: string, stock: number) {
  await ctx.db.update(variants).set({ stock }).where(eq(variants.id, variantId))
}

const unlimited = (ctx: Ctx): Ctx => ({ ...ctx, config: { ...ctx.config, rateLimitScale: 1000 } })

describe('notifyOfStock', () => {
  test('notifies as many as there are units, in the order of asking, each once', async ({ ctx: limited, clock }) => {
    const ctx = unlimited(limited)
    const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ size: 'M', color: 'Kum', stock: 0 }] })
    const variantId = product.variants[0]?.id ?? ''
    for (const name of ['ayse', 'banu', 'canan', 'derya']) {
      await askForStock(ctx, notice(product.id, name))
      clock.forward(1000)
    }
    await setStock(ctx, variantId, 2)
    const restock = { restockId: newId(), variantId, units: 2 }
    await notifyOfStock(ctx, restock)
    await notifyOfStock(ctx, restock)
    expect(await notified(ctx)).toEqual(['ayse', 'banu'])
    await notifyOfStock(ctx, { ...restock, restockId: newId(), units: 1 })
    expect(await notified(ctx)).toEqual(['ayse', 'banu', 'canan'])
    const mail = (await mailsOf(ctx)).find((mail) => mail.kind === 'restock')
    expect(mail?.text).toContain('Keten Elbise (Kum, M beden) yeniden stoğumuza girdi.')
    expect(mail?.text).toContain('/urun/keten-elbise')
  })

  test('notifies nobody when the units were sold again, nor of another size or color', async ({ ctx }) => {
    const product = await aProduct(ctx, {
      variants: [
        { size: 'M', color: 'Kum', stock: 0 },
        { size: 'M', color: 'Siyah', stock: 0 },
        { size: 'L', color: 'Kum', stock: 0 },
      ],
    })
    const variant = (color: string, size: string) =>
      product.variants.find((one) => one.color === color && one.size === size)?.id ?? ''
    await askForStock(ctx, notice(product.id, 'ayse', { color: 'Siyah' }))
    await askForStock(ctx, notice(product.id, 'banu', { size: 'L' }))
    const comesBack = (variantId: string) => notifyOfStock(ctx, { restockId: newId(), variantId, units: 5 })
    await comesBack(variant('Siyah', 'M'))
    expect(await notified(ctx)).toEqual([])
    await setStock(ctx, variant('Kum', 'M'), 3)
    await comesBack(variant('Kum', 'M'))
    expect(await notified(ctx)).toEqual([])
    await setStock(ctx, variant('Siyah', 'M'), 3)
    await comesBack(variant('Siyah', 'M'))
    expect(await notified(ctx)).toEqual(['ayse'])
  })

  test('notifies no more than there are units when the job runs', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    const variantId = product.variants[0]?.id ?? ''
    for (const name of ['ayse', 'banu', 'canan']) await askForStock(ctx, notice(product.id, name))
    // Three units came back, and two were sold before the job ran.
    await setStock(ctx, variantId, 1)
    await notifyOfStock(ctx, { restockId: newId(), variantId, units: 3 })
    expect(await notified(ctx)).toHaveLength(1)
  })

  test('may be asked for again after the notice', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
    const variantId = product.variants[0]?.id ?? ''
    await askForStock(ctx, notice(product.id, 'ayse'))
    await setStock(ctx, variantId, 1)
    await notifyOfStock(ctx, { restockId: newId(), variantId, units: 1 })
    await setStock(ctx, variantId, 0)
    await askForStock(ctx, notice(product.id, 'ayse'))
    await setStock(ctx, variantId, 1)
    await notifyOfStock(ctx, { restockId: newId(), variantId, units: 1 })
    expect(await notified(ctx)).toEqual(['ayse', 'ayse'])
  })
})

describe('askForStock', () => {
  test('refuses a size that is in stock in any color, and mails nobody', async ({ ctx, queued }) => {
    const product = await aProduct(ctx, {
      variants: [
        { size: 'M', color: 'Kum', stock: 0 },
        { size: 'M', color: 'Siyah', stock: 3 },
      ],
    })
    for (const color of ['', 'Siyah']) {
      await expect(askForStock(ctx, notice(product.id, 'ayse', { color }))).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'Bu beden şu anda stokta; sayfayı yenileyip hemen sepetinize ekleyebilirsiniz.',
      })
    }
    expect(await mailsOf(ctx)).toEqual([])
    expect(queued).toEqual([])
    await askForStock(ctx, notice(product.id, 'ayse', { color: 'Kum' }))
  })

  test('takes five wishes an hour for one address from any network; repeated ones do not count', async ({
    ctx,
    as,
    clock,
  }) => {
    const sizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL']
    const product = await aProduct(ctx, { variants: sizes.map((size) => ({ size, stock: 0 })) })
    const ask = (n: number, size: string) =>
      askForStock(as({ kind: 'guest', address: `203.0.113.${n}` }), notice(product.id, 'ayse', { size }))
    for (let n = 0; n < 8; n++) await ask(n, 'XS')
    for (const [n, size] of sizes.slice(1, 5).entries()) await ask(10 + n, size)
    await expect(ask(20, 'XXL')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await askForStock(as({ kind: 'guest', address: '203.0.113.20' }), notice(product.id, 'banu', { size: 'XXL' }))
    clock.forward(hours(1))
    await ask(20, 'XXL')
  })

  test('lets one address wait for twenty sizes', async ({ ctx: limited }) => {
    const ctx = unlimited(limited)
    const sizes = Array.from({ length: 21 }, (_, n) => `B${n}`)
    const product = await aProduct(ctx, { variants: sizes.map((size) => ({ size, stock: 0 })) })
    for (const size of sizes.slice(0, 20)) await askForStock(ctx, notice(product.id, 'ayse', { size }))
    const oneMore = askForStock(ctx, notice(product.id, 'ayse', { size: 'B20' }))
    await expect(oneMore).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('20 bildirim') })
  })
})

test('returned stock is announced in the same transaction', async ({ ctx, queued }) => {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const variantId = product.variants[0]?.id ?? ''
  const orderId = await anOrderOf(ctx, product.id, variantId, 2)
  await returnStock(ctx, orderId)
  await returnStock(ctx, orderId)
  expect(notificationsOf(queued)).toEqual([{ restockId: expect.any(String), variantId, units: 2 }])
})

function notificationsOf(queued: QueuedJob[]) {
  return queued.flatMap((job) => (job.name === 'notify-stock' ? [job.data] : []))
}

async function anOrderOf(ctx: Ctx, productId: string, variantId: string, quantity: number): Promise<string> {
  const now = ctx.clock()
  const id = newId()
  await ctx.db.insert(orders).values({
    id,
    userId: (await aUser(ctx)).id,
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    email: 'ayse@posta.example',
    phone: '+905321112233',
    address: 'Gül Sokak 5',
    city: 'İzmir',
    totalKurus: 100,
    createdAt: now,
    updatedAt: now,
  })
  await ctx.db.insert(orderItems).values({
    id: newId(),
    orderId: id,
    position: 0,
    productId,
    variantId,
    quantity,
    unitPriceKurus: 100,
    productName: 'Elbise',
    productSlug: 'elbise',
    color: 'Kum',
    size: 'M',
    sku: 'x',
  })
  return id
}
