import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { guestOf } from '#shop/accounts/guests/guests.ts'
import type { Ctx } from '#shop/ctx.ts'
import { deleteAccount } from '#shop/desk/account-deletion.ts'
import { mergeCustomers } from '#shop/desk/customers/merge.ts'
import { exportOwnData } from '#shop/desk/personal-data.ts'
import { ownDataPage } from '#shop/desk/personal-data-page.ts'
import { mails } from '#shop/mail/schema.ts'
import { chooseNotices } from '#shop/notices/choices.ts'
import { tendNotices } from '#shop/notices/notices.ts'
import { notices } from '#shop/notices/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { askForReviews } from '#shop/reviews/requests.ts'
import { reviewImages, reviewRequests, reviews } from '#shop/reviews/schema.ts'
import { rights } from '#shop/rights.ts'
import { reviewsKey } from '#shop/settings/reviews/reviews.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { signIn, usualPassword } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { test } from '#test/shop.ts'

const asked = (ctx: Ctx) => ctx.db.select().from(mails).where(eq(mails.kind, 'review-request'))

describe('who got her parcel', () => {
  test('is asked once, some days later, by a mail that leads to the form and sells nothing', async ({
    ctx,
    api,
    clock,
  }) => {
    const { orderId, product } = await aDelivery(ctx, api)
    await askForReviews(ctx)
    clock.forward(days(7) - 1)
    await askForReviews(ctx)
    expect(await asked(ctx), 'too early').toEqual([])
    clock.forward(2)
    await askForReviews(ctx)
    await askForReviews(ctx)
    const [mail, ...more] = await asked(ctx)
    expect(more).toEqual([])
    expect(mail?.text).toContain(product.name)
    expect(mail?.text).toContain(`/siparis-takip#yorum=${orderId}`)
    expect(mail?.html).not.toMatch(/\d TL|indirim|kampanya|hediye/i)
    expect(mail).toMatchObject({ orderLinkOf: null, unsubscribeUrl: null })
    await ctx.db.delete(mails)
    clock.forward(days(3))
    await askForReviews(ctx)
    expect(await asked(ctx), 'not even once the mail is forgotten').toEqual([])
  })

  test('as a guest comes by the link that is written when the mail is sent', async ({ ctx, api, clock }) => {
    const { orderId } = await aDelivery(ctx, api)
    await ctx.db.update(orders).set({ guest: true })
    clock.forward(days(8))
    await askForReviews(ctx)
    expect((await asked(ctx))[0]).toMatchObject({
      orderLinkOf: orderId,
      text: expect.stringContaining(`#token=gonderilirken-yazilir&yorum=${orderId}`),
    })
  })

  test.for([
    [
      'the owner asks nobody',
      (ctx: Ctx) => saveSetting(ctx, reviewsKey, { on: true, moderation: 'BEFORE', askAfterDays: 0 }),
    ],
    [
      'the shop has no reviews',
      (ctx: Ctx) => saveSetting(ctx, reviewsKey, { on: false, moderation: 'BEFORE', askAfterDays: 7 }),
    ],
    ['it is long ago', (ctx: Ctx) => ctx.db.update(orders).set({ deliveredAt: new Date('2026-10-01') })],
    [
      'she sent all of it back',
      (ctx: Ctx) => ctx.db.execute(sql`update order_items set returning_quantity = quantity`),
    ],
    ['her account is gone', (ctx: Ctx) => ctx.db.execute(sql`update users set deleted_at = now()`)],
    ['the product is gone', (ctx: Ctx) => ctx.db.execute(sql`update products set deleted_at = now()`)],
    ['it came by a marketplace', (ctx: Ctx) => ctx.db.execute(sql`update orders set payment_method = 'MARKETPLACE'`)],
  ] as const)('is not asked when %s', async ([, make], { ctx, api, clock }) => {
    await aDelivery(ctx, api)
    await make(ctx)
    clock.forward(days(8))
    await askForReviews(ctx)
    expect(await asked(ctx)).toEqual([])
  })

  test('is not asked about what she has reviewed', async ({ ctx, api, clock }) => {
    const { own, staff, buyer, orderId, product } = await aDelivery(ctx, api)
    const again = await own('POST', '/payments/create', aPayment(product, { quantity: 1 }))
    await staff('PUT', `/admin/orders/${again.body.data.orderId}/status`, { status: 'DELIVERED' })
    const guest = { userId: await guestOf(ctx, buyer.email), guest: true }
    await ctx.db.update(orders).set(guest).where(eq(orders.id, again.body.data.orderId))
    await own('POST', `/orders/${orderId}/reviews`, { productId: product.id, stars: 5 })
    clock.forward(days(8))
    await askForReviews(ctx)
    expect(await asked(ctx), 'neither of the piece that she bought without her account').toEqual([])
  })

  test('is asked once when the work ends halfway and begins anew', async ({ ctx, api, clock }) => {
    await aDelivery(ctx, api)
    clock.forward(days(8))
    const killed: Ctx = { ...ctx, jobs: { add: () => Promise.reject(new Error('killed')) } }
    await expect(askForReviews(killed)).rejects.toThrow('killed')
    expect(await ctx.db.select().from(reviewRequests)).toEqual([])
    await askForReviews(ctx)
    expect(await asked(ctx)).toHaveLength(1)
  })
})

