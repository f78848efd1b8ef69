import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findContracts } from '#shop/agreements/order-contracts.ts'
import { products, variants } from '#shop/catalog/schema.ts'
import { settleAttempt } from '#shop/checkout/attempts.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { findDoorSettings, saveDoorSettings } from '#shop/checkout/ways/door/settings.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { discounted } from '#shop/order-desk/discount.ts'
import { endForgottenLinks, issuePaymentToken } from '#shop/order-desk/links.ts'
import { paymentLinks } from '#shop/order-desk/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { hours, minutes } from '#shop/time.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { goodCard, paymentWith, poorCard, secureCard, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test } from '#test/shop.ts'

/** A shop with two pieces, its owner, and a manual order of three of the first and one of the second: 3 × 100,01 + 50. */
async function aShop(ctx: Ctx, api: Api) {
  const one = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ stock: 20, priceKurus: 10_001 }] })
  const two = await aProduct(ctx, { name: 'Bluz', variants: [{ stock: 20, priceKurus: 5_000 }] })
  const initial = await stockByVariant(ctx.db)
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const admin = await signIn(ctx, owner)
  /** With a token of now: hers ends while a link waits. */
  const call = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owner), body })
  const items = [
    { variantId: one.variants[0]?.id ?? '', quantity: 3 },
    { variantId: two.variants[0]?.id ?? '', quantity: '1' },
  ]
  const customerInfo = { ...usualRecipient, email: 'Zeynep@posta.example' }
  const write = (more: object = {}) => call('POST', '/admin/orders', { items, customerInfo, ...more })
  const read = async (id: string) => (await call('GET', `/admin/orders/${id}`)).body.data
  const link = async (id: string, body?: object) => call('POST', `/admin/orders/${id}/payment-link`, body)
  const tokenOf = async (id: string): Promise<string> => (await link(id)).body.data.url.split('#token=')[1]
  const open = async (token: string) => (await api('POST', '/payment-links/order', { body: { token } })).body.data
  const pay = (token: string, totalAmount: number, more: object = {}) =>
    api('POST', '/payment-links/payment', {
      body: { token, totalAmount, paymentData: paymentWith(goodCard), ...more },
    })
  const shelf = async () =>
    Promise.all(
      items.map(
        async ({ variantId }) => (await ctx.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.stock,
      ),
    )
  return {
    one,
    two,
    admin,
    call,
    items,
    customerInfo,
    write,
    read,
    link,
    tokenOf,
    open,
    pay,
    shelf,
    audit: () => auditBooks(ctx.db, initial),
  }
}

const charges = async (ctx: Ctx, id: string) =>
  (await listDemoLedger(ctx.db)).filter(({ orderId, status }) => orderId === id && status === 'CHARGED')

