import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { campaignUses } from '#shop/campaigns/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { findFeeAndCampaigns } from '#shop/settings/campaigns/switches.ts'
import { freeDelivery, saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { days, minutes } from '#shop/time.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { type Api, test } from '#test/shop.ts'

const system = (ctx: Ctx): Ctx => ({ ...ctx, actor: { kind: 'system' } })

/** The owner, a shopper, and a product of 1.000 TL with nine pieces. */
async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 9, priceKurus: 100_000 }] })
  const initial = await stockByVariant(ctx.db)
  const [hers, owners] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owners), body })
  const campaign = async (body: object) => (await staff('POST', '/admin/coupons', body)).body.data
  const cart = (quantity = 1) => ({ cartItems: aPayment(product, { quantity }).orderData.cartItems })
  const quote = async (coupon?: string, quantity = 1, user?: typeof hers) =>
    (
      await api('POST', '/checkout/quote', {
        ...(user ? { token: await signIn(ctx, user) } : {}),
        body: { ...cart(quantity), ...(coupon ? { coupon } : {}) },
      })
    ).body.data
  const buy = async (
    totalAmount: number,
    coupon?: string,
    given: { card?: string; quantity?: number } = {},
    user = hers,
  ) => {
    const { paymentData, orderData } = aPayment(product, { ...given, totalAmount })
    const body = { paymentData, orderData: { ...orderData, ...(coupon ? { coupon } : {}) } }
    return (await api('POST', '/payments/create', { token: await signIn(ctx, user), body })).body
  }
  const listed = async (id: string) =>
    (await staff('GET', '/admin/coupons')).body.data.find((each: { id: string }) => each.id === id)
  return { product, hers, owners, staff, campaign, quote, buy, listed, books: () => auditBooks(ctx.db, initial) }
}

test('who tries many codes is told no more of them for a while, also of a good one, and buys without', async ({
  ctx,
  api,
  clock,
}) => {
  clock.forward(minutes(5))
  const { product, campaign, quote, hers, buy } = await aShop(ctx, api)
  await campaign({ code: 'YAZ', kind: 'PERCENT', value: 10 })
  const [good, none] = [
    { total: 900, coupon: { counts: true } },
    { total: 1000, coupon: { counts: false } },
  ]
  for (let cartChanges = 0; cartChanges < 40; cartChanges++) {
    if (cartChanges % 20 === 0) clock.forward(minutes(1))
    expect((await quote('YAZZ')).coupon.why, 'one wrong code that stays in the cart').toContain('Böyle bir')
  }
  for (let tries = 1; tries < 100; tries++) {
    if (tries % 20 === 0) clock.forward(minutes(1))
    await quote(`YAZ${tries}`)
    if (tries === 98) expect(await quote('yaz')).toMatchObject(good)
  }
  clock.forward(minutes(1))
  const stopped = await quote('YAZ')
  expect(stopped).toMatchObject(none)
  const [, wait] = /^Çok fazla deneme yapıldı, lütfen (\d+) dakika sonra/.exec(stopped.coupon.why) ?? []
  expect((await quote('NONE')).coupon.why).toBe(stopped.coupon.why)
  expect(await quote()).not.toHaveProperty('coupon')
  const { orderData } = aPayment(product)
  const preview = { token: await signIn(ctx, hers), body: { orderData: { ...orderData, coupon: 'YAZ' } } }
  expect((await api('POST', '/contracts/preview', preview)).body.data.totalAmount).toBe(1000)
  expect(await buy(1000, 'YAZ'), 'with the code still in her cart').toMatchObject({ data: { status: 'SUCCESS' } })
  clock.forward(minutes(Number(wait)))
  expect(await quote('YAZ')).toMatchObject(good)
})

test('of two who change a campaign at once the second writes nothing over, and is told', async ({ ctx, api }) => {
  const { campaign, staff, listed } = await aShop(ctx, api)
  const read = await campaign({ code: 'YAZ', kind: 'PERCENT', value: 10 })
  const save = (changed: object) => staff('PUT', `/admin/coupons/${read.id}`, { ...read, ...changed })
  const { body: first } = await save({ value: 15, active: false })
  const { status, body } = await save({ partner: 'Elif' })
  expect([status, body.code]).toEqual([409, 'EDIT_CONFLICT'])
  expect(body.message).toContain('“YAZ” bu arada başka biri tarafından değiştirildi')
  expect(await listed(read.id)).toMatchObject({ value: 15, active: false, partner: '' })
  // With the state read since then the save succeeds, and so does one that names no state, as from a program.
  expect((await save({ ...first.data, partner: 'Elif' })).status).toBe(200)
  expect((await save({ value: 20, updatedAt: undefined })).status).toBe(200)
  expect(await listed(read.id)).toMatchObject({ value: 20 })
})

