import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { forgetOldNotices, tendNotices } from '#shop/notices/notices.ts'
import { noticeDeliveries, notices } from '#shop/notices/schema.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { days, hours, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { pushService } from '#test/outside/push-service.ts'
import { type Api, test as base } from '#test/shop.ts'

const nothing = { kinds: {}, summary: false, quietFrom: null, quietTo: null }
const both = { push: true, mail: true }

/** The shop with a push service, and an owner who is signed in. */
const test = base.extend<{ service: ReturnType<typeof pushService>; owner: Owner }>({
  service: async ({ deps }, use) => {
    const service = pushService()
    deps.push = service.send
    await use(service)
  },
  owner: async ({ ctx, api, service }, use) => {
    const { id, email } = await aUser(ctx, { role: 'ADMIN', email: 'sahibi@dukkan.example' })
    const token = await signIn(ctx, { ...(await aUser(ctx)), id, email, role: 'ADMIN' })
    const call = (method: string, path: string, body?: unknown) => api(method, path, { token, body })
    await use({ id, email, call, tend: () => tendNotices({ ...ctx, push: service.send }) })
  },
})
type Owner = {
  id: string
  email: string
  call: (...given: [string, string, unknown?]) => ReturnType<Api>
  tend(): Promise<void>
}

