import { expect } from 'vitest'
import { LocalLine } from '#shop/checkout/line/line.ts'
import { newId } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a crowd is answered with a place, tells how it stands, and lets her in with her ticket', async ({
  ctx,
  deps,
  api,
}) => {
  expect((await api('GET', '/checkout/line')).body.data).toMatchObject({ open: false, soldOut: [] })
  const line = new LocalLine(() => ctx, { atOnce: 1, every: 2 ** 31 - 1, grace: 0 })
  deps.line = line
  const stranger = () => ({
    person: newId(),
    network: newId(),
    variantIds: [],
    ticket: undefined,
    holdsAll: async () => false,
  })
  const inside = await Promise.all(Array.from({ length: 10 }, () => line.enter(stranger())))
  const [product, token] = [await aProduct(ctx), await signIn(ctx, await aUser(ctx))]
  const pay = (headers?: Record<string, string>) =>
    api('POST', '/payments/create', { token, body: aPayment(product), ...(headers ? { headers } : {}) })

  const waiting = await pay()
  expect([waiting.status, waiting.body.code, waiting.body.data.ahead]).toEqual([429, 'IN_LINE', 0])
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  const { ticket, place } = waiting.body.data
  const told = await api('GET', '/checkout/line')
  expect(told.body.data).toMatchObject({ open: true, last: place })
  expect(told.headers.get('cache-control')).toBe('public, max-age=1')
  expect((await pay({ 'line-ticket': ticket })).body.data.place).toBe(place)

  for (const turn of inside) turn.end()
  while (line.state().called < place) await line.move()
  expect((await pay({ 'line-ticket': ticket })).status).toBe(200)
  expect((await api('DELETE', `/checkout/line/${ticket}`)).status).toBe(200)
  expect((await api('DELETE', `/checkout/line/${'9'.repeat(61)}`)).status).toBe(404)
})
