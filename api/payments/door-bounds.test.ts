import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findDoorSettings, saveDoorSettings } from '#shop/checkout/ways/door/settings.ts'
import { orders } from '#shop/orders/schema.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aPlaced, aStaff, stockOf } from '#test/ways/door.ts'

describe('who may pay at the door', () => {
  test('is bounded by an account’s open orders, and by its telephone’s over accounts', async ({ ctx, api }) => {
    const { buy, orderData } = await aPlaced(ctx, api)
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), openPerPerson: 1, openPerPhone: 2 })
    const second = await buy()
    expect([second.status, second.body.code]).toEqual([409, 'METHOD_UNAVAILABLE'])
    expect(second.body.message).toContain('Kapıda ödemeli 1 siparişiniz henüz tamamlanmadı')
    const token = await signIn(ctx, await aUser(ctx))
    const another = (phone: string) => {
      const customerInfo = { ...orderData.customerInfo, phone }
      const body = { orderData: { ...orderData, customerInfo }, paymentMethod: 'CASH_ON_DELIVERY' }
      return api('POST', '/payments/create', { token, body })
    }
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), openPerPhone: 1 })
    expect((await another('+90 532 111 22 33')).body.message).toContain('Bu telefonla kapıda ödemeli 1 sipariş')
    expect((await another('0532 111 22 34')).body.data.status).toBe('CODE_REQUIRED')
  })

  test('ends for a telephone and an account after two refused parcels', async ({ ctx, api }) => {
    const { buy, admin, orderId, orderData, orderNow, product } = await aPlaced(ctx, api)
    const ship = (id: string) => admin('PUT', `/admin/orders/${id}/status`, { status: 'SHIPPED' })
    const early = await admin('POST', `/admin/orders/${orderId}/refused`)
    expect([early.status, early.body.message]).toEqual([
      409,
      'Yalnızca kargodaki bir paket için “Teslim alınmadı” diyebilirsiniz.',
    ])
    await ship(orderId)
    const refused = await admin('POST', `/admin/orders/${orderId}/refused`)
    expect(refused.body.data).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED', refunds: [] })
    expect(await stockOf(ctx, product.id)).toBe(3)
    expect((await orderNow())?.refusedAt).toEqual(ctx.clock())
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('paketi teslim alınmadığı için iptal edildi')
    expect((await admin('POST', `/admin/orders/${orderId}/refused`)).status).toBe(409)
    const again = (await buy()).body.data.orderId
    await ctx.db.update(orders).set({ placedAt: ctx.clock(), refusedAt: ctx.clock() }).where(eq(orders.id, again))
    await ctx.db.update(paymentAttempts).set({ status: 'EXPIRED' }).where(eq(paymentAttempts.orderId, again))
    const ended = await buy()
    expect([ended.status, ended.body.message]).toEqual([
      409,
      'Daha önce teslim alınmayan paketler nedeniyle kapıda ödeme kullanılamıyor; lütfen başka bir ödeme yöntemi seçin.',
    ])
    const token = await signIn(ctx, await aUser(ctx))
    const body = { orderData, paymentMethod: 'CASH_ON_DELIVERY' }
    expect((await api('POST', '/payments/create', { token, body })).body.code).toBe('METHOD_UNAVAILABLE')
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), refusalsThatEnd: 0 })
    expect((await api('POST', '/payments/create', { token, body })).body.data.status).toBe('CODE_REQUIRED')
  })

  test('and for which orders: totals, provinces and categories, each with its sentence', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 50_000 }] })
    const cartItems = [{ productId: product.id, variantId: product.variants[0]?.id, quantity: 1 }]
    const usual = { ...(await findDoorSettings(ctx)), feeKurus: 2_000 }
    const offered = async (more: object, city?: string) => {
      await saveDoorSettings(ctx, { ...usual, ...more })
      const { body } = await api('POST', '/checkout/quote', { body: { cartItems, city } })
      return body.data.methods.find(({ method }: { method: string }) => method === 'CASH_ON_DELIVERY')
    }
    const yes = { method: 'CASH_ON_DELIVERY', fee: 20, available: true }
    const no = (why: string) => ({ method: 'CASH_ON_DELIVERY', fee: 20, available: false, why })
    expect(await offered({ smallestKurus: 50_000, largestKurus: 50_000 })).toEqual(yes)
    expect(await offered({ smallestKurus: 50_001 })).toEqual(
      no('Kapıda ödeme 500,01 TL ve üzeri siparişlerde kullanılabilir.'),
    )
    expect(await offered({ largestKurus: 49_999 })).toEqual(
      no('Kapıda ödeme en çok 499,99 TL tutarındaki siparişlerde kullanılabilir.'),
    )
    const out = no('Van iline gönderilen siparişlerde kapıda ödeme kullanılamıyor.')
    expect(await offered({ provinces: ['Van'] }, 'Van')).toEqual(out)
    expect(await offered({ provinces: ['Van'] }, 'İzmir')).toEqual(yes)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' }, 'Van')).toEqual(out)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' }, 'İzmir')).toEqual(yes)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' })).toEqual(yes)
    expect(await offered({ categoriesOut: [product.category.id] })).toEqual(
      no(`${product.name} kapıda ödemeyle satılmıyor; bu ürün için başka bir ödeme yöntemi seçin.`),
    )
    expect(await offered({ enabled: false })).toBeUndefined()
  })
})

test('the settings are the owner’s: kept, checked, and of two who save at once the second is told', async ({
  ctx,
  api,
}) => {
  const admin = await aStaff(ctx, api)
  const { body } = await admin('GET', '/admin/settings/door')
  const { version, ...settings } = body.data
  expect(settings).toMatchObject({ enabled: true, fee: 49, cash: true, smallest: 100, largest: 10_000 })
  const put = (more: object) => admin('PUT', '/admin/settings/door', { ...settings, ...more })
  expect((await put({ fee: 59.9, provinces: ['Van'], version })).body.data).toMatchObject({
    fee: 59.9,
    provinces: ['Van'],
  })
  expect((await findDoorSettings(ctx)).feeKurus).toBe(5_990)
  expect((await put({ version })).body.code).toBe('EDIT_CONFLICT')
  const wrongFields = async (more: object) => Object.keys((await put(more)).body.error)
  expect(await wrongFields({ cash: false, card: false })).toEqual(['cash'])
  expect(await wrongFields({ largest: 99 })).toEqual(['largest'])
  expect(await wrongFields({ provinces: ['Atlantis'] })).toEqual(['provinces.0'])
  expect((await put({ largest: 0 })).status).toBe(200)
  const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const } }
  await ctx.db.execute("delete from settings where key = 'payments.door'")
  expect([(await findDoorSettings(ctx)).enabled, (await findDoorSettings(live)).enabled]).toEqual([true, false])
})
