import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { issueOrderKey } from '#shop/accounts/guests/keys.ts'
import { products } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { forgetUnsentReviewImages } from '#shop/reviews/pictures.ts'
import { reviewImages, reviews } from '#shop/reviews/schema.ts'
import { fitVotes } from '#shop/reviews/summary.ts'
import { reviewsKey } from '#shop/settings/reviews/reviews.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { type Api, test } from '#test/shop.ts'

const moderate = (ctx: Ctx, moderation: 'BEFORE' | 'AFTER', on = true) =>
  saveSetting(ctx, reviewsKey, { on, moderation, askAfterDays: 7 })

/** A delivered order, and its buyer's way to review the product. */
async function aBuyer(ctx: Ctx, api: Api, given: Parameters<typeof aDelivery>[2] = {}) {
  const sale = await aDelivery(ctx, api, given)
  const { id: productId, slug } = sale.product
  const write = (more: object = {}) =>
    sale.own('POST', `/orders/${sale.orderId}/reviews`, { productId, stars: 4, fit: 'SMALL', ...more })
  const shown = async (query = '') => (await api('GET', `/products/${slug}/reviews${query}`)).body.data
  return { ...sale, productId, write, shown, written: async (more?: object) => (await write(more)).body.data.id }
}

describe('who bought it', () => {
  test('says what she thinks; it is shown once somebody has looked at it, under a name that gives little away', async ({
    ctx,
    api,
    catalogChanges,
  }) => {
    const { write, shown, productId, order, staff } = await aBuyer(ctx, api)
    expect((await order()).reviews).toEqual([{ productId, review: null }])
    const words = { text: ' Kumaşı güzel,\n\n\n\nkalıbı dar. ', height: '168', sizeWorn: 'M' }
    const { status, body } = await write(words)
    expect([status, body.message]).toEqual([201, expect.stringContaining('bakıldıktan sonra yayınlanır')])
    expect(body.data).toMatchObject({
      ...{ productId, stars: 4, fit: 'SMALL', text: 'Kumaşı güzel,\n\nkalıbı dar.', height: 168, sizeWorn: 'M' },
      ...{ author: 'Ayşe Y.', status: 'WAITING', refusal: '', answer: '', images: [] },
    })
    expect((await order()).reviews).toEqual([{ productId, review: body.data }])
    expect(await shown()).toMatchObject({ summary: { count: 0, average: null }, reviews: [] })
    expect(await fitVotes(ctx, productId)).toEqual({ small: 0, true: 0, large: 0 })
    catalogChanges.length = 0
    await staff('POST', `/admin/reviews/${body.data.id}/approve`, {})
    expect(catalogChanges, 'the kept page is made anew').toContainEqual({
      productIds: expect.arrayContaining([productId]),
    })
    const { summary, reviews: list, pagination } = await shown()
    expect(summary).toMatchObject({ count: 1, average: 4, fitVotes: { small: 1, true: 0, large: 0 } })
    expect(summary.distribution).toEqual({ 1: 0, 2: 0, 3: 0, 4: 1, 5: 0 })
    expect(pagination).toEqual({ page: 1, totalPages: 1, total: 1 })
    expect(list).toEqual([
      {
        ...{ id: body.data.id, author: 'Ayşe Y.', stars: 4, fit: 'SMALL', text: 'Kumaşı güzel,\n\nkalıbı dar.' },
        ...{ height: 168, sizeWorn: 'M', images: [], answer: null, createdAt: body.data.createdAt },
      },
    ])
    expect(await fitVotes(ctx, productId)).toEqual({ small: 1, true: 0, large: 0 })
  })

  test('says it once of each product, also with another order; and of nothing else', async ({ ctx, api }) => {
    const { write, own, staff, product, productId, orderId, itemId } = await aBuyer(ctx, api)
    const path = `/orders/${orderId}/reviews`
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await api('POST', path, { body: { productId, stars: 5 } })).status).toBe(401)
    expect((await api('POST', path, { token: stranger, body: { productId, stars: 5 } })).status).toBe(404)
    expect((await own('POST', `/orders/${itemId}/reviews`, { productId, stars: 5 })).status).toBe(404)
    expect((await own('POST', path, { productId: itemId, stars: 5 })).body.error).toHaveProperty('productId')
    expect((await write({ stars: 6 })).body.error).toHaveProperty('stars')
    expect((await write({ images: [itemId] })).body.error).toHaveProperty('images')
    expect((await write()).status).toBe(201)
    expect(await write()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const again = await own('POST', '/payments/create', aPayment(product, { quantity: 1 }))
    const { orderId: second } = again.body.data
    const early = await own('POST', `/orders/${second}/reviews`, { productId, stars: 5 })
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('teslimatı bekleyin')])
    await staff('PUT', `/admin/orders/${second}/status`, { status: 'DELIVERED' })
    const twice = await own('POST', `/orders/${second}/reviews`, { productId, stars: 5 })
    expect([twice.status, twice.body.message]).toEqual([409, expect.stringContaining('yorumunuz var')])
    expect((await own('GET', `/orders/${second}`)).body.data.reviews).toMatchObject([{ review: { stars: 4 } }])
  })

  test('may say it of a piece that she sent back, and what she said stays when she does', async ({ ctx, api }) => {
    const { write, shown, received, decide } = await aBuyer(ctx, api)
    await moderate(ctx, 'AFTER')
    await decide(await received('AS_NEW', 3), 'complete', {})
    expect((await write({ text: 'Çok dardı, geri gönderdim.' })).status).toBe(201)
    expect((await shown()).summary.count).toBe(1)
    const other = await aBuyer(ctx, api)
    await other.write()
    await other.decide(await other.received('AS_NEW', 3), 'complete', {})
    expect((await other.shown()).summary.count).toBe(1)
  })

  test('changes it and takes it away; what was looked at waits again', async ({ ctx, api, app }) => {
    const { write, written, own, buyer, staff, shown, order } = await aBuyer(ctx, api)
    const token = await signIn(ctx, buyer)
    const photo = await sendForm(app, 'POST', '/reviews/images', { file: await aPhoto('#aa3322') }, token)
    const id = await written({ images: [photo.body.data.id] })
    await staff('POST', `/admin/reviews/${id}/approve`, { version: 1 })
    const stranger = await signIn(ctx, await aUser(ctx))
    const path = `/reviews/${id}`
    expect((await api('PUT', path, { token: stranger, body: { stars: 1 } })).status).toBe(404)
    expect((await api('PUT', path, { body: { stars: 1 } })).status).toBe(401)
    expect((await own('PUT', path, { stars: 9 })).status).toBe(400)
    const changed = await own('PUT', path, { stars: 2, text: 'İkinci yıkamada soldu.' })
    expect(changed.body.data).toMatchObject({ stars: 2, fit: null, images: [], status: 'WAITING' })
    expect((await shown()).summary.count).toBe(0)
    expect((await staff('POST', `/admin/reviews/${id}/approve`, { version: 1 })).body.code).toBe('EDIT_CONFLICT')
    expect((await staff('POST', `/admin/reviews/${id}/refuse`, { version: 1, reason: 'Hakaret' })).status).toBe(409)
    await staff('POST', `/admin/reviews/${id}/approve`, { version: 2 })
    expect((await shown()).reviews).toMatchObject([{ stars: 2, text: 'İkinci yıkamada soldu.' }])
    expect((await api('DELETE', path, { token: stranger })).status).toBe(404)
    expect((await api('DELETE', path)).status).toBe(401)
    expect((await own('DELETE', path)).body.message).toBe('Yorumunuz silindi.')
    expect((await own('DELETE', path)).status).toBe(404)
    expect((await shown()).summary.count).toBe(0)
    expect((await order()).reviews).toMatchObject([{ review: null }])
    expect((await write()).status, 'and may begin anew').toBe(201)
  })

  test('is a guest by the link of her order, which opens no other', async ({ ctx, api, app }) => {
    const { orderId, buyer, productId, staff } = await aBuyer(ctx, api)
    const token = await issueOrderKey(ctx, { id: orderId, userId: buyer.id })
    const other = await aBuyer(ctx, api)
    const path = `/orders/${orderId}/reviews`
    expect(
      (await api('POST', `/orders/${other.orderId}/reviews`, { token, body: { productId, stars: 5 } })).status,
    ).toBe(404)
    const photo = await sendForm(app, 'POST', '/reviews/images', { file: await aPhoto('#aa3322') }, token)
    const body = { productId, stars: 5, images: [photo.body.data.id] }
    const { data } = (await api('POST', path, { token, body })).body
    expect(data.images).toHaveLength(1)
    await staff('POST', `/admin/reviews/${data.id}/approve`, {})
    const theirs = await other.written()
    expect((await api('DELETE', `/reviews/${theirs}`, { token })).status).toBe(404)
    expect((await api('PUT', `/reviews/${data.id}`, { token, body: { stars: 3 } })).body.data.stars).toBe(3)
    expect((await api('DELETE', `/reviews/${data.id}`, { token })).status).toBe(200)
  })

  test('and nobody else reads a word of it while the owner has not switched it on; hers she may still delete', async ({
    ctx,
    api,
    app,
  }) => {
    const { written, write, own, order, shown, buyer, product, staff, productId } = await aBuyer(ctx, api)
    const id = await written()
    await staff('POST', `/admin/reviews/${id}/approve`, {})
    const page = async () => (await app.fetch(new Request(`http://shop.test/urun/${product.slug}`))).text()
    expect(await page()).toContain('1 yorum')
    const settings = { on: false, moderation: 'BEFORE', askAfterDays: 7 }
    const save = (body: object) => staff('PUT', '/admin/settings/reviews', body)
    expect((await save({ settings: { ...settings, askAfterDays: 61 } })).status).toBe(400)
    expect((await save({ settings, version: 0 })).body.data.reviews.settings.on).toBe(false)
    expect((await save({ settings, version: 0 })).body.code).toBe('EDIT_CONFLICT')
    expect(await page()).not.toMatch(/yorum/i)
    expect(await shown()).toBeUndefined()
    expect((await api('GET', `/products/${product.slug}/reviews`)).status).toBe(404)
    expect(await order()).not.toHaveProperty('reviews')
    expect((await write()).status).toBe(409)
    expect((await own('PUT', `/reviews/${id}`, { stars: 1 })).status).toBe(409)
    expect((await api('POST', `/reviews/${id}/report`, { body: { reason: 'OTHER' } })).status).toBe(404)
    const photo = await aPhoto('#aa3322')
    expect((await sendForm(app, 'POST', '/reviews/images', { file: photo }, await signIn(ctx, buyer))).status).toBe(409)
    expect((await staff('GET', '/admin/dashboard')).body.data.waiting.reviewsOpen).toBe(0)
    expect(await fitVotes(ctx, productId)).toEqual({ small: 0, true: 0, large: 0 })
    expect((await own('DELETE', `/reviews/${id}`)).status).toBe(200)
  })
})

