import { eq } from 'drizzle-orm'
import { describe, expect, vi } from 'vitest'
import { sessions, users } from '#shop/accounts/schema.ts'
import { managerRoleId } from '#shop/accounts/staff/role-rights.ts'
import type { Ctx } from '#shop/ctx.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aPayment, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

/** An open stream; `next` gives its next event as it came, undefined once it has ended. */
async function listen(app: App, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await app.fetch(new Request('http://shop.test/api/v1/admin/events', { headers }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async () => {
    while (!text.includes('\n\n')) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) return undefined
      text += value
    }
    const [event = ''] = text.split('\n\n', 1)
    text = text.slice(event.length + 2)
    return event
  }
  return { response, next, leave: () => reader?.cancel() }
}

async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 50 }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const buy = async () =>
    (await api('POST', '/payments/create', { token: customer, body: aPayment(product) })).body.data.orderId as string
  return { customer, owner, admin: await signIn(ctx, owner), buy }
}

describe('GET /admin/events', () => {
  test('is for admins', async ({ ctx, api }) => {
    const { customer } = await aShop(ctx, api)
    expect((await api('GET', '/admin/events')).status).toBe(401)
    expect((await api('GET', '/admin/events', { token: customer })).status).toBe(403)
  })

  test('who only asks for the headers follows nothing', async ({ ctx, api, app, deps }) => {
    const { admin, customer } = await aShop(ctx, api)
    const follow = vi.spyOn(deps.orderFeed, 'follow')
    const head = (token: string) => api('HEAD', '/admin/events', { token })
    for (let i = 0; i < 25; i++) expect((await head(admin)).status).toBe(200)
    expect((await head(admin)).headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect((await head(customer)).status).toBe(403)
    expect(follow).not.toHaveBeenCalled()
    const stream = await listen(app, admin)
    expect(stream.response.status).toBe(200)
    await stream.leave()
  })

  test('tells of an order when it is paid, and when an admin changes it', async ({ ctx, api, app }) => {
    const { admin, buy } = await aShop(ctx, api)
    const stream = await listen(app, admin)
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await stream.next()).toBe('event: ready\ndata: {}')
    const orderId = await buy()
    const data = JSON.stringify({ orderId, shownOrderId: `#${orderId.slice(-8).toUpperCase()}`, total: 1199 })
    expect(await stream.next()).toBe(`event: order-placed\ndata: ${data}`)
    await api('PUT', `/admin/orders/${orderId}/status`, { token: admin, body: { status: 'CONFIRMED' } })
    expect(await stream.next()).toBe(`event: order-changed\ndata: ${data}`)
    await api('DELETE', `/admin/orders/${orderId}`, { token: admin })
    expect(await stream.next()).toBe(`event: order-changed\ndata: ${data}`)
    await stream.leave()
  })

  test('an order that she wrote herself is new to the others alone', async ({ ctx, api, app }) => {
    const { admin } = await aShop(ctx, api)
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const [own, anothers] = [
      await listen(app, admin),
      await listen(app, await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))),
    ]
    for (const stream of [own, anothers]) await stream.next()
    const items = [{ variantId: product.variants[0]?.id, quantity: 1 }]
    const customerInfo = { ...usualRecipient, email: 'ayse@posta.example' }
    expect((await api('POST', '/admin/orders', { token: admin, body: { items, customerInfo } })).status).toBe(201)
    expect(await own.next()).toMatch(/^event: order-changed/)
    expect(await anothers.next()).toMatch(/^event: order-placed/)
    for (const stream of [own, anothers]) await stream.leave()
  })

  test('ends with her rights, and with her session, before anything more is told', async ({ ctx, api, app }) => {
    const { admin, owner, buy } = await aShop(ctx, api)
    const demoted = await listen(app, admin)
    await demoted.next()
    await ctx.db.update(users).set({ role: 'USER', staffRoleId: null }).where(eq(users.id, owner.id))
    await buy()
    expect(await demoted.next()).toBeUndefined()

    await ctx.db.update(users).set({ role: 'ADMIN', staffRoleId: managerRoleId }).where(eq(users.id, owner.id))
    const signedOut = await listen(app, admin)
    await signedOut.next()
    await ctx.db.update(sessions).set({ revokedAt: ctx.clock() }).where(eq(sessions.userId, owner.id))
    await buy()
    expect(await signedOut.next()).toBeUndefined()
  })

  test('tells a helper no sums, and ends the moment her access is removed', async ({ ctx, api, app }) => {
    const { admin, buy } = await aShop(ctx, api)
    const helper = await aUser(ctx, { staffRoleId: '00000000-0000-7000-8000-0000000000a2' })
    const stream = await listen(app, await signIn(ctx, helper))
    await stream.next()
    const orderId = await buy()
    const data = JSON.stringify({ orderId, shownOrderId: `#${orderId.slice(-8).toUpperCase()}` })
    expect(await stream.next()).toBe(`event: order-placed\ndata: ${data}`)
    expect((await api('DELETE', `/admin/staff/${helper.id}`, { token: admin })).status).toBe(200)
    expect(await stream.next()).toBeUndefined()
  })

  test('shows every twenty seconds that it lives, and ends with the quarter hour of a token', async ({
    ctx,
    api,
    app,
  }) => {
    const { admin } = await aShop(ctx, api)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      const stream = await listen(app, admin)
      await stream.next()
      vi.advanceTimersByTime(seconds(20))
      expect(await stream.next()).toBe(': here')
      vi.advanceTimersByTime(minutes(15))
      expect(await stream.next()).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends when the shop stops', async ({ ctx, api, app, deps }) => {
    const { admin } = await aShop(ctx, api)
    const stream = await listen(app, admin)
    await stream.next()
    deps.orderFeed.notify('end')
    expect(await stream.next()).toBeUndefined()
  })

  test('says when news may have been missed, and tells what comes twice once', async ({ ctx, api, app, deps }) => {
    const { admin } = await aShop(ctx, api)
    const stream = await listen(app, admin)
    await stream.next()
    const news = { id: 'one', kind: 'placed' as const, orderId: crypto.randomUUID(), totalKurus: 100 }
    deps.orderFeed.notify(news)
    deps.orderFeed.notify(news)
    deps.orderFeed.notify('gap')
    expect(await stream.next()).toMatch(/^event: order-placed/)
    expect(await stream.next()).toMatch(/^event: refresh/)
    await stream.leave()
  })

  test('is open so many times at most; one that is left makes room', async ({ ctx, api, app }) => {
    const { admin } = await aShop(ctx, api)
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(app, admin)))
    expect(streams.map(({ response }) => response.status)).toEqual(Array(20).fill(200))
    expect((await listen(app, admin)).response.status).toBe(429)
    await streams[0]?.leave()
    const next = await listen(app, admin)
    expect(next.response.status).toBe(200)
    for (const stream of [...streams.slice(1), next]) await stream.leave()
  })
})