describe('a code', () => {
  test('takes its part off a cart, to the kuruş, however it is typed; what is charged is what was told', async ({
    ctx,
    api,
  }) => {
    const { campaign, quote, buy, books, listed } = await aShop(ctx, api)
    const { id, ...made } = await campaign({ code: 'İndirim10', kind: 'PERCENT', value: 10, partner: 'Elif' })
    expect(made).toMatchObject({
      code: 'İndirim10',
      kind: 'PERCENT',
      value: 10,
      uses: 0,
      partner: 'Elif',
      active: true,
    })
    const told = await quote('INDIRIM 10', 3)
    expect(told).toMatchObject({
      lines: [{ quantity: 3, unitPrice: 1000, discount: 300, total: 2700 }],
      ...{ goods: 3000, discount: 300, total: 2700, coupon: { code: 'İndirim10', counts: true } },
      campaigns: [{ name: '%10 indirim', code: 'İndirim10', discount: 300, freeDelivery: false }],
    })
    expect(await buy(3000, 'indirim10', { quantity: 3 })).toMatchObject({
      code: 'PRICE_CHANGED',
      data: { totalAmount: 2700 },
    })
    const { data } = await buy(2700, 'indirim10', { quantity: 3 })
    expect(data).toMatchObject({ status: 'SUCCESS', totalAmount: 2700 })
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, data.orderId))
    expect(order).toMatchObject({ totalKurus: 270_000, discountKurus: 30_000, discountReason: 'İndirim10' })
    const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, data.orderId))
    expect(items).toMatchObject([{ quantity: 3, unitPriceKurus: 90_000, discountKurus: 10_000 }])
    expect(await listed(id)).toMatchObject({ uses: 1, orders: 1, revenue: 2700, discount: 300 })
    expect(await books()).toEqual([])
  })

  test('is told in the order, its mail and its contracts, and gone with nobody but who has the right', async ({
    ctx,
    api,
  }) => {
    const { campaign, buy, staff, hers } = await aShop(ctx, api)
    await campaign({ code: 'YAZ', kind: 'AMOUNT', value: 50.5 })
    const { data } = await buy(949.5, 'YAZ')
    const order = (await staff('GET', `/admin/orders/${data.orderId}`)).body.data
    expect(order).toMatchObject({ totalAmount: 949.5, discount: { amount: 50.5, reason: 'YAZ' } })
    const own = await api('GET', '/orders/my', { token: await signIn(ctx, hers) })
    expect(own.body.data[0] ?? own.body.data.items[0]).toMatchObject({ discount: { amount: 50.5, reason: 'YAZ' } })
    const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'order-confirmation')
    expect(mail?.text.replace(/\s+/g, ' ')).toContain('Fiyatlara dâhil indirim: 50,50 TL')
    expect((await api('GET', '/admin/coupons', { token: await signIn(ctx, hers) })).status).toBe(403)
    expect((await api('GET', '/admin/coupons')).status).toBe(401)
  })

  test.for([
    ['YOK', {}, 'Böyle bir indirim kodu yok.'],
    ['YAZ', { active: false }, 'Böyle bir indirim kodu yok.'],
    ['YAZ', { startsAt: '2099-01-01T09:00:00+03:00' }, 'tarihinde başlıyor'],
    ['YAZ', { endsAt: '2020-01-01T09:00:00Z' }, 'süresi doldu'],
    ['YAZ', { minTotal: 1500 }, 'sepetinize 500,00 TL tutarında ürün daha ekleyin'],
    ['YAZ', { productIds: 'another' }, 'sepetinizdeki ürünlerde geçerli değil'],
  ] as const)('says why it does not count: %s %o', async ([code, more, why], { ctx, api }) => {
    const { campaign, quote, buy } = await aShop(ctx, api)
    const goods = 'productIds' in more ? { productIds: [(await aProduct(ctx)).id] } : {}
    await campaign({ code: 'YAZ', kind: 'PERCENT', value: 10, ...more, ...goods })
    const told = await quote(code)
    expect(told).toMatchObject({
      discount: 0,
      total: 1000,
      coupon: { code, counts: false, why: expect.stringContaining(why) },
    })
    const refused = await buy(900, code)
    expect(refused).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 1000, coupon: { counts: false } } })
    expect(refused.message).toContain(why)
    // Told so, she may buy without it.
    expect((await buy(1000, code)).data.status).toBe('SUCCESS')
  })

  test('is hers as often as it says, given back when no money came, and kept when it did', async ({ ctx, api }) => {
    const { campaign, quote, buy, books, hers, listed } = await aShop(ctx, api)
    const { id } = await campaign({ code: 'BIR', kind: 'AMOUNT', value: 100, personLimit: 1, totalLimit: 2 })
    expect((await buy(900, 'BIR', { card: poorCard })).code).toBe('PAYMENT_DECLINED')
    expect(await listed(id)).toMatchObject({ uses: 0, orders: 0 })
    expect((await buy(900, 'BIR')).data.status).toBe('SUCCESS')
    // A purchase of another that came to nothing gives back her own use alone.
    expect((await buy(900, 'BIR', { card: poorCard }, await aUser(ctx))).code).toBe('PAYMENT_DECLINED')
    expect(await listed(id)).toMatchObject({ uses: 1, orders: 1 })
    expect((await quote('BIR', 1, hers)).coupon).toMatchObject({
      counts: false,
      why: expect.stringContaining('hakkınız doldu'),
    })
    expect((await buy(900, 'BIR')).code).toBe('PRICE_CHANGED')
    expect((await buy(900, 'BIR', {}, await aUser(ctx))).data.status).toBe('SUCCESS')
    expect((await quote('BIR')).coupon).toMatchObject({ counts: false, why: 'Bu kodun kullanım hakları doldu.' })
    expect(await listed(id)).toMatchObject({ uses: 2, orders: 2, revenue: 1800, discount: 200 })
    expect(await books()).toEqual([])
    // It is hers while her transfer or link is awaited, yet it brought nothing so far.
    for (const paymentStatus of ['AWAITING_TRANSFER', 'PENDING'] as const) {
      await ctx.db.update(orders).set({ paymentStatus })
      expect(await listed(id)).toMatchObject({ uses: 2, orders: 0, revenue: 0, discount: 0 })
    }
  })

  test('may be for one customer, or for a first order', async ({ ctx, api }) => {
    const { campaign, quote, buy, hers } = await aShop(ctx, api)
    await campaign({ code: 'OZEL', kind: 'PERCENT', value: 20, customerEmail: hers.email })
    await campaign({ code: 'ILK', kind: 'PERCENT', value: 15, firstOrderOnly: true })
    const other = await aUser(ctx)
    expect((await quote('OZEL')).coupon.why).toContain('giriş yapın')
    expect((await quote('OZEL', 1, other)).coupon.why).toContain('başka bir müşterimize')
    expect((await quote('OZEL', 1, hers)).total).toBe(800)
    expect((await quote('ILK')).total).toBe(850)
    expect((await buy(850, 'ILK')).data.status).toBe('SUCCESS')
    expect((await quote('ILK', 1, hers)).coupon.why).toBe('Bu kod yalnızca ilk siparişte geçerli.')
    expect((await quote('ILK', 1, other)).total).toBe(850)
  })

  test('bears the delivery, and a cart that has earned it free keeps it', async ({ ctx, api }) => {
    const { campaign, quote, buy, listed, owners } = await aShop(ctx, api)
    const asOwner: Ctx = {
      ...ctx,
      actor: { kind: 'user', id: owners.id, sessionId: '', address: '', rights: ['settings'] },
    }
    await saveDeliveryFee(asOwner, { ...freeDelivery, feeKurus: 4_990, freeFromKurus: 200_000 })
    const { id } = await campaign({ code: 'KARGO', kind: 'FREE_DELIVERY' })
    await campaign({ code: 'ONLUK', kind: 'PERCENT', value: 10 })
    expect(await quote()).toMatchObject({ delivery: 49.9, total: 1049.9 })
    expect(await quote('KARGO')).toMatchObject({ delivery: 0, discount: 0, total: 1000, coupon: { counts: true } })
    expect(await quote('ONLUK', 2)).toMatchObject({ delivery: 0, total: 1800 })
    const { data } = await buy(1000, 'KARGO')
    expect(data.status).toBe('SUCCESS')
    expect(await listed(id)).toMatchObject({ orders: 1, discount: 49.9 })
    expect(await ctx.db.select().from(campaignUses)).toMatchObject([{ discountKurus: 0, deliveryKurus: 4_990 }])
  })
})

