import { readdirSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { maxImageBytes } from '#shop/media/contract.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { buildIfStale } from '../scripts/build.ts'

/** The real server, spoken to by hand: what no well-behaved client would send. */
let shop: RunningShop
let admin: string
const folder = temporaryFolder()

beforeAll(async () => {
  const settings = {
    DATA_DIR: folder.path,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    HEADER_SECONDS: '1',
    REQUEST_SECONDS: '2',
  }
  const env = readEnv(settings)
  const handle = await openDatabase({ url: undefined, dataDir: folder.path })
  await migrate(handle.db)
  const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' as const }, requestId: newId() }
  await aProduct(ctx)
  admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  await handle.close()
  shop = await startShop(settings)
}, 120_000)

afterAll(async () => {
  await shop?.kill()
  folder.remove()
})

type Conversation = { status: number; headers: string; body: string }

/** Sends the parts as they are and gives what came back until the server closed; `drip` one more of them at a time. */
function say(parts: (string | Buffer)[], { drip }: { drip?: string } = {}): Promise<Conversation> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
    })
    const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 100)
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    // A server that has refused closes while we still send.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      const [headers = '', ...body] = answer.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0), headers, body: body.join('\r\n\r\n') })
    })
  })
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: shop.test', 'Connection: close', ...headers, '', ''].join('\r\n')
const json = 'Content-Type: application/json'
const form = 'Content-Type: multipart/form-data; boundary=b'
const bearer = () => `Authorization: Bearer ${admin}`

async function stillServes() {
  expect((await say([head('GET', '/healthz')])).body).toContain('ok')
  expect(shop.ended()).toBe(false)
  expect(shop.output()).not.toMatch(/a (request|page) failed|^\w*Error:/m)
}

test('who sends slowly is let go, and nobody else notices', async () => {
  const waits = [
    say([]),
    say(['GET / HTTP/1.1\r\nHost: shop.test\r\nX-Slow: '], { drip: 'a' }),
    say([head('POST', '/api/v1/auth/login', json, 'Content-Length: 90000'), '{"email":"'], { drip: 'a' }),
    say([head('POST', '/api/v1/auth/login', json, 'Content-Length: 900'), '{"email":']),
    say([head('POST', '/api/v1/forms/application', form, 'Content-Length: 900'), '--b\r\n']),
    say([head('POST', '/api/v1/admin/images', form, 'Content-Length: 900', bearer()), '--b\r\n'], { drip: 'a' }),
  ]
  await stillServes()
  for (const { status } of await Promise.all(waits)) expect([0, 408]).toContain(status)
  await stillServes()
})

