import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { aPayment } from '#test/checkout.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret } from './prepared.ts'
import { get } from './visitor.ts'

/** A small machine: what the process may hold, and what JavaScript may of it. */
const machine = { bytes: 1e9, heapMb: 400 }

type Given = { url?: string; enough: (rounds: number) => boolean; say: (line: string) => void }

/**
 * One guest from one address, with an own account, tries everything that might fill the memory of a shop under its
 * usual limits, while somebody else looks at pages and logs in. Gives what went wrong: nothing, if all is well.
 */
export async function tryToFillMemory({ url, enough, say }: Given) {
  const folder = temporaryFolder()
  const common = { DATA_DIR: folder.path, AUTH_SECRET: secret, ...(url ? { DATABASE_URL: url } : {}) }
  const goods = await prepare(common, { products: 20, people: 1 })
  await goods.handle.close()
  const shop = await startShop({ ...common, NODE_OPTIONS: `--max-old-space-size=${machine.heapMb}` })
  const wrong: string[] = []
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, residentOf(shop.pid))
    if (most > machine.bytes) void shop.kill()
  }, 100)
  const attacker = await anAttacker(shop, goods.tokens[0], aPayment(goods.products[0]))
  let rounds = 0
  while (!enough(rounds) && !shop.ended()) {
    const attack = attacker.round(rounds++)
    wrong.push(...(await asOthersDo(shop, goods.products[0].slug, rounds)))
    await attack
  }
  attacker.close()
  clearInterval(watch)
  if (shop.ended()) wrong.push(`the shop ended:\n${shop.output().slice(-1500)}`)
  else if ((await shop.stop()) !== 0) wrong.push('the shop did not end with 0')
  if (/a (request|page) failed/.test(shop.output())) wrong.push(shop.output().slice(-1500))
  folder.remove()
  say(`${rounds} rounds, ${attacker.asked()} requests; at most ${Math.round(most / 1e6)} MB resident`)
  return { most, limit: machine.bytes, wrong }
}

/** A page and a login, in bearable time whatever else goes on. */
async function asOthersDo(shop: RunningShop, slug: string, round: number): Promise<string[]> {
  const wrong: string[] = []
  const page = await get(`${shop.url}/urun/${slug}`).catch(() => undefined)
  if (page?.status !== 200) wrong.push(`a page answered ${page?.status}`)
  const login = await clientOf(shop.url)('POST', '/auth/login', {
    body: { email: `kimse-${round}@posta.example`, password: 'yanlış bir parola' },
  }).catch(() => undefined)
  if (login?.status !== 401 && login?.status !== 429) wrong.push(`a login answered ${login?.status}`)
  return wrong
}

async function anAttacker(shop: RunningShop, token: string, payment: object) {
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#a8321c' } })
  const picture = await photo.withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()
  const script = /"(\/assets\/react-[^"]+\.js)"/.exec((await get(`${shop.url}/`)).text)?.[1] ?? '/assets/x.js'
  const bought = await clientOf(shop.url)('POST', '/payments/create', { token, body: payment })
  const sockets: Socket[] = []
  let asked = 0

  const { hostname, port } = new URL(shop.url)
  /** Sends a request by hand and reads nothing of the answer. */
  const sendOnly = (text: string) => {
    const socket = connect(Number(port), hostname, () => socket.write(text)).pause()
    socket.on('error', () => {})
    sockets.push(socket)
    if (sockets.length > 600) sockets.shift()?.destroy()
    asked++
  }
  const read = (path: string) => {
    asked++
    return get(shop.url + path, { authorization: `Bearer ${token}` }).catch(() => undefined)
  }
  const unread = (path: string) => sendOnly(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)

  const attachment = () => {
    asked++
    const form = new FormData()
    const fields = { fullName: 'A B', phone: '0532 111 22 33', email: 'a@posta.example', city: 'İzmir' }
    const told = {
      application_type: 'diger',
      title: 'T',
      description: 'D',
      consentKvkk: 'true',
      consentContact: 'true',
    }
    for (const [name, value] of Object.entries({ ...fields, ...told })) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(picture)]), 'foto.jpg')
    return fetch(`${shop.url}/api/v1/forms/application`, { method: 'POST', body: form }).then(
      (answer) => answer.text(),
      () => undefined,
    )
  }
  const digits = (n: number, length: number) => String(n).padStart(length, '0')
  const kinds: ((n: number) => unknown)[] = [
    attachment,
    // One that says nothing of its length, and never ends.
    () =>
      sendOnly(
        'POST /api/v1/forms/application HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n' +
          `10000\r\n${'a'.repeat(0x10000)}\r\n`.repeat(30),
      ),
    (n) => read(script.replace('/assets/', `/assets${'/'.repeat((n % 200) + 2)}`)),
    (n) => read(`${script.replace('react', '%72eact')}?${n}`),
    (n) => read(`/ust-giyim${'/'.repeat(n % 9)}?sayfa=${digits(n, 1500)}`),
    (n) => read(`/api/v1/products?limit=1&category=q${n}&page=${digits(1, 12_000)}`),
    (n) => read(`/api/v1/products?category=${digits(n, 190)}&q=${digits(n, 190)}`),
    (n) => read(`/ara?q=elbise${n}&beden=${n}`),
    (n) => read(`/ust-giyim.data?_routes=root,x${n}`),
    (n) => read(`/admin/urunler/${n}`),
    (n) => unread(`/ara?q=keten&en-az=${n}`),
    (n) => unread(`/api/v1/products?limit=1000&q=keten${n}`),
    () => read(`/api/v1/orders/${bought.body.data?.orderId}/contracts.pdf`),
    () => sendOnly(`GET /api/v1/admin/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    () =>
      sendOnly(
        `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99000\r\n\r\n${'{'.repeat(90_000)}`,
      ),
    (n) =>
      fetch(`${shop.url}/api/v1/csp-reports`, { method: 'POST', body: 'x'.repeat(15_000 + (n % 100)) }).then(
        (answer) => answer.text(),
        () => undefined,
      ),
  ]
  return {
    asked: () => asked,
    /** Each of them eight times, all at once. */
    async round(n: number) {
      await Promise.all(kinds.flatMap((kind) => Array.from({ length: 8 }, (_, i) => kind(n * 8 + i))))
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Bytes that the process has in memory, with the children that draw pictures. */
function residentOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
    const sizes = [String(pid), ...children].filter(Boolean).map((one) => {
      const text = readFileSync(`/proc/${one}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
    })
    return sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    // A child has just ended, or this is no Linux.
    return 0
  }
}
