import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerOf, compress, sizeOf } from './compressed.ts'

const page = () => Array.from({ length: 2000 }, (_, i) => `<li>Elbise ${(i * 7919) % 1009} – ₺${i * 37}</li>`).join('')
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { method, headers })

test('what nobody else will ask for is compressed quickly, what never changes as far as possible', async () => {
  const immutable = { headers: { 'cache-control': 'public, max-age=31536000, immutable' } }
  const quick = await compress(new Response(page()), { quickly: true })
  const usual = await compress(new Response(page()))
  const best = await compress(new Response(page(), immutable), { quickly: true })
  expect(usual.bodies.br.length).toBeLessThan(quick.bodies.br.length)
  expect(best.bodies.br.length).toBeLessThanOrEqual(usual.bodies.br.length)
})

test('only what may change has an ETag, which saves sending it again', async () => {
  const immutable = { headers: { 'cache-control': 'public, max-age=31536000, immutable' } }
  expect((await compress(new Response('a', immutable))).headers.etag).toBeUndefined()
  const [one, other] = [await compress(new Response('a')), await compress(new Response('b'))]
  expect(one.headers.etag).toBe(one.etag)
  expect(one.etag).not.toBe(other.etag)
  expect(answerOf(one, ask({ 'if-none-match': one.etag })).status).toBe(304)
  expect(answerOf(one, ask({ 'if-none-match': other.etag })).status).toBe(200)
})

test('HEAD gets the headers of GET without its body', async () => {
  const made = await compress(new Response('a page', { headers: { 'content-type': 'text/html' } }))
  const answer = answerOf(made, ask({ 'accept-encoding': 'br' }, 'HEAD'))
  expect(answer.body).toBeNull()
  expect([...answer.headers]).toEqual([...answerOf(made, ask({ 'accept-encoding': 'br' })).headers])
})

test('sizeOf counts all three bodies and the headers', async () => {
  const bytes = randomBytes(20_000)
  const made = await compress(new Response(bytes, { headers: { 'x-long': 'h'.repeat(5000) } }))
  expect(sizeOf(made)).toBeGreaterThan(65_000)
  expect(sizeOf(made)).toBeLessThan(70_000)
})