describe('the list', () => {
  test('comes by pages, newest first or by stars', async ({ ctx, api }) => {
    const { productId, shown, product } = await aBuyer(ctx, api)
    const at = ctx.clock()
    for (const stars of [3, 5, 1])
      await ctx.db.insert(reviews).values({
        ...{ id: crypto.randomUUID(), productId, author: 'Ece K.', stars, status: 'PUBLISHED', demo: true },
        ...{ createdAt: new Date(at.getTime() + stars), updatedAt: at },
      })
    const stars = async (query: string) => (await shown(query)).reviews.map((review: { stars: number }) => review.stars)
    expect(await stars('')).toEqual([5, 3, 1])
    expect(await stars('?sort=lowest')).toEqual([1, 3, 5])
    expect(await stars('?sort=highest&limit=2&page=2')).toEqual([1])
    expect((await shown()).reviews[0].sample).toBe(true)
    expect((await api('GET', `/products/${product.slug}/reviews?sort=best`)).status).toBe(400)
    await ctx.db.update(products).set({ deletedAt: at }).where(eq(products.id, productId))
    expect((await api('GET', `/products/${productId}/reviews`)).status).toBe(404)
  })

  test('takes a product away that is gone from the shop, but not her own words', async ({ ctx, api }) => {
    const { written, own, order, write, productId } = await aBuyer(ctx, api)
    const id = await written()
    await ctx.db.update(products).set({ deletedAt: ctx.clock() }).where(eq(products.id, productId))
    expect((await order()).reviews).toMatchObject([{ review: { id } }])
    expect((await own('DELETE', `/reviews/${id}`)).status).toBe(200)
    expect((await order()).reviews).toEqual([])
    expect((await write()).body.message).toContain('artık mağazamızda değil')
  })

  test('is the same in search engines only where somebody wrote it, and runs nothing', async ({ ctx, api, app }) => {
    const { write, product, productId } = await aBuyer(ctx, api)
    await moderate(ctx, 'AFTER')
    const data = async () => {
      const html = await (await app.fetch(new Request(`http://shop.test/urun/${product.slug}`))).text()
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
      return { html, group: JSON.parse(json) }
    }
    const row = { id: crypto.randomUUID(), productId, author: 'Ece K.', stars: 5, status: 'PUBLISHED' as const }
    await ctx.db.insert(reviews).values({ ...row, demo: true, createdAt: ctx.clock(), updatedAt: ctx.clock() })
    const before = await data()
    expect(before.group).not.toHaveProperty('aggregateRating')
    expect(before.html).toContain('1 yorum')
    const attack = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
    expect((await write({ stars: 2, text: attack })).body.data.text).toBe(attack)
    const { html, group } = await data()
    expect(html).not.toContain('<script>alert(1)')
    expect(html).not.toContain('<img src=x')
    expect(group.aggregateRating).toEqual({ '@type': 'AggregateRating', ratingValue: 2, reviewCount: 1, bestRating: 5 })
    expect(group.review).toMatchObject([
      { '@type': 'Review', author: { name: 'Ayşe Y.' }, reviewBody: attack, reviewRating: { ratingValue: 2 } },
    ])
  })
})

