import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import { giveUsesBack } from '#shop/campaigns/uses.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { CustomerQuery } from '#shop/desk/customers/contract.ts'
import { listCustomers } from '#shop/desk/customers/list.ts'
import { orders } from '#shop/orders/schema.ts'
import { stockRequests } from '#shop/restock/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

async function aDesk(ctx: Ctx, api: Api) {
  const owner = await aUser(ctx, { role: 'ADMIN', firstName: 'Nar', lastName: 'Sahibi' })
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 20, priceKurus: 100_000 }] })
  const staff = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owner), body })
  const buy = async (user: { id: string; email: string }, phone = '0532 111 22 33') => {
    const body = aPayment(product, { totalAmount: 1000 })
    body.orderData.customerInfo = { ...body.orderData.customerInfo, email: user.email, phone }
    const bought = await api('POST', '/payments/create', { token: await signIn(ctx, user as never), body })
    return bought.body.data.orderId as string
  }
  const list = async (query = '') => (await staff('GET', `/admin/customers?${query}`)).body
  return { owner, product, staff, buy, list }
}

describe('the list of customers', () => {
  test('is in no order of what was spent for who sees no sums', async ({ api, ctx, as }) => {
    const { owner, buy } = await aDesk(ctx, api)
    const [often, once] = [await aUser(ctx), await aUser(ctx)]
    for (const user of [often, often, once]) await buy(user)
    await ctx.db
      .update(orders)
      .set({ placedAt: new Date('2026-11-20T10:00:00Z') })
      .where(eq(orders.userId, once.id))
    const sorted = async (...held: ('customers' | 'amounts')[]) => {
      const actor = { kind: 'user', id: owner.id, sessionId: newId(), address: '203.0.113.7', rights: held } as const
      return (await listCustomers(as(actor), CustomerQuery.parse({ sort: 'spent' }))).items.map(({ userId }) => userId)
    }
    expect(await sorted('customers', 'amounts')).toEqual([often.id, once.id])
    expect(await sorted('customers'), 'the last order first').toEqual([once.id, often.id])
  })

  test('finds by name, e-mail and telephone, filters and sorts by what was really spent', async ({ api, ctx }) => {
    const { staff, buy, list } = await aDesk(ctx, api)
    const often = await aUser(ctx, { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example' })
    const once = await aUser(ctx, { firstName: 'Çiğdem', lastName: 'Ağaç', email: 'cigdem@posta.example' })
    const never = await aUser(ctx, { firstName: 'Ümmühan', lastName: 'Öz', email: 'ummuhan@posta.example' })
    await buy(once, '0533 222 33 44')
    const [first] = [await buy(often), await buy(often)]
    const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id)

    expect(await list('sort=spent')).toMatchObject({
      data: [
        { id: often.id, firstName: 'İpek', orders: 2, spent: 2000, phone: '+905321112233', openReturns: 0 },
        { id: once.id, orders: 1, spent: 1000 },
        { id: never.id, orders: 0, spent: 0, lastOrderAt: null },
      ],
      pagination: { page: 1, totalPages: 1, total: 3 },
    })
    for (const [query, found] of [
      ['q=ipek%20isik', [often.id]],
      ['q=CIGDEM@posta', [once.id]],
      ['q=0533%202223344', [once.id]],
      ['q=yok%20boyle', []],
      ['bought=never', [never.id]],
      ['bought=once', [once.id]],
      ['bought=several', [often.id]],
      ['returns=open', []],
      ['sort=newest&limit=1&page=2', [once.id]],
      ['page=9', []],
    ] as const) {
      expect(await ids(query), query).toEqual(found)
    }
    const totals = async () =>
      Promise.all(
        ['', 'bought=never', 'bought=once', 'bought=several', 'returns=open', 'q=posta.example'].map(
          async (query) => (await list(query)).pagination.total,
        ),
      )
    expect(await totals()).toEqual([3, 1, 1, 1, 0, 3])
    await buy(once)
    await ctx.db.execute(sql`select compact_counts()`)
    await ctx.db.delete(users).where(eq(users.id, never.id))
    expect(await totals()).toEqual([2, 0, 0, 2, 0, 2])
    expect((await list('page=9')).pagination.total).toBe(2)
    expect((await staff('GET', '/admin/customers?sort=ters')).status).toBe(400)

    await staff('POST', `/admin/orders/${first}/refund`, { amount: 300, reason: 'Leke' })
    expect((await list('q=ipek')).data[0]).toMatchObject({ orders: 2, spent: 1700 })
    await staff('DELETE', `/admin/orders/${first}`)
    expect((await list('q=ipek')).data[0]).toMatchObject({ orders: 1, spent: 1000 })
    await ctx.db.update(orders).set({ deliveredAt: ctx.clock() }).where(eq(orders.userId, once.id))
  })

  test('counts an order once its money is there, and no more when that is taken back', async ({ api, ctx }) => {
    const sale = await aTransfer(ctx, api)
    const listed = async (query = '') => (await sale.staff('GET', `/admin/customers?${query}`)).body.data
    expect(await listed('bought=never')).toMatchObject([{ orders: 0, spent: 0, lastOrderAt: expect.any(String) }])
    await sale.receive(2398)
    expect(await listed('bought=once')).toMatchObject([{ orders: 1, spent: 2398 }])
    const [entry] = (await sale.staff('GET', `/admin/orders/${sale.orderId}/transfer`)).body.data
    await sale.staff('DELETE', `/admin/orders/${sale.orderId}/transfer/${entry.id}`)
    expect(await listed('bought=never')).toMatchObject([{ orders: 0, spent: 0 }])
  })

  test('shows staff only once they buy', async ({ api, ctx }) => {
    const { owner, buy, list } = await aDesk(ctx, api)
    expect((await list()).data).toEqual([])
    await buy(owner)
    expect((await list()).data).toMatchObject([{ id: owner.id, spent: 1000 }])
  })
})

describe('the page of a customer', () => {
  test('has no sizes of an order that nobody paid', async ({ api, ctx }) => {
    const { staff, buy } = await aDesk(ctx, api)
    const user = await aUser(ctx)
    await buy(user)
    for (const paymentStatus of ['AWAITING_TRANSFER', 'PENDING'] as const) {
      await ctx.db.update(orders).set({ paymentStatus })
      expect((await staff('GET', `/admin/customers/${user.id}`)).body.data.sizes).toEqual([])
    }
  })

  test('shows orders, sizes, favorites, messages, waiting and notes; a note is signed', async ({ api, ctx }) => {
    const { staff, buy, product } = await aDesk(ctx, api)
    const user = await aUser(ctx, { email: 'ipek@posta.example' })
    const orderId = await buy(user)
    await api('POST', '/favorites/add', { token: await signIn(ctx, user), body: { productId: product.id } })
    await api('POST', '/forms/problem-report', {
      body: { email: user.email, problem: 'Kargom gelmedi, bakar mısınız?' },
    })
    const path = `/admin/customers/${user.id}`
    expect((await staff('GET', path)).body.data).toMatchObject({
      id: user.id,
      emailVerified: true,
      guest: false,
      credit: 0,
      orderCount: 1,
      latestOrders: [{ id: orderId, total: 1000, pieces: 1, exchange: false }],
      latestReturns: [],
      sizes: [{ size: 'M', units: 1 }],
      favorites: [{ productId: product.id, slug: product.slug }],
      messages: [{ kind: 'problem-report', answered: false }],
      notes: [],
      consents: [],
    })
    const noted = await staff('POST', `${path}/notes`, { text: ' Omzu geniş, L ister. ' })
    expect(noted.body).toMatchObject({
      message: 'Not kaydedildi.',
      data: { notes: [{ text: 'Omzu geniş, L ister.', author: 'Nar Sahibi' }] },
    })
    expect((await staff('POST', `${path}/notes`, { text: ' ' })).status).toBe(400)
    const [entry] = (await staff('GET', '/admin/audit?action=customer.note')).body.data
    expect(entry).toMatchObject({ subject: { id: user.id }, actor: { name: 'Nar Sahibi' } })
    for (const id of ['yok', crypto.randomUUID()]) {
      expect((await staff('GET', `/admin/customers/${id}`)).status).toBe(404)
      expect((await staff('POST', `/admin/customers/${id}/notes`, { text: 'x' })).status).toBe(404)
      expect((await staff('DELETE', `/admin/customers/${id}`)).status).toBe(404)
      expect((await staff('GET', `/admin/customers/${id}/export`)).status).toBe(404)
    }
  })
})

test('counts as paid what the sum of hers counts: no order whose transfer is still to come, none that was cancelled', async ({
  api,
  ctx,
}) => {
  const { staff, buy, product } = await aDesk(ctx, api)
  const user = await aUser(ctx)
  const [, , cancelled] = [await buy(user), await buy(user), await buy(user)]
  await staff('DELETE', `/admin/orders/${cancelled}`)
  const awaited = await api('POST', '/payments/create', {
    token: await signIn(ctx, user),
    body: { ...aPayment(product, { totalAmount: 1000 }), paymentMethod: 'BANK_TRANSFER' },
  })
  expect(awaited.status).toBe(200)
  const page = async () => (await staff('GET', `/admin/customers/${user.id}`)).body.data
  expect(await page()).toMatchObject({ spent: 2000, orders: 2, paidOrders: 2, orderCount: 4 })
})

describe('merging two accounts', () => {
  test('moves all of hers, ends the other account, and tells her and the history', async ({ api, ctx }) => {
    const { staff, buy, product } = await aDesk(ctx, api)
    const kept = await aUser(ctx, { email: 'yeni@posta.example' })
    const gone = await aUser(ctx, { email: 'eski@posta.example', firstName: 'Ayşe' })
    const token = await signIn(ctx, gone)
    const [hers, other] = [await buy(kept), await buy(gone)]
    await api('POST', '/favorites/add', { token, body: { productId: product.id } })
    await api('POST', '/favorites/add', { token: await signIn(ctx, kept), body: { productId: product.id } })
    await staff('POST', `/admin/customers/${gone.id}/credit`, { amount: 150, reason: 'Hediye' })
    await staff('POST', `/admin/customers/${gone.id}/notes`, { text: 'Eski hesabı' })
    await mailsOf(ctx)

    const merge = (id: string, otherId: string) => staff('POST', `/admin/customers/${id}/merge`, { otherId })
    const done = await merge(kept.id, gone.id)
    expect(done.status).toBe(200)
    expect(done.body.data).toMatchObject({ orders: 2, spent: 2000, credit: 150, notes: [{ text: 'Eski hesabı' }] })
    expect(done.body.data.latestOrders.map(({ id }: { id: string }) => id).sort()).toEqual([hers, other].sort())
    expect(done.body.data.favorites).toHaveLength(1)

    expect((await api('GET', '/account', { token })).status).toBe(401)
    const [row] = await ctx.db.select().from(users).where(eq(users.id, gone.id))
    expect(row).toMatchObject({ mergedInto: kept.id, firstName: 'Silinmiş', passwordHash: '' })
    const mail = (await mailsOf(ctx)).find(({ kind }) => kind === 'account-merged')
    expect(mail).toMatchObject({ toEmail: 'eski@posta.example', text: expect.stringContaining('yeni@posta.example') })
    const [entry] = (await staff('GET', '/admin/audit?action=customer.merge')).body.data
    expect(entry.after).toEqual({ mergedAccount: 'eski@posta.example', movedOrders: 1, movedCreditKurus: 15000 })
    expect((await merge(kept.id, gone.id)).status).toBe(404)
  })

  test('brings what was written from the other address and what it waits for, but not of one that nobody proved', async ({
    api,
    ctx,
  }) => {
    const { staff } = await aDesk(ctx, api)
    const sold = await aProduct(ctx, { variants: ['M', 'L'].map((size) => ({ size, stock: 0 })) })
    const people = ['yeni', 'eski', 'yabanci'].map((name) => ({ email: `${name}@posta.example` }))
    const [kept, gone] = [await aUser(ctx, people[0]), await aUser(ctx, people[1])]
    const stranger = await aUser(ctx, { ...people[2], verified: false })
    for (const user of [gone, kept]) {
      const token = await signIn(ctx, user)
      for (const size of user === gone ? ['M', 'L'] : ['M'])
        await api('POST', '/forms/stock-notice', { token, body: { email: user.email, size, productId: sold.id } })
    }
    const [place] = await ctx.db.select().from(stockRequests).where(eq(stockRequests.email, gone.email))
    for (const { email } of [gone, stranger])
      await api('POST', '/forms/problem-report', { body: { email, problem: 'Kargom gelmedi, bakar mısınız?' } })
    for (const { id } of [gone, stranger]) await staff('POST', `/admin/customers/${kept.id}/merge`, { otherId: id })
    const { data } = (await staff('GET', `/admin/customers/${kept.id}`)).body
    expect(data.messages.filter(({ kind }: { kind: string }) => kind === 'problem-report')).toHaveLength(1)
    const waiting = await ctx.db.select().from(stockRequests).orderBy(stockRequests.createdAt)
    expect(waiting.map(({ email, size }) => `${email} ${size}`).toSorted()).toEqual([
      'yeni@posta.example L',
      'yeni@posta.example M',
    ])
    expect(waiting.map(({ id }) => id)).toContain(place?.id)
  })

  test('counts a code for the account that stays which the other has used, until that comes back', async ({
    api,
    ctx,
  }) => {
    const { staff, product } = await aDesk(ctx, api)
    const [kept, gone] = [await aUser(ctx), await aUser(ctx)]
    await staff('POST', '/admin/coupons', { code: 'BIR', kind: 'AMOUNT', value: 100, personLimit: 1 })
    const body = aPayment(product, { totalAmount: 900 })
    Object.assign(body.orderData, { coupon: 'BIR' })
    const bought = await api('POST', '/payments/create', { token: await signIn(ctx, gone), body })
    await staff('POST', `/admin/customers/${kept.id}/merge`, { otherId: gone.id })
    const coupon = async () => {
      const { cartItems } = body.orderData
      const asked = { token: await signIn(ctx, kept), body: { cartItems, coupon: 'BIR' } }
      return (await api('POST', '/checkout/quote', asked)).body.data.coupon
    }
    expect(await coupon()).toMatchObject({ counts: false, why: expect.stringContaining('hakkınız doldu') })
    await giveUsesBack(ctx, bought.body.data.orderId)
    expect(await coupon()).toMatchObject({ counts: true })
  })

  test('is refused for one account with itself, and for staff', async ({ api, ctx }) => {
    const { owner, staff, buy } = await aDesk(ctx, api)
    const user = await aUser(ctx)
    await buy(owner)
    for (const otherId of [user.id, owner.id]) {
      const refused = await staff('POST', `/admin/customers/${user.id}/merge`, { otherId })
      expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    }
    expect((await staff('POST', `/admin/customers/${user.id}/merge`, {})).status).toBe(400)
  })
})

describe('KVKK from the panel', () => {
  test('gives her data as a file and deletes her, each in the history', async ({ api, ctx }) => {
    const { owner, staff, buy, list } = await aDesk(ctx, api)
    const user = await aUser(ctx, { email: 'ipek@posta.example', firstName: 'Gülşah' })
    await buy(user)
    const path = `/admin/customers/${user.id}`
    await staff('POST', `${path}/notes`, { text: 'Gülşah Hanım arar' })
    const file = await staff('GET', `${path}/export?format=json`)
    expect(file.body).toMatchObject({ account: { email: user.email }, orders: [{ total: 1000 }] })
    expect((await staff('GET', `${path}/export?format=pdf`)).status).toBe(400)
    await mailsOf(ctx)

    await staff('POST', `${path}/credit`, { amount: 50, reason: 'Hediye' })
    expect((await staff('DELETE', path)).status).toBe(409)
    await staff('POST', `${path}/credit`, { amount: 50, reason: 'Ödendi', takeBack: true })
    expect((await staff('DELETE', path)).body).toMatchObject({ success: true, message: 'Müşterinin hesabı silindi.' })
    expect((await list()).data).toEqual([])
    expect((await staff('GET', path)).status).toBe(404)
    const [order] = await ctx.db.select().from(orders).where(eq(orders.userId, user.id))
    expect(order?.email).toBe(user.email)
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toContain('account-deleted')
    for (const [action, count] of [
      ['customer.export', 1],
      ['customer.delete', 1],
    ] as const) {
      const { data } = (await staff('GET', `/admin/audit?action=${action}`)).body
      expect([data.length, data[0].actor.name]).toEqual([count, 'Nar Sahibi'])
    }
    await buy(owner)
    expect((await staff('DELETE', `/admin/customers/${owner.id}`)).status).toBe(409)
  })
})
