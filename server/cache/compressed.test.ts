import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as call, createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerOf, compress, send, sizeOf, tighten } from './compressed.ts'
import { withdrawFromEdges } from './edge.ts'

const page = () => Array.from({ length: 2000 }, (_, i) => `<li>Elbise ${(i * 7919) % 1009} – ₺${i * 37}</li>`).join('')
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { method, headers })

test('what somebody waits for is compressed quickly, what is asked for again and what never changes ever smaller', async () => {
  const quick = await compress(new Response(page()))
  const small = await tighten(quick)
  const smallest = await compress(new Response(page()), { effort: 'smallest' })
  const besides = { bodies: 0, heads: 0, effort: 0 }
  expect({ ...small, ...besides }).toEqual({ ...quick, ...besides })
  for (const encoding of ['br', 'gzip'] as const) {
    const lengths = await Promise.all([quick, small, smallest].map((made) => lengthOf(made, encoding)))
    expect(lengths, `${encoding}: ever smaller`).toEqual([...new Set(lengths)].sort((a, b) => b - a))
    expect(lengths).toHaveLength(3)
  }
  expect(await lengthOf(small, 'identity')).toBe(await lengthOf(quick, 'identity'))
})

/** How many bytes are sent to who accepts that; as many as the head says. */
async function lengthOf(
  made: Awaited<ReturnType<typeof compress>>,
  encoding: 'br' | 'gzip' | 'identity',
): Promise<number> {
  const { headers, bytes } = await sent(made, { 'accept-encoding': encoding })
  expect(headers['content-length']).toBe(String(bytes.length))
  const plain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (sent: Buffer) => sent }[encoding](bytes)
  expect(plain.toString()).toBe(page())
  return bytes.length
}

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

test('sizeOf counts what is kept: Brotli and the headers, gzip once it is made, and the plain text of what is long', async () => {
  const bytes = randomBytes(20_000)
  const made = await compress(new Response(bytes, { headers: { 'x-long': 'h'.repeat(5000) } }))
  const before = sizeOf(made)
  expect(before).toBeGreaterThan(26_500)
  expect(before).toBeLessThan(27_500)
  await answerOf(made, ask()).arrayBuffer()
  expect(sizeOf(made), 'the plain text is made each time').toBe(before)
  await answerOf(made, ask({ 'accept-encoding': 'gzip' })).arrayBuffer()
  expect(sizeOf(made)).toBe(before + (made.bodies.gzip?.length ?? 0))
  expect(made.bodies.gzip?.length).toBeGreaterThan(19_000)
  const long = await compress(new Response(page().repeat(4)))
  expect(sizeOf(long)).toBeGreaterThan(4 * page().length)
  expect(await answerOf(long, ask()).text()).toBe(page().repeat(4))
})

test('whoever asks for gzip gets it without waiting once a page is pressed smaller, and of what is long at once', async () => {
  const asked = await compress(new Response(page()))
  expect((await tighten(asked)).bodies.gzip).toBeUndefined()
  await answerOf(asked, ask({ 'accept-encoding': 'gzip' })).arrayBuffer()
  expect((await tighten(asked)).bodies.gzip?.length).toBeLessThan(asked.bodies.gzip?.length ?? 0)
  expect((await compress(new Response(page().repeat(4)))).bodies.gzip).toBeDefined()
})

test('of a page gzip is made once, for the first who wants it, and says what the page says by then', async () => {
  const made = await compress(new Response(page(), { headers: { 'cache-control': 'public, s-maxage=60' } }))
  expect(made.bodies.gzip).toBeUndefined()
  withdrawFromEdges(made)
  const first = await sent(made, { 'accept-encoding': 'gzip' })
  expect(first.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, no-cache' })
  const { gzip } = made.bodies
  expect(gzip).toHaveLength(first.bytes.length)
  expect((await sent(made, { 'accept-encoding': 'gzip' })).bytes).toEqual(first.bytes)
  expect(made.bodies.gzip).toBe(gzip)
})

test('sizeOf knows what little there is besides', () => {
  const nothing = {
    etag: '',
    headers: {},
    bodies: { br: '' },
    heads: { br: [], identity: [] },
    effort: 'quick' as const,
  }
  expect([sizeOf(nothing), sizeOf({ ...nothing, headers: { vary: 'x' } })]).toEqual([1500, 1555])
})

test('a small body is sent in one piece with its head, a large one as it lies in memory', async () => {
  const kinds = async (length: number) => typeof (await compress(new Response(randomBytes(length)))).bodies.br
  expect([await kinds(13_900), await kinds(14_000)]).toEqual(['string', 'object'])
})

test('a length that was right before it was compressed is told nobody', async () => {
  const made = await compress(new Response(page(), { headers: { 'content-length': String(page().length) } }))
  expect(answerOf(made, ask({ 'accept-encoding': 'br' })).headers.get('content-length')).toBeNull()
  const { headers } = await sent(made, { 'accept-encoding': 'br' })
  expect(headers['content-length']).toBe(String(made.bodies.br.length))
})

/** The answer as a client gets it over a socket. */
async function sent(made: Awaited<ReturnType<typeof compress>>, headers: IncomingHttpHeaders = {}, method = 'GET') {
  const server = createServer((req, res) => send(made, req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const [answer] = await once(call({ host: '127.0.0.1', port, method, headers, agent: false }).end(), 'response')
  const got = { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, bytes: await buffer(answer) }
  server.close()
  return { ...got, body: got.bytes.toString() }
}

test('over a socket too: 304 for who has it, no body for HEAD', async () => {
  const made = await compress(new Response('a page', { headers: { 'content-type': 'text/html' } }))
  expect(made.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(await sent(made)).toMatchObject({ status: 200, body: 'a page', headers: { 'content-length': '6' } })
  expect(await sent(made, {}, 'HEAD')).toMatchObject({ status: 200, body: '', headers: { 'content-length': '6' } })
  const known = await sent(made, { 'if-none-match': made.etag })
  expect(known).toMatchObject({ status: 304, body: '', headers: { etag: made.etag, vary: 'Accept-Encoding' } })
  expect((await sent(made, { 'if-none-match': 'W/"another"' })).status).toBe(200)
})

test.for([
  ['br, gzip;q=0', 'br'],
  ['gzip, br;q=0.0', 'gzip'],
  ['br;q=0.5, gzip', 'br'],
  ['deflate', null],
  [`${'x, '.repeat(50)}br`, 'br'],
] as const)('who accepts %s gets %s', async ([accepts, encoding]) => {
  const made = await compress(new Response(page()))
  expect(answerOf(made, ask({ 'accept-encoding': accepts })).headers.get('content-encoding')).toBe(encoding)
})
