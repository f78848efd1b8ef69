import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { usualPassword } from '#test/factories.ts'
import { nothingOpen } from '#test/process.ts'
import { type Client, type Front, openClient } from './client.ts'
import { type Say, type Shops, until } from './shops.ts'

/** Says what was seen, and notes what should not be so. */
export function openNotes(say: Say, wrong: string[], of: string) {
  return (what: string, holds: boolean, seen: unknown = '') => {
    const line = `${of}: ${what}${seen === '' ? '' : `: ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`}`
    say(`${holds ? 'ok   ' : 'WRONG'} ${line}`)
    if (!holds) wrong.push(line)
  }
}

export type Note = ReturnType<typeof openNotes>

/** The demands on every web server in front. */
export async function checkFront(front: Front, shops: Shops, note: Note): Promise<void> {
  await checkEncoding(front, shops, note)
  await checkStream(front, shops, note)
  await checkUploads(front, shops, note)
  await checkAddress(front, note)
  await checkPrivate(front, note)
  await checkCrowd(front, shops, note)
  await checkKill(front, shops, note)
}

async function checkEncoding(front: Front, shops: Shops, note: Note) {
  const client = await openClient(front)
  note('HTTP/2 is spoken', client.protocol === 'h2', client.protocol)
  const page = (await client.ask('/')).text()
  const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0] ?? ''
  const paths = ['/', script, `/urun/${shops.products[0].slug}`, '/api/v1/products?limit=24']
  const faults: string[] = []
  for (const path of paths) {
    const plain = (await client.ask(path)).text()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await client.ask(path, { headers: { 'accept-encoding': encoding } })
      const named = answer.headers['content-encoding'] ?? 'identity'
      if (named !== encoding || answer.text() !== plain) faults.push(`${path} asked for ${encoding}: ${named}`)
      if (answer.headers.vary !== 'Accept-Encoding') faults.push(`${path}: Vary ${answer.headers.vary}`)
    }
    const { etag } = (await client.ask(path, { headers: { 'accept-encoding': 'br' } })).headers
    if (etag && (await client.ask(path, { headers: { 'if-none-match': etag } })).status !== 304)
      faults.push(`${path}: no 304`)
  }
  note('one encoding, the shop’s; Vary and 304 come through', faults.length === 0, faults.join('; '))
  client.close()
}

async function checkStream(front: Front, shops: Shops, note: Note) {
  const client = await openClient(front)
  const headers = { authorization: `Bearer ${shops.admin}` }
  const stream = await client.listen('/api/v1/admin/events', headers)
  const isReady = await until(() => stream.heard().includes('event: ready'), 5)
  const buyer = await openClient(front, '127.0.0.20')
  const bought = await pay(buyer, await shops.aBuyer(), aPayment(shops.products[1] ?? shops.products[0]))
  const begun = performance.now()
  const isTold = await until(() => stream.heard().includes('order-placed'), 10)
  note('the panel’s stream is sent on piece by piece', isReady && isTold && bought.status === 200, {
    tellsAfterMs: Math.round(performance.now() - begun),
  })
  stream.close()
  // One account may have twenty open: those of panels that were closed must not count for long.
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 15; n++) {
      const one = await client.listen('/api/v1/admin/events', headers)
      statuses.push(one.status)
      one.close()
    }
    await wait(2000)
  }
  const refused = statuses.filter((status) => status !== 200).length
  note('streams of closed panels end at the shop within two seconds', refused === 0, `${refused} of 45 refused`)
  for (const one of [client, buyer]) one.close()
}

async function checkUploads(front: Front, shops: Shops, note: Note) {
  const client = await openClient(front)
  const authorization = `Bearer ${shops.admin}`
  const send = (path: string, body: Buffer, headers: Record<string, string>) =>
    client.ask(`/api/v1${path}`, { method: 'POST', body, headers })
  const boundary = 'a'.repeat(30)
  const form = (name: string, type: string, bytes: Buffer) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  }
  const sentence = (answer: { bytes: Buffer }) => /"message":"([^"]+)"/.exec(answer.bytes.toString())?.[1]
  const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const noise = { width: 1700, height: 1800, channels: 3 as const }
  const picture = await sharp(randomBytes(noise.width * noise.height * 3), { raw: noise })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const taken = await send('/admin/images', form('elbise.png', 'image/png', picture), { ...multipart, authorization })
  note('a picture is taken', taken.status < 300, {
    megabytes: Math.round(picture.length / 1e5) / 10,
    status: taken.status,
    words: sentence(taken),
  })
  for (const [what, megabytes, headers, status] of [
    ['30 MB without a token are refused early, in words', 30, multipart, 401],
    ['a picture of 30 MB is refused in words', 30, { ...multipart, authorization }, 413],
    ['100 MB are refused in words', 100, { ...multipart, authorization }, 413],
  ] as const) {
    const path = megabytes > 80 ? '/admin/products' : '/admin/images'
    const bytes = form('elbise.png', 'image/png', Buffer.alloc(megabytes * 1e6))
    const answer = await send(path, bytes, headers).catch((error: unknown) => String(error))
    if (typeof answer === 'string') note(what, false, answer)
    else note(what, answer.status === status && sentence(answer) !== undefined, [answer.status, sentence(answer) ?? ''])
  }
  note('the connection serves on', (await client.ask('/bilgi')).status === 200)
  client.close()
}