describe('campaigns', () => {
  test('count by themselves while they last; while there is none, no cart asks for them', async ({
    ctx,
    api,
    clock,
  }) => {
    const { campaign, quote, buy, staff } = await aShop(ctx, api)
    expect((await findFeeAndCampaigns(system(ctx))).campaigns).toBeUndefined()
    const endsAt = new Date(clock.now.getTime() + days(1)).toISOString()
    const third = { name: '3 al 2 öde', kind: 'BUY_X_GET_Y', buyQuantity: 2, getQuantity: 1, endsAt }
    const { id } = await campaign(third)
    expect((await findFeeAndCampaigns(system(ctx))).campaigns).toEqual({ codes: false, automatic: true })
    expect((await quote(undefined, 2)).campaigns).toBeUndefined()
    const told = await quote(undefined, 3)
    expect(told).toMatchObject({
      goods: 3000,
      discount: 1000,
      total: 2000,
      campaigns: [{ name: '3 al 2 öde', code: null }],
    })
    const { data } = await buy(2000, undefined, { quantity: 3 })
    const items = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, data.orderId))
    expect(items.map(({ quantity, unitPriceKurus }) => [quantity, unitPriceKurus])).toEqual([
      [1, 66_666],
      [2, 66_667],
    ])
    clock.forward(days(2))
    expect((await quote(undefined, 3)).discount).toBe(0)
    expect((await staff('DELETE', `/admin/coupons/${id}`)).status).toBe(409)
    expect((await staff('PUT', `/admin/coupons/${id}`, { ...third, active: false })).body.data.active).toBe(false)
    expect((await findFeeAndCampaigns(system(ctx))).campaigns).toBeUndefined()
  })

  test('combine where each allows it; else what is cheapest for her counts, and the code says so', async ({
    ctx,
    api,
  }) => {
    const { campaign, quote } = await aShop(ctx, api)
    await campaign({ name: 'Yaz indirimi', kind: 'PERCENT', value: 20 })
    await campaign({ code: 'BES', kind: 'PERCENT', value: 5 })
    await campaign({ code: 'OTUZ', kind: 'PERCENT', value: 30 })
    const { total, coupon } = await quote('BES')
    expect([total, coupon.counts]).toEqual([800, false])
    expect(coupon.why).toBe('“Yaz indirimi” kampanyası sepetinizde daha avantajlı; bu kod onunla birleşmiyor.')
    expect(await quote('OTUZ')).toMatchObject({ total: 700, coupon: { counts: true } })
    await campaign({ name: 'Kargo', kind: 'AMOUNT', value: 100, combinable: true })
    await campaign({ code: 'BIRLES', kind: 'PERCENT', value: 50, combinable: true })
    const both = await quote('BIRLES')
    expect([both.total, both.campaigns.length]).toEqual([400, 2])
  })

  test('are for goods that are there; those that they had may be gone since', async ({ ctx, api }) => {
    const { campaign, staff } = await aShop(ctx, api)
    const [category, product] = [await aCategory(ctx), await aProduct(ctx)]
    const nobodys = '0190a5a0-0000-7000-8000-000000000000'
    const fields = { code: 'YAZ', kind: 'PERCENT', value: 10 }
    const wrong = { ...fields, categoryIds: [category.id, nobodys], productIds: [nobodys] }
    const refused = await staff('POST', '/admin/coupons', wrong)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      ...[400, 'INVALID'],
      {
        categoryIds: ['Seçilen kategorilerden biri bulunamadı; silinmiş olabilir'],
        productIds: ['Seçilen ürünlerden biri bulunamadı; silinmiş olabilir'],
      },
    ])
    const right = { ...fields, categoryIds: [category.id, category.id], productIds: [product.id] }
    const { id } = await campaign(right)
    expect((await staff('DELETE', `/admin/products/${product.id}`)).status).toBe(200)
    const save = (body: object) => staff('PUT', `/admin/coupons/${id}`, { ...right, ...body })
    expect((await save({ value: 20 })).status, 'saved with what it had').toBe(200)
    expect((await save({ productIds: [product.id, nobodys] })).status).toBe(400)
    expect((await save({ productIds: [] })).status).toBe(200)
    expect((await save({})).status, 'it no longer had it').toBe(400)
  })

  test('are refused in words where something is missing, twice there, or of somebody unknown', async ({ ctx, api }) => {
    const { campaign, staff } = await aShop(ctx, api)
    const wrong = async (body: object, method = 'POST', path = '/admin/coupons') => {
      const { status, body: answer } = await staff(method, path, body)
      return [status, Object.keys(answer.error ?? {})]
    }
    const { id } = await campaign({ code: 'YAZ', kind: 'PERCENT', value: 10 })
    expect(await wrong({ code: 'yaz', kind: 'PERCENT', value: 10 }), 'somebody has it').toEqual([409, ['code']])
    const { id: other } = await campaign({ code: 'KIS', kind: 'PERCENT', value: 10 })
    const renamed = await wrong({ code: 'YAZ', kind: 'PERCENT', value: 10 }, 'PUT', `/admin/coupons/${other}`)
    expect(renamed).toEqual([409, ['code']])
    expect(await wrong({ kind: 'PERCENT', value: 10 })).toEqual([400, ['name']])
    expect(await wrong({ code: 'A B', kind: 'PERCENT', value: 100 })).toEqual([400, ['code', 'value']])
    expect(await wrong({ code: 'ABC', kind: 'AMOUNT', value: 0 })).toEqual([400, ['value']])
    expect(await wrong({ code: 'ABC', kind: 'BUY_X_GET_Y' })).toEqual([400, ['buyQuantity']])
    expect(await wrong({ code: 'ABC', kind: 'PERCENT', value: 5, customerEmail: 'yok@posta.example' })).toEqual([
      400,
      ['customerEmail'],
    ])
    const whole = { code: 'GUN', kind: 'PERCENT', value: 5, startsAt: '2026-11-27', endsAt: '2026-11-29' }
    expect((await staff('POST', '/admin/coupons', whole)).body.data).toMatchObject({
      startsAt: '2026-11-26T21:00:00.000Z',
      endsAt: '2026-11-29T21:00:00.000Z',
    })
    expect(await wrong({ ...whole, code: 'HIC', endsAt: '29.11.2026' })).toEqual([400, ['endsAt']])
    const dates = { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' }
    expect(await wrong({ code: 'ABC', kind: 'PERCENT', value: 5, ...dates })).toEqual([400, ['endsAt']])
    expect((await staff('DELETE', `/admin/coupons/${id}`)).status).toBe(200)
    expect((await wrong({ code: 'ABC', kind: 'PERCENT', value: 5 }, 'PUT', `/admin/coupons/${id}`))[0]).toBe(404)
    expect((await staff('DELETE', `/admin/coupons/${id}`)).status).toBe(404)
  })
})

