import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { actorOfToken } from '#shop/accounts/sessions/sessions.ts'
import { channelPackages } from '#shop/channels/schema.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import { transferReceipts } from '#shop/checkout/ways/transfer/schema.ts'
import { creditEntries } from '#shop/credit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { newId } from '#shop/ctx.ts'
import { deleteAccount } from '#shop/desk/account-deletion.ts'
import { forgetOldBuyers } from '#shop/desk/old-buyers.ts'
import { giftCards } from '#shop/gift-cards/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import { saveGiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import { days, minutes } from '#shop/time.ts'
import { aPayment, goodCard, secureCard, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { mailedLink, mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const place = { district: 'Kadıköy', neighbourhood: 'Göztepe Mah.' }
const home = { title: 'Ev', ...usualRecipient, ...place }
const invoice = { type: 'PERSON', tckn: '10000000146' }
const invoiceAddress = { address: 'Gizli Ofis Sokağı 1', city: 'İzmir', district: 'Konak' }

/** Everything in the database that still names the person, by table. */
async function tracesOf(ctx: Ctx, words: string[]): Promise<string[]> {
  const tables = await ctx.db.execute<{
    name: string
  }>(sql`select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'demo_bank') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await ctx.db.execute<{ row: string }>(sql`select t::text as row from ${sql.raw(name)} t`)
    if (rows.some(({ row }) => words.some((word) => row.includes(word)))) found.push(name.replace('public.', ''))
  }
  return found.sort()
}

describe('DELETE /account', () => {
  test('takes the person out and keeps what the law wants of her orders, for three years', async ({
    api,
    ctx,
    clock,
  }) => {
    const user = await aUser(ctx, { email: 'gulsah.ozturk@posta.example', firstName: 'Gülşah', lastName: 'Öztürkoğlu' })
    const token = await signIn(ctx, user)
    const product = await aProduct(ctx)
    await api('POST', '/favorites/add', { token, body: { productId: product.id } })
    await api('POST', '/account/addresses', { token, body: { ...home, firstName: 'Gülşah', lastName: 'Öztürkoğlu' } })
    const payment = aPayment(product)
    payment.orderData.customerInfo = {
      ...payment.orderData.customerInfo,
      firstName: 'Gülşah',
      lastName: 'Öztürkoğlu',
      email: user.email,
    }
    Object.assign(payment.orderData.customerInfo, { ...place, invoice, invoiceAddress })
    expect((await api('POST', '/payments/create', { token, body: payment })).status).toBe(200)
    await api('POST', '/auth/forgot-password', { body: { email: user.email } })
    await mailsOf(ctx)

    const wrong = await api('DELETE', '/account', { token, body: { password: 'yanlış' } })
    expect([wrong.status, wrong.body.error]).toEqual([400, { password: ['Mevcut şifreniz hatalı'] }])
    const done = await api('DELETE', '/account', { token, body: { password: usualPassword } })
    expect([done.status, done.body.message]).toEqual([200, 'Hesabınız silindi.'])

    expect((await api('GET', '/account', { token })).status).toBe(401)
    const login = await api('POST', '/auth/login', { body: { email: user.email, password: usualPassword } })
    expect(login.status).toBe(401)
    const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id))
    expect((await api('POST', '/auth/login', { body: { email: row?.email, password: usualPassword } })).status).toBe(
      401,
    )
    expect(await tracesOf(ctx, [user.email, 'Gülşah', 'Öztürkoğlu'])).toEqual(['mails', 'orders'])
    // Details for the invoice alone stand in the order and nowhere else; her saved address is gone.
    expect(await tracesOf(ctx, [invoice.tckn, 'Gizli Ofis'])).toEqual(['orders'])
    const kinds = (await mailsOf(ctx)).map((mail) => mail.kind)
    expect(kinds.toSorted()).toEqual(['account-deleted', 'order-confirmation'])

    clock.forward(days(3 * 365))
    await forgetOldBuyers(ctx)
    expect(await tracesOf(ctx, ['Gülşah'])).toContain('orders')
    clock.forward(days(10))
    await forgetOldBuyers(ctx)
    const traces = ['Gülşah', 'Bağdat Caddesi', '5321112233', invoice.tckn, 'Gizli Ofis', 'Göztepe', 'Kadıköy']
    expect(await tracesOf(ctx, traces)).not.toContain('orders')
    const [order] = await ctx.db.select().from(orders)
    expect(order?.totalKurus).toBe(119_900)
  })

  test('leaves her orders to the links of their mails, none of which names the account', async ({ api, ctx }) => {
    const user = await aUser(ctx, { email: 'gulsah.ozturk@posta.example' })
    const token = await signIn(ctx, user)
    const product = await aProduct(ctx)
    const buy = async (email: string) => {
      const payment = aPayment(product)
      payment.orderData.customerInfo.email = email
      const { body } = await api('POST', '/payments/create', { token, body: payment })
      return body.data.orderId as string
    }
    const [own, present] = [await buy(user.email), await buy('baskasi@posta.example')]
    await api('DELETE', '/account', { token, body: { password: usualPassword } })
    const told = (await mailsOf(ctx)).find(({ kind }) => kind === 'account-deleted')?.text
    expect(told).toContain('/siparis-takip')
    expect(told).not.toContain('Size bir daha yazmayacağız')

    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const status = { token: admin, body: { status: 'CONFIRMED' } }
    await api('PUT', `/admin/orders/${own}/status`, status)
    const [mail] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-confirmed')
    expect(mail?.text).not.toMatch(/hesabınızda|Siparişlerim/)
    const opened = await api('GET', '/orders/guest', { token: await mailedLink(ctx) })
    expect([opened.status, opened.body.data.id]).toEqual([200, own])
    const asked = { orderNumber: own.slice(-8), email: user.email }
    await api('POST', '/orders/guest/link', { body: asked })
    const link = await mailedLink(ctx)
    expect((await api('POST', `/orders/${own}/cancellation`, { token: link })).body.data.status).toBe('CANCELLED')

    // An address that nobody proved gets no key to what the account bought.
    await api('PUT', `/admin/orders/${present}/status`, status)
    expect((await mailsOf(ctx)).at(-1)).toMatchObject({ toEmail: 'baskasi@posta.example', orderLinkOf: null })
  })

  test('takes her out of the gift cards that were sent to her, which are good as before', async ({ api, ctx }) => {
    const user = await aUser(ctx, { email: 'gulsah.ozturk@posta.example' })
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await saveGiftCardSettings(ctx, { on: true })
    const card = { amount: 100, recipientEmail: user.email, recipientName: 'Gülşah', message: 'Gülşah için' }
    const { body } = await api('POST', '/admin/gift-cards', { token: admin, body: card })
    const named = [user.email, 'Gülşah']
    expect(await tracesOf(ctx, named)).toEqual(['audit_entries', 'gift_cards', 'mails', 'users'])
    await api('DELETE', '/account', { token: await signIn(ctx, user), body: { password: usualPassword } })
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['account-deleted'])
    expect(await tracesOf(ctx, named)).toEqual(['mails'])
    expect(await ctx.db.select().from(giftCards)).toMatchObject([{ id: body.data[0].id, balanceKurus: 10_000 }])
  })

  test('is refused while store credit that she spent may still come back to her', async ({ api, ctx, clock }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 9, priceKurus: 30_000 }] })
    const user = await aUser(ctx)
    const owner = await aUser(ctx, { role: 'ADMIN' })
    const as = (who: typeof user) => async (method: string, path: string, body?: unknown) =>
      api(method, path, { token: await signIn(ctx, who), body })
    const [own, staff] = [as(user), as(owner)]
    const give = () => staff('POST', `/admin/customers/${user.id}/credit`, { amount: 100, reason: 'Hediye' })
    const buy = async (card: string) => {
      const { paymentData, orderData } = aPayment(product, { totalAmount: 200, card })
      const body = { paymentData, orderData: { ...orderData, useCredit: true } }
      return (await own('POST', '/payments/create', body)).body.data
    }
    const refuses = async () => {
      const answers = [
        await own('DELETE', '/account', { password: usualPassword }),
        await staff('DELETE', `/admin/customers/${user.id}`),
      ]
      return answers.map(({ status, body }) => `${status} ${body.message}`)
    }
    const unsettled = [
      '409 Mağaza kredinizle ödediğiniz bir sipariş ya da iadesi henüz sonuçlanmadı; sonuçlanınca hesabınızı silebilirsiniz.',
      '409 Müşterinin mağaza kredisiyle ödediği bir sipariş ya da iadesi henüz sonuçlanmadı; sonuçlanınca hesabı silebilirsiniz.',
    ]

    await give()
    expect(await buy(secureCard)).toMatchObject({ status: '3DS_REQUIRED' })
    expect(await refuses()).toEqual(unsettled)
    clock.forward(minutes(60))
    await settleOpenPayments(ctx)
    expect((await refuses())[0]).toContain('Hesabınızda 100,00 TL mağaza krediniz var')

    const { orderId } = await buy(goodCard)
    for (const status of ['CONFIRMED', 'PREPARED', 'SHIPPED']) {
      await staff('PUT', `/admin/orders/${orderId}/status`, { status })
      expect(await refuses()).toEqual(unsettled)
    }
    await staff('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })
    const { body } = await staff('GET', `/admin/orders/${orderId}`)
    const items = [{ itemId: body.data.items[0].id, quantity: 1, reason: 'OTHER' }]
    const sent = await own('POST', `/orders/${orderId}/returns`, { items })
    expect([sent.status, await refuses()]).toEqual([201, unsettled])
    await own('DELETE', `/returns/${sent.body.data.id}`)
    expect((await own('DELETE', '/account', { password: usualPassword })).status).toBe(200)
  })

  test('leaves nobody whom the owner could give store credit instead of money', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    const [token, admin] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(await aProduct(ctx)) })
    await api('DELETE', '/account', { token, body: { password: usualPassword } })
    const refund = (more: object) => {
      const given = { amount: 50, reason: 'Geç geldi', ...more }
      return api('POST', `/admin/orders/${body.data.orderId}/refund`, { token: admin, body: given })
    }
    const asCredit = await refund({ asCredit: true, customerAgreed: true })
    expect([asCredit.status, asCredit.body.message]).toEqual([
      409,
      'Bu siparişe mağaza kredisi verilemez: müşteri hesabını silmiş; iadeyi para olarak yapın.',
    ])
    expect((await refund({})).status).toBe(200)
    expect(await ctx.db.$count(creditEntries)).toBe(0)
  })

  test('takes her out of what was written about her orders too, after those years', async ({ api, ctx, clock }) => {
    const user = await aUser(ctx)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const token = await signIn(ctx, user)
    const { body } = await api('POST', '/payments/create', { token, body: aPayment(await aProduct(ctx)) })
    const orderId: string = body.data.orderId
    const change = { firstName: 'Gülşah', address: 'Gizli Ofis Sokağı 1', phone: '0544 333 22 11' }
    for (const [method, path, said] of [
      ['PUT', '', { customerInfo: change, note: 'Gülşah aradı' }],
      ['PUT', '', { customerInfo: { ...change, firstName: 'Gül' } }],
      ['POST', '/notes', { text: 'Gülşah Hanım aradı' }],
    ] as const)
      expect((await api(method, `/admin/orders/${orderId}${path}`, { token: admin, body: said })).status).toBeLessThan(
        300,
      )
    const [attempt] = await ctx.db.select().from(paymentAttempts)
    const now = ctx.clock()
    await ctx.db.insert(refunds).values({
      ...{
        id: newId(),
        orderId,
        attemptId: attempt?.id ?? '',
        amountKurus: 1,
        status: 'SUCCEEDED',
        reason: 'goodwill',
      },
      ...{ byHand: true, iban: 'TR330006100519786457841326', ibanHolder: 'Gülşah Öztürkoğlu' },
      ...{ leaseUntil: now, createdAt: now, updatedAt: now },
    })
    const sent = {
      id: '1',
      orderNumber: '1',
      status: 'Delivered',
      standing: 'delivered',
      trackingNumber: '',
      lines: [],
    }
    const sold = {
      ...{ channel: 'trendyol', orderNumber: '1', status: 'Delivered', changedAt: now, createdAt: now },
      package: {
        ...sent,
        ...change,
        lastName: '',
        city: '',
        district: 'Gizli Ofis',
        orderedAt: 0,
        changedAt: 0,
      } as never,
    }
    await ctx.db.insert(channelPackages).values([
      { ...sold, packageId: '1', state: 'TAKEN', orderId },
      { ...sold, packageId: '2', state: 'SHORT' },
    ])
    await ctx.db.insert(transferReceipts).values({
      ...{ id: newId(), attemptId: attempt?.id ?? '', amountKurus: 1, receivedAt: now, createdAt: now },
      note: 'EFT Gülşah Öztürkoğlu',
    })
    const traces = ['Gülşah', 'Gizli Ofis', '5443332211', '544 333 22 11', 'TR330006100519786457841326']
    const written = [
      'audit_entries',
      'channel_packages',
      'order_events',
      'order_notes',
      'orders',
      'refunds',
      'transfer_receipts',
    ]
    expect(await tracesOf(ctx, traces)).toEqual(expect.arrayContaining(written))
    expect((await api('DELETE', '/account', { token, body: { password: usualPassword } })).status).toBe(200)
    clock.forward(days(3 * 366 + 1))
    // A run that fails in the middle is done again from the start.
    await ctx.db.execute(sql`alter table order_notes rename to notes_away`)
    await expect(forgetOldBuyers(ctx)).rejects.toThrow()
    await ctx.db.execute(sql`alter table notes_away rename to order_notes`)
    await forgetOldBuyers(ctx)
    expect((await tracesOf(ctx, traces)).filter((name) => name !== 'mails')).toEqual([])
  })

  test('leaves the address free for a new account', async ({ api, ctx }) => {
    const user = await aUser(ctx)
    await api('DELETE', '/account', { token: await signIn(ctx, user), body: { password: usualPassword } })
    const body = { firstName: 'Ayşe', lastName: 'Yılmaz', email: user.email, password: usualPassword }
    await api('POST', '/auth/register', { body })
    expect((await api('POST', '/auth/login', { body })).status).toBe(200)
  })

  test('does not leave the shop without an admin', async ({ api, ctx, as }) => {
    const admin = await aUser(ctx, { role: 'ADMIN' })
    const token = await signIn(ctx, admin)
    const refused = await api('DELETE', '/account', { token, body: { password: usualPassword } })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    await aUser(ctx, { role: 'ADMIN' })
    await deleteAccount(as(await actorOfToken(ctx, token)), usualPassword)
  })
})