describe('a manual order', () => {
  test('holds its goods, costs what the quote says, and waits for its payment', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const quote = await api('POST', '/admin/order-quote', {
      token: shop.admin,
      body: { items: shop.items, city: 'İzmir' },
    })
    expect(quote.body.data).toEqual({ goods: 350.03, discount: 0, delivery: 0, methodFee: 0, total: 350.03 })
    const { status, body } = await shop.write({ note: 'Instagram' })
    expect([status, body.message]).toEqual([201, 'Sipariş oluşturuldu, ürünler ayrıldı.'])
    expect(body.data).toMatchObject({
      ...{ totalAmount: 350.03, paymentStatus: 'PENDING', status: 'PENDING', adminNotes: 'Instagram', manual: true },
      customerInfo: { email: 'zeynep@posta.example' },
      guest: true,
    })
    expect(await shop.shelf()).toEqual([17, 19])
    const early = await api('PUT', `/admin/orders/${body.data.id}/status`, {
      token: shop.admin,
      body: { status: 'PREPARED' },
    })
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT'])
    const list = await api('GET', '/admin/orders', { token: shop.admin })
    expect(list.body).toMatchObject({ pagination: { total: 1 }, totals: { amount: 0 } })
    const cancelled = await api('DELETE', `/admin/orders/${body.data.id}`, { token: shop.admin })
    expect(cancelled.body.data.status).toBe('CANCELLED')
    expect(await shop.shelf()).toEqual([20, 20])
  })

  test('is the account’s whose verified address it has', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const user = await aUser(ctx, { email: 'zeynep@posta.example' })
    const { body } = await shop.write()
    expect(body.data).toMatchObject({ customerId: user.id, guest: false })
    const own = await api('GET', '/orders/my', { token: await signIn(ctx, user) })
    expect(own.body.data).toMatchObject([{ id: body.data.id, paymentStatus: 'PENDING' }])
  })

  test('bears a discount in its prices, to the kuruş, with its reason', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { body } = await shop.write({ discount: { amount: '35.02', reason: 'Sadık müşteri' } })
    expect(body.data).toMatchObject({ totalAmount: 315.01, discount: { amount: 35.02, reason: 'Sadık müşteri' } })
    const sum = body.data.items.reduce(
      (kurus: number, item: Json) => kurus + Math.round(item.priceAtPurchase * 100) * item.quantity,
      0,
    )
    expect(sum).toBe(31_501)
    expect(body.data.vat).toMatchObject([{ gross: 315.01 }])
    const percent = await shop.write({ discount: { percent: 10, reason: 'Özür' } })
    expect(percent.body.data.totalAmount).toBe(315.03)
    for (const [discount, field] of [
      [{ amount: 350.03, reason: 'x' }, 'discount.amount'],
      [{ amount: 10, percent: 5, reason: 'x' }, 'discount.amount'],
      [{ amount: 10 }, 'discount.reason'],
      [{ percent: 120, reason: 'x' }, 'discount.percent'],
    ] as const) {
      const refused = await shop.write({ discount })
      expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, [field]])
    }
  })

  test('by transfer or at the door it is placed as any other', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const byTransfer = await shop.write({ paymentMethod: 'BANK_TRANSFER' })
    expect(byTransfer.body.data).toMatchObject({ paymentStatus: 'AWAITING_TRANSFER', paymentMethod: 'BANK_TRANSFER' })
    const id = byTransfer.body.data.id
    const body = { amount: 350.03, receivedAt: ctx.clock().toISOString() }
    await api('POST', `/admin/orders/${id}/transfer`, { token: shop.admin, body })
    expect((await shop.read(id)).paymentStatus).toBe('SUCCESS')
    expect((await shop.link(id)).status).toBe(409)
    const items = [{ variantId: shop.one.variants[0]?.id, quantity: 2 }]
    const atDoor = await shop.write({ items, paymentMethod: 'CASH_ON_DELIVERY' })
    expect(atDoor.body.data).toMatchObject({ paymentStatus: 'CASH_ON_DELIVERY', methodFee: 49, totalAmount: 249.02 })
    const small = [{ variantId: shop.two.variants[0]?.id, quantity: 1 }]
    const refused = await shop.write({ items: small, paymentMethod: 'CASH_ON_DELIVERY' })
    expect([refused.status, refused.body.code]).toEqual([409, 'METHOD_UNAVAILABLE'])
    const kinds = (await ctx.db.select().from(mails).orderBy(mails.id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['transfer-placed', 'order-confirmation', 'order-confirmation'])
  })

  test('not of what is sold out, gone, nothing, or by strangers', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const short = await shop.write({ items: [{ ...shop.items[0], quantity: 21 }] })
    expect([short.status, short.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    expect((await shop.write({ items: [] })).status).toBe(400)
    expect((await shop.write({ items: [{ variantId: newId(), quantity: 1 }] })).status).toBe(400)
    const { id } = shop.two
    expect((await api('DELETE', `/admin/products/${id}`, { token: shop.admin })).status).toBe(200)
    expect((await shop.write()).status).toBe(400)
    const hers = await signIn(ctx, await aUser(ctx))
    for (const path of ['/admin/orders', '/admin/order-quote', `/admin/orders/${newId()}/payment-link`])
      expect((await api('POST', path, { token: hers, body: {} })).status).toBe(403)
    expect((await shop.link(newId())).status).toBe(404)
    expect((await api('GET', '/admin/order-pieces?q=keten', { token: hers })).status).toBe(403)
    expect((await shop.shelf())[0]).toBe(20)
  })
})

