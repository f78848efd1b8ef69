import { request } from 'node:http'
import autocannon from 'autocannon'
import { shopPort, start } from './processes.ts'

/**
 * How close public answers come to the limit: a bare node:http server that sends the same bytes, in the same run on the
 * same machine, in turns. Prints a table; false when a ratio is below its floor, or one answer of a hundred takes longer
 * than 20 ms and it is not the machine: the bare server's are as late then.
 */
const floor = 0.8
const p99Ms = 20
/** What two runs of the same server differ by. */
const alike = 1.25
const rounds = 5
const connections = 50
const secondsEach = 3

const barePort = 3901
const addresses = ['/ust-giyim', '/urun/pile-midi-etek-adacayi', '/api/v1/products?limit=24']

export async function compareWithLimit(): Promise<boolean> {
  const rows = []
  for (const address of addresses) rows.push(await compare(address))
  console.table(rows)
  return rows.every((row) => row.ratio >= floor && row['p99 ms'] <= Math.max(p99Ms, row['limit p99 ms'] * alike))
}

async function compare(path: string) {
  const answer = await fetchRaw(`http://127.0.0.1:${shopPort}${path}`)
  const bare = await start(
    ['bench/bare-server.ts'],
    { PORT: String(barePort), ANSWER: JSON.stringify(answer) },
    /ready/,
  )
  try {
    const shopRates: number[] = []
    const bareRates: number[] = []
    const worst: number[] = []
    const bareWorst: number[] = []
    await load(`http://127.0.0.1:${shopPort}${path}`, 1)
    await load(`http://127.0.0.1:${barePort}${path}`, 1)
    for (let round = 0; round < rounds; round++) {
      const limit = await load(`http://127.0.0.1:${barePort}${path}`, secondsEach)
      bareRates.push(limit.requests.average)
      bareWorst.push(limit.latency.p99)
      const result = await load(`http://127.0.0.1:${shopPort}${path}`, secondsEach)
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${path}: ${result.non2xx} bad answers, ${result.errors} errors`)
      shopRates.push(result.requests.average)
      worst.push(result.latency.p99)
    }
    const [shopRate, bareRate] = [median(shopRates), median(bareRates)]
    return {
      address: path,
      bytes: Buffer.from(answer.body, 'base64').length,
      'shop req/s': Math.round(shopRate),
      'limit req/s': Math.round(bareRate),
      ratio: Math.round((shopRate / bareRate) * 100) / 100,
      'p99 ms': median(worst),
      'limit p99 ms': median(bareWorst),
    }
  } finally {
    bare.kill()
  }
}

function load(url: string, duration: number) {
  return autocannon({ url, connections, duration, headers: { 'accept-encoding': 'br' } })
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
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