describe('pictures', () => {
  test('are seen by her and staff, and by everybody once the review is shown; their files go with them', async ({
    ctx,
    api,
    app,
  }) => {
    const { buyer, owner, written, staff, own } = await aBuyer(ctx, api)
    const token = await signIn(ctx, buyer)
    const upload = (file: File | undefined, by?: string) => sendForm(app, 'POST', '/reviews/images', { file }, by)
    const photo = await aPhoto('#aa3322')
    expect((await upload(photo)).status).toBe(401)
    expect((await upload(undefined, token)).status).toBe(400)
    for (const name of ['fatura.pdf', 'fatura.pdf ', 'fatura.pdf?', 'foto.gif']) {
      const { status, body } = await upload(new File(['%PDF-1.7'], name), token)
      expect([name, status, body.error]).toEqual([name, 400, { file: ['Görsel JPG veya PNG olmalı'] }])
    }
    expect((await upload(new File(['<svg onload="alert(1)"/>'], 'foto.png'), token)).status).toBe(400)
    expect((await upload(new File([new Uint8Array(5_500_000)], 'foto.jpg'), token)).status).toBe(413)
    const { id } = (await upload(photo, token)).body.data
    const see = async (by?: string, size = 'large') => {
      const headers = by ? { authorization: `Bearer ${by}` } : undefined
      const path = `/api/v1/reviews/images/${id}?size=${size}`
      const answer = await app.fetch(new Request(`http://shop.test${path}`, { headers }))
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]
    }
    const staffToken = await signIn(ctx, owner)
    expect(await see(token)).toEqual([200, 'image/png', 'no-store'])
    expect(await see(token, 'small')).toEqual([200, 'image/webp', 'no-store'])
    expect((await see(token, 'huge'))[0]).toBe(400)
    expect((await see(staffToken))[0], 'not sent yet').toBe(404)
    const review = await written({ images: [id] })
    expect((await see(staffToken))[0]).toBe(200)
    expect((await see())[0]).toBe(404)
    expect((await see(await signIn(ctx, await aUser(ctx))))[0]).toBe(404)
    await staff('POST', `/admin/reviews/${review}/approve`, {})
    expect(await see()).toEqual([200, 'image/png', 'private, max-age=600'])
    const [row] = await ctx.db.select().from(reviewImages)
    await staff('POST', `/admin/reviews/${review}/refuse`, { reason: 'Başkasının yüzü görünüyor.' })
    expect((await see())[0], 'taken down').toBe(404)
    await own('DELETE', `/reviews/${review}`)
    expect((await see(token))[0]).toBe(404)
    await expect.poll(() => ctx.files.has(row?.fileKey ?? 'none')).toBe(false)
    await expect.poll(() => ctx.files.has(row?.smallKey ?? 'none')).toBe(false)
  })

  test('that were not sent go after a day; one picture is in one review', async ({ ctx, api, app, clock }) => {
    const { buyer, written, own, product } = await aBuyer(ctx, api)
    const token = await signIn(ctx, buyer)
    const upload = async () =>
      (await sendForm(app, 'POST', '/reviews/images', { file: await aPhoto('#123456') }, token)).body.data.id
    const [kept, left] = [await upload(), await upload()]
    await written({ images: [kept] })
    const other = await aProduct(ctx)
    const { orderId } = (await own('POST', '/payments/create', aPayment(other))).body.data
    await ctx.db.update(orders).set({ status: 'DELIVERED', deliveredAt: ctx.clock() }).where(eq(orders.id, orderId))
    const again = await own('POST', `/orders/${orderId}/reviews`, { productId: other.id, stars: 5, images: [kept] })
    expect(again.body.error, product.name).toHaveProperty('images')
    clock.forward(days(1) + 1)
    await forgetUnsentReviewImages(ctx)
    const rows = await ctx.db.select({ id: reviewImages.id }).from(reviewImages)
    expect(rows).toEqual([{ id: kept }])
    expect(left).not.toBe(kept)
  })
})