test('a discount is shared by the lines exactly, however odd', () => {
  const line = (quantity: number, unitPriceKurus: number) =>
    ({ quantity, unitPriceKurus, item: { quantity, unitPriceKurus } }) as Parameters<typeof discounted>[0][number]
  const lines = [line(3, 10_001), line(7, 333), line(1, 2)]
  const sum = (all: typeof lines) =>
    all.reduce((kurus, { quantity, unitPriceKurus }) => kurus + quantity * unitPriceKurus, 0)
  for (const kurus of [1, 7, 999, 12_345]) {
    const after = discounted(lines, kurus)
    expect(sum(after)).toBe(sum(lines) - kurus)
    expect(after.reduce((units, { quantity }) => units + quantity, 0)).toBe(11)
    expect(after.reduce((off, { quantity, item }) => off + (item.discountKurus ?? 0) * quantity, 0)).toBe(kurus)
    for (const { quantity, unitPriceKurus, item } of after) {
      const { discountKurus: _, ...sold } = item
      expect(sold).toEqual({ quantity, unitPriceKurus })
    }
  }
  expect(() => discounted([line(1, 100), line(1, 1)], 100)).toThrow('sıfıra iniyor')
})

describe('pieces', () => {
  test('are found by words, by a scanned SKU, and of a product', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const find = async (query: string) =>
      (await api('GET', `/admin/order-pieces?${query}`, { token: shop.admin })).body.data.map(({ name }: Json) => name)
    expect(await find('q=keten')).toEqual(['Keten Elbise'])
    expect(await find(`q=${shop.two.variants[0]?.sku.toLowerCase()}`)).toEqual(['Bluz'])
    expect(await find(`product=${shop.one.id}`)).toEqual(['Keten Elbise'])
    expect(await find('product=yok')).toEqual([])
    expect(await find('')).toEqual([])
    expect((await api('GET', `/admin/order-pieces?q=${'a'.repeat(201)}`, { token: shop.admin })).status).toBe(400)
  })
})