test('who reads nothing of what she asked for is let go', async () => {
  const folder = `${await buildIfStale()}/client/assets`
  const files = readdirSync(folder).map((name) => ({
    path: `/assets/${name}`,
    size: statSync(`${folder}/${name}`).size,
  }))
  const largest = files.reduce((a, b) => (b.size > a.size ? b : a))
  // More than the kernel's buffers on both sides take, asked in one packet: no request is left half-read.
  const times = Math.ceil(20_000_000 / largest.size)
  expect((await say([head('GET', largest.path)])).status).toBe(200)
  const before = await connections()
  const { hostname, port } = new URL(shop.url)
  const reader = connect(Number(port), hostname)
  const closed = new Promise((resolve) => reader.once('close', resolve))
  reader.on('error', () => {}).pause()
  reader.write(`GET ${largest.path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  await vi.waitFor(async () => expect(await connections()).toBe(before + 1))
  await vi.waitFor(async () => expect(await connections()).toBe(before), { timeout: 20_000, interval: 200 })
  let came = 0
  reader.on('data', (chunk) => {
    came += chunk.length
  })
  reader.resume()
  await closed
  expect(came).toBeLessThan(times * largest.size)
  await stillServes()
}, 40_000)

/** Open at the server, beside the one that asks. */
async function connections(): Promise<number> {
  const { body } = await say([head('GET', '/metrics')])
  return Number(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)$/m.exec(body)?.[1])
}

test('huge headers are 431', async () => {
  expect((await say([head('GET', '/', `X: ${'a'.repeat(20_000)}`)])).status).toBe(431)
  expect((await say([head('GET', `/${'a'.repeat(20_000)}`)])).status).toBe(431)
  const answer = await say([head('GET', '/', ...Array(5000).fill('X: a'))])
  expect(answer.status).toBe(431)
  for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security'])
    expect(answer.headers.toLowerCase()).toContain(name)
})

test.for([
  ['/api/v1/auth/login', json, 100_000],
  ['/api/v1/payments/create', json, 100_000],
  ['/api/v1/payments/webhook/demo', json, 100_000],
  ['/api/v1/payments/3ds-callback', 'Content-Type: application/x-www-form-urlencoded', 100_000],
  ['/demo-bank/3ds/01a1f993-9e61-73c3-ae24-5a25296f3150', 'Content-Type: application/x-www-form-urlencoded', 100_000],
  ['/api/v1/forms/application', form, 6_000_000],
  ['/api/v1/admin/images', form, maxImageBytes + 100_000],
  ['/api/v1/admin/products', form, 8 * maxImageBytes],
] as const)('a body of more than its call takes is 413: POST %s', async ([path, type, most]) => {
  // By what it says of itself, before any of it is read.
  const said = await say([head('POST', path, type, bearer(), `Content-Length: ${most + 1}`), 'a'])
  expect(said.status).toBe(413)
  if (path.startsWith('/api/')) expect(said.body).toContain('"code":"PAYLOAD_TOO_LARGE"')
  if (most > 20_000_000) return
  // And by what comes, when it does not say.
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'a'), Buffer.from('\r\n')])
  const chunks = Array<Buffer>(Math.ceil(most / 0x10000) + 1).fill(chunk)
  const came = await say([head('POST', path, type, bearer(), 'Transfer-Encoding: chunked'), ...chunks, '0\r\n\r\n'])
  // A request refused by its headers is answered without reading its body.
  expect([400, 404, 413]).toContain(came.status)
  await stillServes()
})

test.for([
  ['what it says of itself', {}],
  ['what comes', { 'Transfer-Encoding': 'chunked' }],
] as const)('a body refused by %s leaves its connection in order', async ([, headers]) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: unknown[] = []
  for (let n = 0; n < 4; n++) answers.push(await post(agent, headers, Buffer.alloc(1_000_000, 'a')))
  answers.push(await post(agent, {}, Buffer.from('{}')))
  agent.destroy()
  expect(answers).toEqual([413, 413, 413, 413, 400])
  await stillServes()
})

/** The status of a login, as an agent that keeps its connections gets it. */
function post(agent: Agent, headers: Record<string, string>, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = new URL('/api/v1/auth/login', shop.url)
    const type = { 'Content-Type': 'application/json' }
    const sent = request(url, { agent, method: 'POST', headers: { ...type, ...headers } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject).end(body)
  })
}

test('a small file that would be a huge picture is refused before it is unpacked', async () => {
  const before = (await rss()) ?? 0
  for (const [width, height] of [
    [20_000, 20_000],
    [2_000_000, 100],
  ] as const) {
    const file = whitePng(width, height)
    expect(file.length).toBeLessThan(400_000)
    const body = Buffer.concat([
      Buffer.from(
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      ),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const answer = await say([
      head('POST', '/api/v1/admin/images', form, bearer(), `Content-Length: ${body.length}`),
      body,
    ])
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining('"code":"INVALID"')])
  }
  expect((await rss()) - before).toBeLessThan(200_000_000)
  await stillServes()
})

async function rss(): Promise<number> {
  const { body } = await say([head('GET', '/metrics')])
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1])
}

/** A valid PNG of one bit a pixel: a hundred million of them are some kilobytes. */
function whitePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngPart('IHDR', header), pngPart('IDAT', rows), pngPart('IEND', Buffer.alloc(0))])
}

function pngPart(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const part = Buffer.alloc(named.length + 8)
  part.writeUInt32BE(data.length, 0)
  named.copy(part, 4)
  part.writeUInt32BE(crc32(named), named.length + 4)
  return part
}

test('methods: HEAD is GET without a body, others are refused, none is 500', async () => {
  for (const path of ['/', '/bilgi', '/api/v1/products', '/api/v1/categories', '/healthz']) {
    const answer = await say([head('HEAD', path)])
    expect([path, answer.status, answer.body]).toEqual([path, 200, ''])
  }
  for (const method of ['OPTIONS', 'TRACE', 'PURGE', 'PROPFIND', 'PATCH', 'DELETE', 'QUERY']) {
    for (const path of ['/', '/urun/yok', '/api/v1/products', '/media/x.webp', '/healthz']) {
      const { status, headers } = await say([head(method, path, 'Origin: https://evil.test')])
      expect(status, `${method} ${path}`).toBe(/^\/(api|media)\//.test(path) ? 404 : 405)
      expect(headers).not.toMatch(/access-control-allow/i)
    }
  }
  for (const line of [
    'TRACK / HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET / HTTP/7.1',
    'CONNECT evil.test:443 HTTP/1.1',
    '\x16\x03',
  ]) {
    expect([0, 400], line).toContain((await say([`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`])).status)
  }
  const twoLengths = head('POST', '/api/v1/auth/login', json, 'Content-Length: 5', 'Transfer-Encoding: chunked')
  expect((await say([twoLengths, '0\r\n\r\n'])).status).toBe(400)
  await stillServes()
})

test('no path leads out of the folders that are served, and none is 500', async () => {
  const paths = [
    ...['/assets/../../../package.json', '/assets/..%2f..%2f..%2fpackage.json', '/assets/%2e%2e/%2e%2e/package.json'],
    ...[
      '/..%2fserver%2findex.js',
      '/assets/..%5c..%5cpackage.json',
      '/assets//../../server/index.js',
      '/.env',
      '/.git/config',
    ],
    ...[
      '/media/../auth-secret',
      '/media/..%2f..%2fauth-secret',
      '/media/%2e%2e%2fauth-secret',
      '/package.json',
      '/server/app.ts',
    ],
    ...[
      '/assets/',
      '/media/',
      '/%.js',
      '/assets/%ff.css',
      '/assets/x%00.js',
      '/%',
      '/urun/%ff',
      '/media/%ff',
      '/api/v1/products/%',
    ],
    ...['//evil.test/', '//evil.test/urun/x', '/\\evil.test', '/%5cevil.test/', '/a'.repeat(4000)],
  ]
  for (const path of paths) {
    const { status, headers, body } = await say([head('GET', path)])
    expect([400, 404], path).toContain(status)
    expect(headers, path).not.toMatch(/^location:/im)
    expect(body, path).not.toMatch(/"dependencies"|createApp|BEGIN|evil\.test\/"/)
  }
  await stillServes()
})

test('a foreign Host is nobody’s address: it is in no page, kept or not', async () => {
  for (const path of ['/', '/bilgi', '/api/v1/openapi.json', '/sitemap.xml', '/robots.txt']) {
    for (const request of [
      `GET ${path} HTTP/1.1\r\nHost: evil.test`,
      `GET http://evil.test${path} HTTP/1.1\r\nHost: x`,
    ]) {
      const { status, headers, body } = await say([
        `${request}\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n`,
      ])
      expect([path, status]).toEqual([path, 200])
      expect(headers + body, path).not.toContain('evil.test')
    }
  }
})