describe('a reader', () => {
  test('tells the shop what is wrong with one that is shown, a few times an hour', async ({ ctx, api }) => {
    const { written, staff } = await aBuyer(ctx, api)
    const id = await written()
    const report = (reason = 'OFFENSIVE') =>
      api('POST', `/reviews/${id}/report`, { body: { reason, note: 'Küfür var' } })
    expect((await report()).status, 'not shown yet').toBe(404)
    await staff('POST', `/admin/reviews/${id}/approve`, {})
    const waiting = await (await aBuyer(ctx, api)).written()
    const early = await api('POST', `/reviews/${waiting}/report`, { body: { reason: 'OTHER' } })
    expect(early.status, 'another is shown').toBe(404)
    expect((await report('PINK')).status).toBe(400)
    expect((await report()).body.message).toBe('Teşekkür ederiz, yoruma bakacağız.')
    const open = await staff('GET', '/admin/reviews?view=reported')
    expect(open.body.data).toMatchObject([{ id, reports: [{ reason: 'OFFENSIVE', note: 'Küfür var' }] }])
    expect((await staff('GET', '/admin/dashboard')).body.data.waiting.reviewsOpen, 'with the one that waits').toBe(2)
    await staff('POST', `/admin/reviews/${id}/approve`, {})
    expect((await staff('GET', '/admin/reviews?view=reported')).body.data).toEqual([])
    for (let n = 0; n < 9; n++) await report()
    expect((await report()).status).toBe(429)
  })
})