describe('its payment link', () => {
  test('opens the order without an account, with what must be accepted, and is paid once', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const first = await shop.link(id)
    expect(first.body.data.expiresAt).toBe(new Date(ctx.clock().getTime() + hours(48)).toISOString())
    const token = first.body.data.url.split('#token=')[1]
    expect(JSON.stringify(await ctx.db.select().from(paymentLinks))).not.toContain(token)
    const opened = await shop.open(token)
    expect(opened).toMatchObject({ orderId: id, state: 'OPEN', totalAmount: 350.03, recipient: 'Ayşe Yılmaz' })
    expect(opened.address).toContain(usualRecipient.address)
    expect(opened.open.methods).toEqual(['CARD', 'HOSTED', 'BANK_TRANSFER'])
    const { preInformation, distanceSales } = opened.open.contracts
    const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
    const paid = await shop.pay(token, 350.03, { acceptedContracts })
    expect(paid.body.data).toMatchObject({ status: 'SUCCESS', orderId: id })
    expect(await shop.read(id)).toMatchObject({ paymentStatus: 'SUCCESS', status: 'PENDING', paymentMethod: 'CARD' })
    expect((await findContracts(ctx, id)).map(({ revision }) => revision)).toEqual([0, 0])
    // The link is opened again, as by somebody it was passed on to.
    expect(await shop.open(token)).toMatchObject({ state: 'PAID', recipient: '', address: '' })
    const again = await shop.pay(token, 350.03)
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
    expect(await charges(ctx, id)).toHaveLength(1)
    expect((await shop.link(id)).status).toBe(409)
    expect(await shop.audit()).toEqual([])
  })

  test('is refused for a piece that left the shop, and priced by no way that is switched off', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const quote = (more: object = {}) => shop.call('POST', '/admin/order-quote', { items: shop.items, ...more })
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), enabled: false })
    const refused = await quote({ paymentMethod: 'CASH_ON_DELIVERY' })
    expect([refused.status, refused.body.code]).toEqual([409, 'METHOD_UNAVAILABLE'])
    await ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, shop.one.id))
    expect([(await quote()).status, (await shop.write()).status]).toEqual([404, 404])
  })

  test('a bank that does not answer leaves the payment open, and nobody else pays meanwhile', async ({
    ctx,
    api,
    deps,
  }) => {
    const shop = await aShop(ctx, api)
    const token = await shop.tokenOf((await shop.write()).body.data.id)
    deps.payments.charge = async () => {
      throw new Error('no answer')
    }
    const open = await shop.pay(token, 350.03)
    expect([open.status, open.body.data.status]).toEqual([202, 'PENDING'])
    expect((await shop.pay(token, 350.03)).status).toBe(409)
  })

  test('a declined card leaves it open; another total, another way or an unknown token pays nothing', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const token = await shop.tokenOf(id)
    const declined = await shop.pay(token, 350.03, { paymentData: paymentWith(poorCard) })
    expect([declined.status, declined.body.code]).toEqual([402, 'PAYMENT_DECLINED'])
    expect(await shop.open(token)).toMatchObject({ state: 'OPEN' })
    expect(await shop.shelf()).toEqual([17, 19])
    const other = await shop.pay(token, 350)
    expect([other.status, other.body.code, other.body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 350.03 }])
    await api('PUT', '/admin/settings/transfer', {
      token: shop.admin,
      body: { settings: { on: false, deadlineDays: 3, remindAfterDays: 1, accounts: [] } },
    })
    expect((await shop.pay(token, 350.03, { paymentMethod: 'BANK_TRANSFER' })).body.code).toBe('METHOD_UNAVAILABLE')
    expect((await api('POST', '/payment-links/order', { body: { token: 'yok' } })).body.code).toBe('LINK_EXPIRED')
    expect((await shop.pay('yok', 1)).body.code).toBe('LINK_EXPIRED')
    expect((await api('POST', '/payment-links/order', { body: {} })).status).toBe(400)
    expect((await shop.pay(token, 350.03, { paymentData: undefined })).status).toBe(400)
    expect((await shop.pay(token, 350.03)).status).toBe(200)
    expect(await shop.audit()).toEqual([])
  })

  test('whoever is left at a bank gives way; the order is paid once', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const token = await shop.tokenOf(id)
    const atBank = await shop.pay(token, 350.03, { paymentData: paymentWith(secureCard) })
    expect(atBank.body.data.status).toBe('3DS_REQUIRED')
    expect(
      (
        await api('PUT', `/admin/orders/${id}`, {
          token: shop.admin,
          body: { items: [{ itemId: (await shop.read(id)).items[1].id, quantity: 0 }] },
        })
      ).body.code,
    ).toBe('CONFLICT')
    expect((await shop.pay(await shop.tokenOf(id), 350.03)).body.data.status).toBe('SUCCESS')
    expect(await charges(ctx, id)).toHaveLength(1)
    expect(await shop.audit()).toEqual([])
  })

  test('money of a try that was given up pays the order if it still waits, and goes back if it does not', async ({
    ctx,
    api,
    clock,
  }) => {
    const shop = await aShop(ctx, api)
    const late = async (second: 'waits' | 'is paid' | 'changed' | 'ended') => {
      const { id } = (await shop.write({ items: [{ ...shop.items[0], quantity: 1 }] })).body.data
      const token = await shop.tokenOf(id)
      await shop.pay(token, 100.01, { paymentData: paymentWith(secureCard) })
      clock.forward(minutes(31))
      await settleOpenPayments(ctx)
      if (second === 'is paid') expect((await shop.pay(token, 100.01)).status).toBe(200)
      if (second === 'ended') await shop.call('DELETE', `/admin/orders/${id}`)
      if (second === 'changed') {
        const [item] = (await shop.read(id)).items
        const items = [{ itemId: item.id, variantId: shop.items[1]?.variantId }]
        expect((await shop.call('PUT', `/admin/orders/${id}`, { items })).body.data.totalAmount).toBe(50)
      }
      const attempts = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, id))
      const given = attempts.find(({ linkOf, status }) => linkOf !== null && status === 'EXPIRED')
      const came = { kind: 'charged', paymentId: newId(), amountKurus: 10_001 } as const
      const { status } = await settleAttempt(ctx, given?.id ?? '', came, 'late')
      const back = await ctx.db.select().from(refunds).where(eq(refunds.orderId, id))
      return [status, (await shop.read(id)).paymentStatus, back.map(({ amountKurus }) => amountKurus)]
    }
    expect(await late('waits')).toEqual(['SUCCEEDED', 'SUCCESS', []])
    expect(await late('is paid')).toEqual(['REFUNDED', 'SUCCESS', [10_001]])
    expect(await late('changed')).toEqual(['REFUNDED', 'PENDING', [10_001]])
    expect(await late('ended')).toEqual(['REFUNDED', 'FAILED', [10_001]])
  })

  test('shows the new sum after a change; chosen, a transfer waits with its reference', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const token = await shop.tokenOf(id)
    const [, blouse] = (await shop.read(id)).items
    await api('PUT', `/admin/orders/${id}`, {
      token: shop.admin,
      body: { items: [{ itemId: blouse.id, quantity: 0 }] },
    })
    expect(await shop.open(token)).toMatchObject({ totalAmount: 300.03, state: 'OPEN' })
    expect((await ctx.db.select().from(mails).orderBy(mails.id)).at(-1)?.text).toContain(
      'ödeme bağlantınız yeni tutarı gösterir',
    )
    const chosen = await shop.pay(token, 300.03, { paymentMethod: 'BANK_TRANSFER' })
    expect(chosen.body.data).toMatchObject({ status: 'AWAITING_TRANSFER', amount: 300.03 })
    const waiting = await shop.open(token)
    expect(waiting).toMatchObject({ state: 'AWAITING_TRANSFER', transfer: { reference: chosen.body.data.reference } })
    expect((await shop.pay(token, 300.03)).body.code).toBe('LINK_EXPIRED')
    const body = { amount: 300.03, receivedAt: ctx.clock().toISOString() }
    await api('POST', `/admin/orders/${id}/transfer`, { token: shop.admin, body })
    expect(await shop.open(token)).toMatchObject({ state: 'PAID' })
    expect(await shop.audit()).toEqual([])
  })

  test('ends its order when its time is over, unless somebody is just paying', async ({ ctx, api, clock }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const token = await shop.tokenOf(id)
    clock.forward(hours(47))
    await endForgottenLinks(ctx)
    expect(await shop.open(token)).toMatchObject({ state: 'OPEN' })
    await shop.pay(token, 350.03, { paymentData: paymentWith(secureCard) })
    clock.forward(hours(1) + minutes(1))
    await endForgottenLinks(ctx)
    expect((await shop.read(id)).status).toBe('PENDING')
    await settleOpenPayments(ctx)
    expect((await shop.pay(token, 350.03)).body.code).toBe('LINK_EXPIRED')
    await endForgottenLinks(ctx)
    expect(await shop.read(id)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    expect(await shop.open(token)).toMatchObject({ state: 'ENDED', recipient: '', address: '' })
    expect(await shop.shelf()).toEqual([20, 20])
    expect((await ctx.db.select().from(mails).orderBy(mails.id)).at(-1)?.text).toContain(
      'ödeme bağlantısının süresi dolduğu için iptal edildi',
    )
  })

  test('is mailed without ever standing in the outbox', async ({ ctx, api, queued }) => {
    const shop = await aShop(ctx, api)
    const { id } = (await shop.write()).body.data
    const sent = await shop.link(id, { mail: true })
    expect(sent.body.message).toBe('Ödeme bağlantısı müşteriye e-postayla gönderiliyor.')
    const [mail] = (await ctx.db.select().from(mails)).filter(({ kind }) => kind === 'payment-link')
    expect(mail).toMatchObject({ toEmail: 'zeynep@posta.example', orderLinkOf: id })
    expect(mail?.text).not.toContain(sent.body.data.url.split('#')[1])
    expect(queued.some(({ name }) => name === 'send-mail')).toBe(true)
    expect(await shop.open(await issuePaymentToken(ctx, id))).toMatchObject({ state: 'OPEN' })
  })

  test('tries are bounded', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const token = await shop.tokenOf((await shop.write()).body.data.id)
    const tries = []
    for (let n = 0; n < 6; n++)
      tries.push((await shop.pay(token, 350.03, { paymentData: paymentWith(poorCard) })).status)
    expect(tries).toEqual([402, 402, 402, 402, 402, 429])
    for (let n = 0; n < 60; n++) await api('POST', '/payment-links/order', { body: { token: 'yok' } })
    expect((await api('POST', '/payment-links/order', { body: { token } })).status).toBe(429)
  })
})
