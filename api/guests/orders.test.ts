import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { guestKeys, users } from '#shop/accounts/schema.ts'
import { verifyEmail } from '#shop/accounts/verification.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { forgetOldBuyers } from '#shop/desk/old-buyers.ts'
import { mails } from '#shop/mail/schema.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import { forgetUnsentImages } from '#shop/returns/pictures.ts'
import { returnImages, returns } from '#shop/returns/schema.ts'
import { reviewImages, reviews } from '#shop/reviews/schema.ts'
import { saveGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { days, hours, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto, sendForm } from '#test/forms.ts'
import { aGuest, allowGuests, guestEmail as email, mailedLink, mailedToken, mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const shown = (id: string) => `#${id.slice(-8).toUpperCase()}`

/** A guest's order, and the token of the link that was mailed with it. */
async function anOrder(ctx: Ctx, api: Api, more: object = {}) {
  await allowGuests(ctx)
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_900 }] })
  const guest = await aGuest(ctx, api)
  const { paymentData, ...payment } = aPayment(product)
  const body = { ...payment, ...('paymentMethod' in more ? {} : { paymentData }), ...more }
  const id: string = (await api('POST', '/payments/create', { token: guest, body })).body.data.orderId
  const link = await mailedLink(ctx)
  const open = (token = link) => api('GET', '/orders/guest', { token })
  const askLink = (given: object = {}) =>
    api('POST', '/orders/guest/link', { body: { orderNumber: shown(id), email, ...given } })
  return { product, guest, id, link, open, askLink }
}

/** An account with the guest's address, whose owner opens the link that verifies it. */
async function anAccount(ctx: Ctx, api: Api) {
  const body = { firstName: 'Ayşe', lastName: 'Yılmaz', email, password: 'uzun bir parola 42' }
  await api('POST', '/auth/register', { body })
  const login = async () => (await api('POST', '/auth/login', { body })).body.data.accessToken
  const verify = async () => verifyEmail(ctx, await mailedToken(ctx, 'verification'))
  return { login, verify }
}