describe('staff', () => {
  test('publishes, refuses with a reason that its author reads, and answers', async ({ ctx, api }) => {
    const { written, staff, own, order, shown, orderId } = await aBuyer(ctx, api)
    const id = await written({ text: 'Satıcı kaba.' })
    const at = `/admin/reviews/${id}`
    expect((await staff('GET', '/admin/reviews?view=open')).body.data).toMatchObject([
      { id, customer: 'Ayşe Yılmaz', orderId, product: { name: expect.any(String) }, version: 1, sample: false },
    ])
    expect((await staff('GET', at)).body.data).toMatchObject({ id, text: 'Satıcı kaba.', reports: [] })
    expect((await staff('GET', '/admin/reviews?q=kaba&stars=4&status=WAITING')).body.pagination.total).toBe(1)
    expect((await staff('GET', '/admin/reviews?q=yok')).body.pagination.total).toBe(0)
    expect((await staff('GET', '/admin/reviews?view=published')).body.data).toEqual([])
    expect((await staff('GET', '/admin/reviews?view=pink')).status).toBe(400)
    expect((await staff('POST', `${at}/refuse`, { reason: ' ' })).status).toBe(400)
    const reason = 'Hakaret içeriyor; çıkarıp yeniden gönderebilirsiniz.'
    expect((await staff('POST', `${at}/refuse`, { reason })).body.data).toMatchObject({ status: 'REFUSED' })
    await staff('POST', `${at}/refuse`, { reason })
    const sent = await ctx.db.select().from(mails).where(eq(mails.kind, 'review-refused'))
    expect(sent, 'told once').toHaveLength(1)
    expect(sent[0]).toMatchObject({ toEmail: 'ayse@posta.example', text: expect.stringContaining(`Nedeni: ${reason}`) })
    expect(sent[0]?.text).toContain(`/siparis-takip#yorum=${orderId}`)
    expect((await order()).reviews).toMatchObject([{ review: { status: 'REFUSED', refusal: reason } }])
    await moderate(ctx, 'AFTER')
    const changed = await own('PUT', `/reviews/${id}`, { stars: 2, text: 'Satıcı ilgisizdi.' })
    expect(changed.body.data, 'what was refused is looked at again').toMatchObject({ status: 'WAITING', refusal: '' })
    await staff('POST', `${at}/approve`, { version: 2 })
    expect((await staff('PUT', `${at}/answer`, { text: 'a'.repeat(1001) })).status).toBe(400)
    expect((await staff('PUT', `${at}/answer`, { text: 'Özür dileriz.' })).body.message).toBe(
      'Yanıtınız yorumun altında.',
    )
    expect((await shown()).reviews).toMatchObject([{ answer: { text: 'Özür dileriz.' } }])
    expect((await staff('PUT', `${at}/answer`, { text: '' })).body.message).toBe('Yanıtınız kaldırıldı.')
    expect((await shown()).reviews).toMatchObject([{ answer: null }])
    const history = (await staff('GET', `/admin/audit?subject=${id}`)).body.data
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'review.answer',
      'review.answer',
      'review.approve',
      'review.refuse',
    ])
  })

  test('and nobody else; of what does not exist it learns that', async ({ ctx, api }) => {
    const { written, staff, own, orderId } = await aBuyer(ctx, api)
    const id = await written()
    const calls = [
      ['GET', '', undefined],
      ['POST', '/approve', {}],
      ['POST', '/refuse', { reason: 'Neden' }],
      ['PUT', '/answer', { text: 'Yanıt' }],
    ] as const
    for (const [method, path, body] of calls) {
      expect((await own(method, `/admin/reviews/${id}${path}`, body)).status).toBe(403)
      expect((await api(method, `/admin/reviews/${id}${path}`, { body })).status).toBe(401)
      expect((await staff(method, `/admin/reviews/${orderId}${path}`, body)).status).toBe(404)
    }
    expect((await staff('POST', `/admin/reviews/${id}/approve`, { version: 0 })).status).toBe(400)
    expect((await own('GET', '/admin/reviews')).status).toBe(403)
    expect((await api('GET', '/admin/reviews')).status).toBe(401)
    const settings = { on: true, moderation: 'BEFORE', askAfterDays: 7 }
    expect((await own('PUT', '/admin/settings/reviews', { settings })).status).toBe(403)
    expect((await api('PUT', '/admin/settings/reviews', { body: { settings } })).status).toBe(401)
  })
})