/** Registrations are five an hour of one address: an address that the client makes up is not hers. */
async function checkAddress(front: Front, note: Note) {
  const register = async (from: string, n: number) => {
    const client = await openClient(front, from)
    const email = `ayse-${from}-${n}-${Date.now()}@posta.example`
    const answer = await client.ask('/api/v1/auth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}`, 'x-real-ip': '203.0.113.1' },
      body: JSON.stringify({ firstName: 'Ayşe', lastName: 'Yılmaz', email, password: usualPassword }),
    })
    client.close()
    return answer.status
  }
  const statuses: number[] = []
  for (let n = 1; n <= 6; n++) statuses.push(await register('127.0.0.30', n))
  statuses.push(await register('127.0.0.31', 1))
  note('limits count the client’s own address', statuses.join() === '201,201,201,201,201,429,201', statuses)
}

async function checkPrivate(front: Front, note: Note) {
  const client = await openClient(front)
  const statuses: number[] = []
  for (const path of ['/metrics', '/internal/domain?domain=dukkan.example'])
    statuses.push((await client.ask(path)).status)
  note('metrics and names are not shown', statuses.join() === '404,404', statuses)
  client.close()
}

/** Many shoppers of one mobile network have one address. The pages are kept: what is slow is not the shop. */
async function checkCrowd(front: Front, shops: Shops, note: Note) {
  const clients = await Promise.all(Array.from({ length: 4 }, () => openClient(front)))
  const paths = shops.products.map(({ slug }) => `/urun/${slug}`)
  for (let n = 0; n < 2 * paths.length; n++) await clients[0]?.ask(paths[n % paths.length] ?? '')
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, n) => clients[n % 4]?.ask(paths[n % paths.length] ?? '')),
  )
  const refused = answers.filter((answer) => answer?.status !== 200)
  const words = refused[0]?.text().slice(0, 80)
  note('240 requests at once from one address are answered', refused.length === 0, { refused: refused.length, words })
  for (const client of clients) client.close()
}

/**
 * The second process dies while twelve payments are at the bank and eight read: who reads notices nothing, and no payment is
 * sent to the other process. Most of the buyers press again, with the key they had.
 */
async function checkKill(front: Front, shops: Shops, note: Note) {
  const slow = '4120111111111110'
  const [attempts, charges] = [await shops.count('payment_attempts'), await shops.count('demo_bank.charges')]
  const buyers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({
      client: await openClient(front, `127.0.0.${40 + n}`),
      token: await shops.aBuyer(),
      body: aPayment(shops.products[2 + (n % 4)] ?? shops.products[0], { card: slow }),
      headers: keyOf(front, n),
    })),
  )
  const readers = openReaders(front, shops)
  const paying = buyers.map(({ client, token, body, headers }) => pay(client, token, body, headers))
  const areAll = await until(async () => (await shops.count('demo_bank.charges')) === charges + 12)
  await shops.kill()
  const statuses = await Promise.all(paying.map((answer) => answer.then(({ status }) => status)))
  const again = buyers.filter((_, n) => n % 3 > 0 && (statuses[n] ?? 0) >= 500)
  const pressed = await Promise.all(again.map(({ client, token, body, headers }) => pay(client, token, body, headers)))
  await readers.read(300)
  await shops.startAgain()
  await readers.read(300)
  const { statuses: read, slowest } = await readers.close()
  note('who reads notices nothing of a killed process', [...read.keys()].join() === '200', {
    ...Object.fromEntries(read),
    slowestMs: Math.round(slowest),
  })
  for (const shop of shops.both) await nothingOpen(shop)
  const made = [(await shops.count('payment_attempts')) - attempts, (await shops.count('demo_bank.charges')) - charges]
  note('nothing that buys is sent twice', areAll && made.join() === '12,12' && again.length > 0, {
    answers: statuses.join(' '),
    pressedAgain: pressed.map(({ status }) => status).join(' '),
    attempts: made[0],
    charges: made[1],
  })
  const books = await auditBooks(shops.ctx.db, shops.initialStock)
  note('the books are right', books.length === 0, books.join('; '))
  for (const { client } of buyers) client.close()
}

/** Every third buyer has no key. */
function keyOf({ url }: Front, n: number): Record<string, string> {
  return n % 3 ? { 'idempotency-key': `front-${url}-${n}` } : {}
}

function pay({ ask }: Client, token: string, body: object, headers: Record<string, string> = {}) {
  return ask('/api/v1/payments/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  })
}

/** Eight who read on, pages that are kept and pages that are made for them. */
function openReaders(front: Front, shops: Shops) {
  const statuses = new Map<number, number>()
  let [reading, slowest, count] = [true, 0, 0]
  const reader = async (from: number) => {
    let client = await openClient(front, `127.0.0.${60 + from}`)
    for (let n = 1; reading; n++) {
      // Web servers end a connection after some requests, as browsers know.
      if (n % 100 === 0) {
        client.close()
        client = await openClient(front, `127.0.0.${60 + from}`)
      }
      const path = n % 2 ? `/urun/${shops.products[0].slug}` : `/ara?q=elbise+${from}+${n}`
      const begun = performance.now()
      const { status } = await client.ask(path).catch(() => ({ status: 0 }))
      slowest = Math.max(slowest, performance.now() - begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      count++
      if (status === 0) break
    }
    client.close()
  }
  const all = Array.from({ length: 8 }, (_, n) => reader(n))
  return {
    /** Until they have read so many more. */
    async read(more: number) {
      const end = count + more
      await until(() => count >= end, 120)
    },
    async close() {
      reading = false
      await Promise.all(all)
      return { statuses, slowest }
    },
  }
}