describe('the link of a mail', () => {
  test('opens the order, with all that is hers to see and nothing else', async ({ ctx, api }) => {
    const { id, link, open, guest } = await anOrder(ctx, api)
    const { status, body, headers } = await open()
    expect([status, body.data.id, body.data.totalAmount]).toEqual([200, id, 1199])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.data).not.toHaveProperty('adminNotes')
    expect((await api('GET', `/orders/guest/${link}`)).body.data).toEqual(body.data)
    expect((await api('GET', `/orders/${id}/contracts`, { token: link })).status).toBe(200)
    expect((await api('GET', `/orders/${id}/invoice.pdf`, { token: link })).status).toBe(404)
    for (const path of ['/orders/my', '/account', '/favorites/my', '/account/addresses']) {
      expect([path, (await api('GET', path, { token: link })).status]).toEqual([path, 401])
    }
    // It buys nothing, and what buys opens no order's page.
    expect((await api('POST', '/payments/create', { token: link, body: aPayment(await aProduct(ctx)) })).status).toBe(
      401,
    )
    expect((await open(guest)).status).toBe(401)
  })

  test('opens no other order of the same address', async ({ ctx, api }) => {
    const { link, guest, product } = await anOrder(ctx, api)
    const second = await api('POST', '/payments/create', { token: guest, body: aPayment(product) })
    const other = second.body.data.orderId
    for (const path of [`/orders/${other}`, `/orders/${other}/contracts`, `/payments/${other}`]) {
      expect([path, (await api('GET', path, { token: link })).status]).toEqual([path, 404])
    }
    expect((await api('POST', `/orders/${other}/cancellation`, { token: link })).status).toBe(404)
    const account = { iban: 'TR330006100519786457841326', holder: 'Ayşe Yılmaz' }
    const named = await api('PUT', `/orders/${other}/refund-account`, { token: link, body: account })
    expect(named.status).toBe(404)
  })

  test('is kept nowhere: the outbox holds none, the database its hash', async ({ ctx, api }) => {
    const { link } = await anOrder(ctx, api)
    expect(link).toMatch(/^g_[\w-]{43}$/)
    expect(JSON.stringify(await ctx.db.select().from(mails))).not.toContain(link)
    expect(JSON.stringify(await ctx.db.select().from(guestKeys))).not.toContain(link)
  })

  test('is not guessed: what is none is refused, and who tries many waits', async ({ ctx, api }) => {
    const { link, open } = await anOrder(ctx, api)
    const guess = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`
    expect((await open(guess)).status).toBe(401)
    expect((await api('GET', `/orders/guest/${guess}`)).status).toBe(404)
    expect((await api('GET', '/orders/guest/nothing')).status).toBe(404)
    for (let n = 0; n < 60; n++) await api('GET', `/orders/guest/${guess}`)
    expect((await api('GET', `/orders/guest/${guess}`)).status).toBe(429)
    expect((await open()).status).toBe(200)
  })

  test('cancels while that is allowed, and her mails never speak of an account', async ({ ctx, api }) => {
    const { id, link } = await anOrder(ctx, api)
    const cancelled = await api('POST', `/orders/${id}/cancellation`, { token: link })
    expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'CANCELLED'])
    expect((await api('POST', `/orders/${id}/cancellation`, { token: link })).status).toBe(409)
    const about = (await mailsOf(ctx)).filter(({ kind }) => kind.startsWith('order'))
    expect(about.map(({ kind }) => kind)).toEqual(['order-confirmation', 'order-cancelled'])
    for (const { text } of about) expect(text).not.toMatch(/hesabınızda|Siparişlerim/)
  })

  test('names the account for what is owed by hand', async ({ ctx, api }) => {
    const { id, link, open } = await anOrder(ctx, api, { paymentMethod: 'BANK_TRANSFER' })
    expect((await open()).body.data.transfer.amount).toBe(1199)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const received = { amount: 1199, receivedAt: ctx.clock().toISOString() }
    expect((await api('POST', `/admin/orders/${id}/transfer`, { token: admin, body: received })).status).toBe(200)
    await api('POST', `/orders/${id}/cancellation`, { token: link })
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-cancelled')
    expect(mail?.text).toContain('Bunun için siparişinizi açıp IBAN’ınızı yazın.')
    expect(mail?.text).toContain('siparis-takip#token=gonderilirken-yazilir')
    const body = { iban: 'TR33 0006 1005 1978 6457 8413 26', holder: 'Ayşe Yılmaz' }
    const named = await api('PUT', `/orders/${id}/refund-account`, { token: link, body })
    expect([named.status, named.body.data.owed.iban]).toEqual([200, 'TR330006100519786457841326'])
  })

  test('comes with the mail of a change too, which asks for the account of what it owes', async ({ ctx, api }) => {
    const { id, open } = await anOrder(ctx, api)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const { updatedAt } = (await api('GET', `/admin/orders/${id}`, { token: admin })).body.data
    await api('PUT', `/admin/orders/${id}`, { token: admin, body: { updatedAt, phone: '0533 222 33 44' } })
    expect((await mailsOf(ctx)).at(-1)).toMatchObject({ kind: 'order-changed', orderLinkOf: id })
    expect((await open(await mailedLink(ctx))).body.data.id).toBe(id)
  })

  test('comes with each later mail, and all of them open the order', async ({ ctx, api }) => {
    const { id, link, open } = await anOrder(ctx, api)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    for (const status of ['CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED']) {
      await api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status } })
      const next = await mailedLink(ctx)
      expect([status, next === link, (await open(next)).status]).toEqual([status, false, 200])
    }
    expect((await open()).status).toBe(200)
    expect((await api('GET', `/admin/orders/${id}`, { token: admin })).body.data.guest).toBe(true)
  })

  test('exchanges a piece, and pays the difference by another link', async ({ ctx, api }) => {
    const { id, link, open } = await anOrder(ctx, api)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status: 'DELIVERED' } })
    const dearer = await aProduct(ctx, { variants: [{ stock: 1, priceKurus: 200_000 }] })
    const newVariantId = dearer.variants[0]?.id
    const items = [{ itemId: (await open()).body.data.items[0].id, quantity: 1, newVariantId }]
    const choices = await api('GET', `/orders/${id}/exchange-choices?product=${dearer.id}`, { token: link })
    expect(choices.body.data[0].choices).toMatchObject([{ variantId: newVariantId, price: 2000 }])
    const asked = await api('POST', `/orders/${id}/returns`, { token: link, body: { kind: 'EXCHANGE', items } })
    expect(asked.body.data).toMatchObject({ kind: 'EXCHANGE', exchange: { state: 'TO_PAY' } })
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-return-requested')
    expect(mail?.text).toMatch(/Ödenecek fark: .* Kartla, sipariş sayfanızdan ödeyebilirsiniz/)
    const paid = await api('POST', `/returns/${asked.body.data.id}/payment-link`, { token: link })
    expect(paid.body.data.url).toContain('/odeme-baglantisi#token=')
  })

  test('returns a piece, of its own order alone', async ({ ctx, api }) => {
    const [one, other] = [await anOrder(ctx, api), await anOrder(ctx, api)]
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    for (const { id } of [one, other])
      await api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status: 'DELIVERED' } })
    const { items, returnable } = (await one.open()).body.data
    expect(returnable.items).toMatchObject([{ itemId: items[0].id, left: 1 }])
    const body = { items: [{ itemId: items[0].id, quantity: 1, reason: 'TOO_SMALL' }] }
    expect((await api('POST', `/orders/${one.id}/returns`, { token: other.link, body })).status).toBe(404)
    const asked = await api('POST', `/orders/${one.id}/returns`, { token: one.link, body })
    expect([asked.status, asked.body.data.status]).toEqual([201, 'REQUESTED'])
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-return-requested')
    expect(mail?.text).toContain('İadenizi sipariş sayfanızdan izleyebilirsiniz.')
    expect(mail?.text).not.toMatch(/hesabınızda|Siparişlerim/)
    const { id } = asked.body.data
    expect((await api('DELETE', `/returns/${id}`, { token: other.link })).status).toBe(404)
    expect((await api('GET', '/returns/my', { token: other.link })).body.data).toEqual([])
    expect((await api('DELETE', `/returns/${id}`, { token: one.link })).body.data.status).toBe('CANCELLED')
  })

  test('returns a piece before it arrives, too', async ({ ctx, api }) => {
    const [one, other] = [await anOrder(ctx, api), await anOrder(ctx, api)]
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('PUT', `/admin/orders/${one.id}/status`, { token: admin, body: { status: 'SHIPPED' } })
    const { items, withdrawable } = (await one.open()).body.data
    expect(withdrawable).toEqual({ items: [{ itemId: items[0].id, left: 1, exemption: null }], returns: [] })
    const body = { items: [{ itemId: items[0].id, quantity: 1, reason: 'OTHER' }] }
    expect((await api('POST', `/orders/${one.id}/returns`, { token: other.link, body })).status).toBe(404)
    expect((await api('POST', `/orders/${one.id}/returns`, { token: one.link, body })).status).toBe(201)
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-return-requested')
    expect(mail?.text).toContain('Paketi teslim almanız gerekmez')
    expect((await one.open()).body.data.withdrawable.returns).toMatchObject([{ undelivered: true }])
  })

  test('ends after half a year', async ({ ctx, api, clock }) => {
    const { open } = await anOrder(ctx, api)
    clock.forward(days(179))
    expect((await open()).status).toBe(200)
    clock.forward(days(2))
    expect((await open()).status).toBe(401)
  })

  test('goes into no mail to another address', async ({ ctx, api }) => {
    const { id } = await anOrder(ctx, api)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status: 'CONFIRMED' } })
    await ctx.db.update(orders).set({ email: 'yeni@posta.example' }).where(eq(orders.id, id))
    expect(await mailedLink(ctx)).toBe('hesabinizda')
  })
})

describe('a new link', () => {
  test('is mailed to who knows number and address, and ends the earlier ones', async ({ ctx, api }) => {
    const { open, askLink } = await anOrder(ctx, api)
    const { status, body } = await askLink()
    expect(status).toBe(200)
    expect(body.message).toContain('yeni bağlantısını e-postayla gönderdik')
    const fresh = await mailedLink(ctx)
    expect([(await open()).status, (await open(fresh)).status]).toEqual([401, 200])
  })

  test('is answered alike, and mailed to nobody, where number or address is another', async ({ ctx, api }) => {
    const { open, askLink } = await anOrder(ctx, api)
    const right = await askLink()
    await mailedLink(ctx)
    const sent = (await mailsOf(ctx)).length
    for (const given of [{ orderNumber: '#00000000' }, { email: 'baska@posta.example' }]) {
      expect((await askLink(given)).body).toEqual(right.body)
      expect(await mailedLink(ctx)).toBe('no mail with a link waits')
    }
    expect(await mailsOf(ctx)).toHaveLength(sent)
    expect((await askLink({ orderNumber: '12' })).body.error.orderNumber).toHaveLength(1)
    expect((await open()).status).toBe(401)
  })

  test('is mailed three times an hour for an order, and asked ten times by a network', async ({ ctx, api }) => {
    const { askLink, id } = await anOrder(ctx, api)
    // However its number is spelled.
    for (const orderNumber of [shown(id), shown(id).toLowerCase(), id.slice(-8), shown(id), id.slice(-8)])
      expect((await askLink({ orderNumber })).status).toBe(200)
    await mailedLink(ctx)
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'order-link')).toHaveLength(3)
    for (let n = 0; n < 5; n++) await askLink()
    expect((await askLink()).status).toBe(429)
  })
})

describe('an account with the address of a guest', () => {
  test('has her orders once its address is verified; until then it has none of them', async ({ ctx, api }) => {
    const { id, link, open } = await anOrder(ctx, api)
    const { login, verify } = await anAccount(ctx, api)
    expect((await api('GET', '/orders/my', { token: await login() })).body.data).toEqual([])
    expect((await open()).status).toBe(200)
    await verify()
    const token = await login()
    expect((await api('GET', '/orders/my', { token })).body.data).toMatchObject([{ id }])
    expect((await api('POST', `/orders/${id}/cancellation`, { token })).status).toBe(200)
    // Her link leads to the login from now on.
    const { status, body } = await open()
    expect([status, body.code]).toEqual([401, 'LOGIN_REQUIRED'])
    expect((await api('GET', `/orders/guest/${link}`)).body.code).toBe('LOGIN_REQUIRED')
    const late = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'order-cancelled')
    expect([late?.orderLinkOf, late?.text.includes('gonderilirken')]).toEqual([null, false])
  })

  test('has in its history what she did herself, under no name', async ({ ctx, api }) => {
    const { id, link } = await anOrder(ctx, api)
    await api('POST', `/orders/${id}/cancellation`, { token: link })
    const { login, verify } = await anAccount(ctx, api)
    await verify()
    await login()
    const [order] = await ctx.db.select().from(orders)
    const [event] = (await ctx.db.select().from(orderEvents)).filter(({ type }) => type === 'cancelled')
    expect([order?.guest, event?.actorId]).toEqual([false, order?.userId])
  })

  test('has the pictures of her returns and reviews too, when the guest is forgotten', async ({ ctx, api, clock }) => {
    await anOrder(ctx, api)
    const guests = eq(users.guest, true)
    const [guest] = await ctx.db.select().from(users).where(guests)
    const picture = { userId: guest?.id ?? '', fileType: 'image/png', createdAt: ctx.clock() }
    await ctx.db.insert(returnImages).values({ ...picture, id: newId(), fileKey: 'private-a.png' })
    await ctx.db.insert(reviewImages).values({ ...picture, id: newId(), fileKey: 'private-b.png', smallKey: 'b.webp' })
    await (await anAccount(ctx, api)).verify()
    clock.forward(hours(25))
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users, guests)).toBe(0)
    const [account] = await ctx.db.select().from(users)
    for (const pictures of [returnImages, reviewImages]) {
      expect(await ctx.db.select({ userId: pictures.userId }).from(pictures)).toEqual([{ userId: account?.id }])
    }
  })

  test('takes what an earlier version left of them with the guest', async ({ ctx, api, clock }) => {
    const { id: orderId, product } = await anOrder(ctx, api)
    const guests = eq(users.guest, true)
    const [guest] = await ctx.db.select().from(users).where(guests)
    await (await anAccount(ctx, api)).verify()
    const [id, at] = [newId(), ctx.clock()]
    const row = { id, orderId, createdAt: at, updatedAt: at }
    await ctx.db.insert(returns).values({ ...row, code: 'R1', kind: 'RETURN', status: 'COMPLETED', noticedAt: at })
    await ctx.db.insert(reviews).values({ ...row, productId: product.id, author: 'A', stars: 5, status: 'PUBLISHED' })
    const picture = { userId: guest?.id ?? '', fileType: 'image/png', createdAt: at }
    await ctx.db.insert(returnImages).values({ ...picture, id, returnId: id, fileKey: 'private-a.png' })
    const image = { ...picture, id, reviewId: id, fileKey: 'private-b.png', smallKey: 'b.webp' }
    await ctx.db.insert(reviewImages).values(image)
    clock.forward(hours(25))
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users, guests)).toBe(0)
    const [order] = await ctx.db.select().from(orders)
    for (const pictures of [returnImages, reviewImages])
      expect(await ctx.db.select({ userId: pictures.userId }).from(pictures)).toEqual([{ userId: order?.userId }])
  })

  test('gets a mail that was waiting then, with the way to its login', async ({ ctx, api }) => {
    const { id } = await anOrder(ctx, api)
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    await api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status: 'CONFIRMED' } })
    await (await anAccount(ctx, api)).verify()
    expect(await mailedLink(ctx)).toBe('hesabinizda')
  })

  test('that changes to the address has them too, and none of an address that only looks like it', async ({
    ctx,
    api,
  }) => {
    const { id } = await anOrder(ctx, api)
    const user = await aUser(ctx, { email: 'eski@posta.example' })
    const token = await signIn(ctx, user)
    await api('PUT', '/account', { token, body: { email, currentPassword: 'uzun bir parola' } })
    expect((await api('GET', '/orders/my', { token })).body.data).toEqual([])
    await verifyEmail(ctx, await mailedToken(ctx, 'email-change-link'))
    const [order] = await ctx.db.select().from(orders)
    expect([order?.id, order?.userId, order?.guest]).toEqual([id, user.id, false])
  })

  test('may be passed by: an order without it stays apart, whoever signs in', async ({ ctx, api }) => {
    const account = await aUser(ctx, { email })
    const { open } = await anOrder(ctx, api)
    const token = await signIn(ctx, account)
    expect((await api('GET', '/orders/my', { token })).body.data).toEqual([])
    expect((await open()).status).toBe(200)
  })
})

describe('what is kept of a guest', () => {
  test('goes after the years of the law, her address too', async ({ ctx, api, clock }) => {
    const { id } = await anOrder(ctx, api)
    clock.forward(days(3 * 366 - 1))
    await forgetOldBuyers(ctx)
    expect((await ctx.db.select().from(orders))[0]).toMatchObject({ email, firstName: 'Ayşe' })
    clock.forward(days(2))
    await forgetOldBuyers(ctx)
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id))
    expect(order).toMatchObject({ email: 'silindi@silindi.invalid', phone: '', address: '', firstName: 'Silinmiş' })
    expect(JSON.stringify(await ctx.db.select().from(users))).not.toContain(email)
  })

  test('goes after a day when she has bought nothing', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    await aGuest(ctx, api)
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users, eq(users.guest, true))).toBe(1)
    clock.forward(hours(25))
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users, eq(users.guest, true))).toBe(0)
  })

  test('stays while a picture of hers does, whose file goes with it', async ({ ctx, app, api, clock }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    expect((await sendForm(app, 'POST', '/returns/images', { file: await aPhoto('#aa3322') }, token)).status).toBe(201)
    const [picture] = await ctx.db.select().from(returnImages)
    const file = () => ctx.files.get(picture?.fileKey ?? '')
    expect(await file()).toBeDefined()
    clock.forward(hours(25))
    await forgetOldBuyers(ctx)
    expect(await ctx.db.$count(users)).toBe(1)
    await forgetUnsentImages(ctx)
    await forgetOldBuyers(ctx)
    expect([await file(), await ctx.db.$count(users)]).toEqual([undefined, 0])
  })
})

test('links work on once nobody may buy without an account any more', async ({ ctx, api, clock }) => {
  const { open, askLink } = await anOrder(ctx, api)
  await saveGuestCheckout(ctx, { on: false })
  clock.forward(minutes(5))
  expect((await open()).status).toBe(200)
  await askLink()
  expect((await open(await mailedLink(ctx))).status).toBe(200)
})
