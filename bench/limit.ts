import type { ChildProcess } from 'node:child_process'
import { request } from 'node:http'
import { availableParallelism } from 'node:os'
import { median, tenths } from './figures.ts'
import { load, pin } from './load.ts'
import { processorMs, shopPort, start } from './processes.ts'

/**
 * How close public answers come to the limit: a bare node:http server that sends the same bytes, in the same run on the
 * same machine, in turns. Prints a table; false when a ratio is below its floor, or one answer of a hundred takes longer
 * than 20 ms and it is not the machine: the bare server's are as late then.
 */
const floor = 0.8
const p99Ms = 20
/** Factor by which two runs of the same server differ. */
const alike = 1.25
/** Many short turns: the speed of a machine that others share changes from second to second. */
const rounds = 15
/** The servers share a core, and who asks has another. */
const turn = { connections: 50, seconds: 1, core: 1 }
const serverCore = '0'

const barePort = 3901
const addresses = [
  '/',
  '/ust-giyim',
  '/ust-giyim?sayfa=2&renk=siyah',
  '/urun/pile-midi-etek-adacayi',
  '/api/v1/products?limit=24',
  '/api/v1/categories',
]

export async function compareWithLimit(shop: ChildProcess): Promise<boolean> {
  const ours = shop.pid ?? 0
  const rows = []
  await pin(ours, serverCore)
  for (const address of addresses) rows.push(await compare(address, ours))
  await pin(ours, `0-${availableParallelism() - 1}`)
  console.table(rows)
  return rows.every((row) => row.ratio >= floor && row['p99 ms'] <= Math.max(p99Ms, row['limit p99 ms'] * alike))
}

async function compare(path: string, shop: number) {
  const answer = await fetchRaw(`http://127.0.0.1:${shopPort}${path}`)
  const bare = await start(
    ['bench/bare-server.ts'],
    { PORT: String(barePort), ANSWER: JSON.stringify(answer) },
    /ready/,
  )
  try {
    const ours = { url: `http://127.0.0.1:${shopPort}${path}`, pid: shop }
    const limit = { url: `http://127.0.0.1:${barePort}${path}`, pid: bare.pid ?? 0 }
    await pin(limit.pid, serverCore)
    for (const { url } of [ours, limit]) await load(url, { ...turn, seconds: 2 })
    const turns: { ours: Turn; limit: Turn }[] = []
    for (let i = 0; i < rounds; i++) turns.push({ limit: await measure(limit), ours: await measure(ours) })
    const [best, bestLimit] = [undisturbed(turns.map(({ ours }) => ours)), undisturbed(turns.map(({ limit }) => limit))]
    return {
      address: path,
      bytes: Buffer.from(answer.body, 'base64').length,
      'shop req/s': Math.round(best.perSecond),
      'limit req/s': Math.round(bestLimit.perSecond),
      ratio: Math.round((best.perSecond / bestLimit.perSecond) * 100) / 100,
      'of all turns': Math.round(median(turns.map((each) => each.ours.perSecond / each.limit.perSecond)) * 100) / 100,
      'shop µs': tenths(best.processorUs),
      'limit µs': tenths(bestLimit.processorUs),
      'p99 ms': tenths(median(turns.map(({ ours }) => ours.p99Ms))),
      'limit p99 ms': tenths(median(turns.map(({ limit }) => limit.p99Ms))),
    }
  } finally {
    bare.kill()
  }
}

/** `processorUs`: what an answer cost the server in processor time. */
type Turn = { perSecond: number; p99Ms: number; processorUs: number }

async function measure({ url, pid }: { url: string; pid: number }): Promise<Turn> {
  const before = processorMs([pid])
  const { perSecond, p99Ms, total } = await load(url, turn)
  return { perSecond, p99Ms, processorUs: ((processorMs([pid]) - before) / total) * 1000 }
}

/** The middle of the faster half: what else the machine does takes from one and the other at different times. */
function undisturbed(turns: Turn[]): Turn {
  const fastest = turns.toSorted((a, b) => b.perSecond - a.perSecond)
  return fastest[Math.floor(turns.length / 4)] ?? { perSecond: 0, p99Ms: 0, processorUs: 0 }
}

/** The answer as it is on the wire, still compressed. */
function fetchRaw(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { 'accept-encoding': 'br' } }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        if (res.statusCode !== 200) return reject(new Error(`${url} answered ${res.statusCode}`))
        const { date, connection, 'keep-alive': alive, 'content-length': length, ...headers } = res.headers
        resolve({ headers: headers as Record<string, string>, body: Buffer.concat(chunks).toString('base64') })
      })
    })
    call.on('error', reject).end()
  })
}