async function buy(ctx: Ctx, api: Api, given: { stock?: number } = {}) {
  const product = await aProduct(ctx, { variants: [{ stock: given.stock ?? 5, priceKurus: 129_990 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const { body } = await api('POST', '/payments/create', { token, body: aPayment(product) })
  return String(body.data.orderId)
}

async function noticeMails(ctx: Ctx) {
  return ctx.db.select().from(mails).where(eq(mails.kind, 'staff-notice'))
}

describe('staff is told', () => {
  test('of a new order on every device and by mail, once, however often and by whomever it is looked for', async ({
    ctx,
    api,
    owner,
    service,
  }) => {
    const phone = service.subscribe()
    const laptop = service.subscribe()
    expect((await owner.call('POST', '/admin/push', phone)).status).toBe(200)
    await owner.call('POST', '/admin/push', laptop)
    await owner.call('PUT', '/admin/notices', { ...nothing, kinds: { order: both } })
    const orderId = await buy(ctx, api)
    await Promise.all([owner.tend(), owner.tend()])
    await owner.tend()
    const shownId = `#${orderId.slice(-8).toUpperCase()}`
    const message = {
      title: `Yeni sipariş ${shownId}`,
      body: '1.299,90 TL, 1 parça',
      url: `/admin/siparisler?siparis=${orderId}`,
      tag: `order:${orderId}`,
    }
    expect(service.received.toSorted((a, b) => a.endpoint.localeCompare(b.endpoint))).toEqual(
      [phone, laptop]
        .map(({ endpoint }) => ({ endpoint, message }))
        .toSorted((a, b) => a.endpoint.localeCompare(b.endpoint)),
    )
    expect(await noticeMails(ctx)).toMatchObject([
      {
        toEmail: owner.email,
        subject: expect.stringContaining(`Yeni sipariş ${shownId}`),
        text: expect.stringContaining(message.url),
      },
    ])
  })

  test('of nothing that happened before she asked, nor of what her rights do not cover', async ({
    ctx,
    api,
    clock,
    owner,
    service,
  }) => {
    await buy(ctx, api)
    clock.forward(minutes(1))
    await owner.call('POST', '/admin/push', service.subscribe())
    await owner.tend()
    expect(service.received).toEqual([])
    clock.forward(minutes(1))
    await ctx.db.update(users).set({ role: 'USER', staffRoleId: null }).where(eq(users.id, owner.id))
    await buy(ctx, api)
    await owner.tend()
    expect(service.received).toEqual([])
  })

  test('of a size that sold out, of a message and of a return where they belong, after her quiet hours', async ({
    ctx,
    api,
    clock,
    owner,
    service,
  }) => {
    await owner.call('POST', '/admin/push', service.subscribe())
    const kinds = { stock: { push: true, mail: false }, message: { push: true, mail: false } }
    // It is noon in Istanbul.
    await owner.call('PUT', '/admin/notices', { kinds, summary: false, quietFrom: 11, quietTo: 14 })
    await buy(ctx, api, { stock: 1 })
    const report = { email: 'ayse@posta.example', problem: 'Kargom nerede kaldı acaba?' }
    expect((await api('POST', '/forms/problem-report', { body: report })).status).toBeLessThan(300)
    await owner.tend()
    clock.forward(hours(2) - minutes(1))
    await owner.tend()
    expect(service.received).toEqual([])
    clock.forward(minutes(1))
    await owner.tend()
    const told = service.received.map(({ message }) => message)
    expect(told.map(({ title }) => title).toSorted()).toEqual(['Bir beden tükendi', 'Yeni mesaj'])
    expect(JSON.stringify(told), 'what a customer wrote is not on a locked screen').not.toContain('Kargom')
  })

  test('of a bank that is silent: two cards without an answer, and none decided since', async ({
    ctx,
    api,
    clock,
    owner,
    service,
  }) => {
    const waits = async (status: 'UNKNOWN' | 'DECLINED') => {
      clock.forward(minutes(1))
      const orderId = await buy(ctx, api)
      await ctx.db
        .update(paymentAttempts)
        .set({ status, leaseUntil: clock.now })
        .where(eq(paymentAttempts.orderId, orderId))
    }
    const told = async () => {
      clock.forward(minutes(1))
      service.received.length = 0
      await owner.tend()
      return service.received.map(({ message }) => message.title)
    }
    await owner.call('POST', '/admin/push', service.subscribe())
    await owner.call('PUT', '/admin/notices', { ...nothing, kinds: { trouble: both } })
    for (const status of ['DECLINED', 'UNKNOWN'] as const) await waits(status)
    expect(await told(), 'one').toEqual([])
    await waits('UNKNOWN')
    expect(await told()).toEqual(['Ödeme kuruluşu yanıt vermiyor'])
    expect(await told(), 'once an hour').toEqual([])
    clock.forward(hours(1))
    expect(await told(), 'that was a while ago').toEqual([])
    for (const status of ['UNKNOWN', 'UNKNOWN', 'DECLINED'] as const) await waits(status)
    expect(await told(), 'it has answered since').toEqual([])
  })

  test('of many at once in one message', async ({ ctx, api, owner, service }) => {
    await owner.call('POST', '/admin/push', service.subscribe())
    await owner.call('PUT', '/admin/notices', { ...nothing, kinds: { order: both } })
    for (let n = 0; n < 4; n++) await buy(ctx, api)
    await owner.tend()
    expect(service.received.map(({ message }) => message)).toMatchObject([
      { title: '4 yeni sipariş', url: '/admin/siparisler' },
    ])
    expect(await noticeMails(ctx)).toHaveLength(1)
  })
})

describe('a push service', () => {
  test('that does not answer, or says later, is asked again for a day and then left', async ({
    ctx,
    api,
    clock,
    owner,
    service,
  }) => {
    await owner.call('POST', '/admin/push', service.subscribe())
    await buy(ctx, api)
    service.mischief.push('no answer', 500, 429)
    await owner.tend()
    expect(service.received).toEqual([])
    for (const pause of [30, 60, 120]) {
      clock.forward(pause * 1000)
      await owner.tend()
    }
    expect(service.received).toHaveLength(1)

    await buy(ctx, api)
    for (let hour = 0; hour < 30; hour++) {
      service.mischief.push('no answer')
      await owner.tend()
      clock.forward(hours(1))
    }
    service.mischief.length = 0
    await owner.tend()
    expect(service.received).toHaveLength(1)
    const deliveries = await ctx.db.select().from(noticeDeliveries)
    expect(deliveries.filter(({ givenUpAt }) => givenUpAt)).toHaveLength(1)
  })

  test.for([410, 403] as const)(
    'that knows a browser no more (%i) is not asked again',
    async (gone, { ctx, api, owner, service }) => {
      await owner.call('POST', '/admin/push', service.subscribe())
      await buy(ctx, api)
      service.mischief.push(gone)
      await owner.tend()
      expect((await owner.call('GET', '/admin/notices')).body.data.devices).toEqual([])
    },
  )

  test('takes the message that somebody sends to try it', async ({ owner, service, ctx }) => {
    const tryOut = () => owner.call('POST', '/admin/push/test')
    expect(await tryOut()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await owner.call('POST', '/admin/push', service.subscribe())
    expect((await tryOut()).status).toBe(200)
    expect(service.received).toMatchObject([{ message: { title: 'Bildirimler açık', url: '/admin' } }])
    for (let n = 0; n < 8; n++) await tryOut()
    expect((await tryOut()).status).toBe(429)
    expect((await ctx.db.select().from(notices)).every(({ kind }) => kind === 'test')).toBe(true)
  })
})

test('each morning the day before and what waits, once', async ({ ctx, api, clock, owner }) => {
  await owner.call('PUT', '/admin/notices', { ...nothing, summary: true })
  await buy(ctx, api)
  await owner.tend()
  clock.now = new Date('2026-11-21T05:59:00Z')
  await owner.tend()
  const summaries = () => ctx.db.select().from(mails).where(eq(mails.kind, 'staff-summary'))
  expect(await summaries()).toEqual([])
  clock.now = new Date('2026-11-21T06:00:00Z')
  await Promise.all([owner.tend(), owner.tend()])
  clock.forward(hours(1))
  await owner.tend()
  const [mail, ...more] = await summaries()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ toEmail: owner.email, subject: expect.stringContaining('20 Kasım 2026 özeti') })
  expect(mail?.text).toContain('20 Kasım 2026 günü 1 siparişle 1.299,90 TL satış yaptınız.')
  expect(mail?.text).toContain('1 yeni sipariş')
})

describe('choices', () => {
  test('are the caller’s own, begin with her first device, and refuse what makes no sense', async ({
    ctx,
    api,
    owner,
    service,
  }) => {
    const { body } = await owner.call('GET', '/admin/notices')
    expect(body.data).toMatchObject({ summary: false, quietFrom: null, devices: [] })
    expect(body.data.publicKey).toMatch(/^[\w-]{87}$/)
    expect(body.data.kinds).toContainEqual({ kind: 'order', label: 'Yeni sipariş', push: false, mail: false })
    const own = service.subscribe()
    const first = await owner.call('POST', '/admin/push', own)
    expect(first.body.data.kinds).toContainEqual({ kind: 'order', label: 'Yeni sipariş', push: true, mail: false })
    expect(first.body.data.devices).toMatchObject([{ endpoint: own.endpoint }])
    expect(first.body.data.publicKey, 'made once').toBe(body.data.publicKey)

    const colleague = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('GET', '/admin/notices', { token: colleague })).body.data.devices).toEqual([])
    await api('DELETE', '/admin/push', { token: colleague, body: { endpoint: own.endpoint } })
    expect((await owner.call('GET', '/admin/notices')).body.data.devices).toHaveLength(1)

    for (const wrong of [
      { ...nothing, quietFrom: 22 },
      { ...nothing, quietFrom: 22, quietTo: 24 },
      { ...nothing, kinds: { gossip: both } },
    ])
      expect((await owner.call('PUT', '/admin/notices', wrong)).status).toBe(400)
    // The shop calls no address that a browser names but those of the makers of browsers.
    for (const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
    ])
      expect((await owner.call('POST', '/admin/push', { ...own, endpoint })).status, endpoint).toBe(400)
    expect((await owner.call('POST', '/admin/push', { ...own, keys: { p256dh: 'x', auth: 'y' } })).status).toBe(400)
    for (let n = 0; n < 9; n++) await owner.call('POST', '/admin/push', service.subscribe())
    expect(await owner.call('POST', '/admin/push', service.subscribe())).toMatchObject({ status: 409 })
    expect((await owner.call('DELETE', '/admin/push', { endpoint: own.endpoint })).body.data.devices).toHaveLength(9)
  })

  test('and what was told are forgotten after a month', async ({ ctx, api, clock, owner, service }) => {
    await owner.call('POST', '/admin/push', service.subscribe())
    await buy(ctx, api)
    await owner.tend()
    clock.forward(days(31))
    await forgetOldNotices(ctx)
    expect(await ctx.db.select().from(notices)).toEqual([])
    expect(await ctx.db.select().from(noticeDeliveries)).toEqual([])
  })
})

test('the panel on a home screen opens the panel', async ({ app }) => {
  const read = async (path: string) => (await app.fetch(new Request(`http://shop.test${path}`))).json()
  expect(await read('/manifest.webmanifest?section=yonetim')).toMatchObject({
    start_url: '/admin',
    scope: '/admin',
    display: 'standalone',
  })
  expect(await read('/manifest.webmanifest')).toMatchObject({ start_url: '/', display: 'minimal-ui' })
})