describe('her own data', () => {
  test('has what she wrote, and without an account only numbers of nobody stay', async ({ ctx, api, app, as }) => {
    const { own, staff, orderId, product, buyer } = await aDelivery(ctx, api)
    const token = await signIn(ctx, buyer)
    const upload = async () =>
      (await sendForm(app, 'POST', '/reviews/images', { file: await aPhoto('#aa3322') }, token)).body.data.id
    const [sent] = [await upload(), await upload()]
    const words = { stars: 4, fit: 'LARGE', text: 'Ben Ayşe, çok sevdim.', height: 168, sizeWorn: 'M', images: [sent] }
    const { id } = (await own('POST', `/orders/${orderId}/reviews`, { productId: product.id, ...words })).body.data
    await staff('POST', `/admin/reviews/${id}/approve`, {})
    await staff('PUT', `/admin/reviews/${id}/answer`, { text: 'Teşekkürler Ayşe Hanım' })
    const me = as({ kind: 'user', id: buyer.id, sessionId: buyer.id, address: '203.0.113.7', rights: [] })
    const data = await exportOwnData(me)
    expect(data).toMatchObject({
      reviews: [
        { id, author: 'Ayşe Y.', text: 'Ben Ayşe, çok sevdim.', height: 168, pictures: 1, status: 'PUBLISHED' },
      ],
    })
    expect(ownDataPage('Dükkân', data)).toContain('Ben Ayşe, çok sevdim.')
    const keys = (await ctx.db.select().from(reviewImages)).flatMap(({ fileKey, smallKey }) => [fileKey, smallKey])
    expect(keys).toHaveLength(4)
    await deleteAccount(me, usualPassword)
    const [row] = await ctx.db.select().from(reviews)
    expect(row).toMatchObject({
      ...{ author: '', stars: 4, fit: 'LARGE', text: '', height: null, sizeWorn: null, answer: '' },
      status: 'PUBLISHED',
    })
    const { summary, reviews: list } = (await api('GET', `/products/${product.slug}/reviews`)).body.data
    expect(summary).toMatchObject({ count: 1, fitVotes: { large: 1 } })
    expect(list).toMatchObject([{ author: 'Müşteri', text: '', images: [], answer: null }])
    expect(await ctx.db.select().from(reviewImages)).toEqual([])
    for (const key of keys) await expect.poll(() => ctx.files.has(key)).toBe(false)
    expect((await staff('PUT', `/admin/reviews/${id}/answer`, { text: 'Ayşe Hanım' })).status).toBe(409)
  })

  test('goes whole where nothing was shown, and follows accounts that become one', async ({ ctx, api, as }) => {
    const first = await aDelivery(ctx, api)
    const write = async ({ own, orderId, product }: typeof first) =>
      (await own('POST', `/orders/${orderId}/reviews`, { productId: product.id, stars: 2 })).body.data.id
    const [waiting, second] = [await write(first), await aDelivery(ctx, api)]
    const moved = await write(second)
    await mergeCustomers(ctx, first.buyer.id, second.buyer.id)
    expect((await first.own('PUT', `/reviews/${moved}`, { stars: 5 })).body.data.stars).toBe(5)
    const me = as({ kind: 'user', id: first.buyer.id, sessionId: waiting, address: '203.0.113.7', rights: [] })
    await deleteAccount(me, usualPassword)
    expect(await ctx.db.select().from(reviews)).toEqual([])
  })
})

test('staff is told of one that waits, again once it was changed, and of one that was reported; not while reviews are off', async ({
  ctx,
  api,
  as,
}) => {
  const { own, staff, orderId, product, owner } = await aDelivery(ctx, api)
  const both = { push: false, mail: true }
  const actor = {
    kind: 'user',
    id: owner.id,
    sessionId: owner.id,
    address: '203.0.113.7',
    rights: [...rights],
  } as const
  const quiet = { summary: false, quietFrom: null, quietTo: null }
  await chooseNotices(as(actor), { kinds: { review: both }, ...quiet })
  const { id } = (await own('POST', `/orders/${orderId}/reviews`, { productId: product.id, stars: 1 })).body.data
  const told = async () => {
    await tendNotices(ctx)
    return (await ctx.db.select({ title: notices.title, url: notices.url }).from(notices)).map(({ title }) => title)
  }
  expect(await told()).toEqual(['Yeni yorum onayınızı bekliyor'])
  expect(await told()).toHaveLength(1)
  await own('PUT', `/reviews/${id}`, { stars: 2 })
  expect(await told()).toHaveLength(2)
  await staff('POST', `/admin/reviews/${id}/approve`, {})
  await api('POST', `/reviews/${id}/report`, { body: { reason: 'UNRELATED' } })
  expect(await told()).toContain('Bir yorum bildirildi')
  const offered = async () =>
    (await staff('GET', '/admin/notices')).body.data.kinds.map(({ kind }: { kind: string }) => kind)
  expect(await offered()).toContain('review')
  await saveSetting(ctx, reviewsKey, { on: false, moderation: 'BEFORE', askAfterDays: 7 })
  expect(await offered()).not.toContain('review')
  await api('POST', `/reviews/${id}/report`, { body: { reason: 'UNRELATED' } })
  expect(await told()).toHaveLength(3)
})