describe('what was bought with a code', () => {
  test('goes back at what was paid for it, the last piece with all the rest', async ({ ctx, api }) => {
    const { campaign, buy, staff, books } = await aShop(ctx, api)
    await campaign({ code: 'YUZ', kind: 'AMOUNT', value: 100 })
    const { orderId } = (await buy(2900, 'YUZ', { quantity: 3 })).data
    const order = async () => (await staff('GET', `/admin/orders/${orderId}`)).body.data
    const items: { id: string; quantity: number; priceAtPurchase: number }[] = (await order()).items
    expect(items.map(({ quantity, priceAtPurchase }) => [quantity, priceAtPurchase])).toEqual([
      [1, 966.66],
      [2, 966.67],
    ])
    await staff('PUT', `/admin/orders/${orderId}/status`, { status: 'PREPARED' })
    const back = (itemId = '', reason = 'Beğenmedi') =>
      staff('POST', `/admin/orders/${orderId}/refund`, {
        items: [{ itemId, quantity: 1 }],
        restock: true,
        reason,
      })
    const two = items.find(({ quantity }) => quantity === 2)
    const one = items.find(({ quantity }) => quantity === 1)
    await back(two?.id)
    expect((await order()).refundedAmount).toBe(966.67)
    await back(one?.id)
    await back(two?.id, 'Büyük geldi')
    expect((await order()).refundedAmount).toBe(2900)
    expect(await books()).toEqual([])
  })

  test('is paid back in a return at what was paid for it', async ({ ctx, api }) => {
    const sale = await aDelivery(ctx, api, { discount: 10 })
    expect((await sale.order()).totalAmount).toBe(270)
    const id = await sale.received('AS_NEW', 1)
    expect((await sale.decide(id, 'complete', {})).body.data).toMatchObject({ status: 'COMPLETED', refundAmount: 90 })
    expect(await sale.books()).toEqual([])
  })

  test('keeps its price when the size is swapped or a piece left out, and the discount follows', async ({
    ctx,
    api,
  }) => {
    const { campaign, buy, staff, books } = await aShop(ctx, api)
    await campaign({ code: 'ONLUK', kind: 'PERCENT', value: 10 })
    const { orderId } = (await buy(1800, 'ONLUK', { quantity: 2 })).data
    const order = async () => (await staff('GET', `/admin/orders/${orderId}`)).body.data
    const [item] = (await order()).items
    expect((await staff('PUT', `/admin/orders/${orderId}`, { items: [{ itemId: item.id, quantity: 1 }] })).status).toBe(
      200,
    )
    expect(await order()).toMatchObject({ totalAmount: 900, discount: { amount: 100, reason: 'ONLUK' } })
    expect(await books()).toEqual([])
  })
})
