import { buildIfStale } from '../scripts/build.ts'
import { unreliableIyzico } from './bank.ts'
import { failOver } from './failover/drill.ts'
import { standInFront } from './front/drill.ts'
import { endAConnection, killABackend, killAtRandom } from './kill.ts'
import { tryToFillMemory } from './memory.ts'
import { openOwnPostgres } from './postgres.ts'
import { openSoak } from './soak.ts'

/**
 * The long forms: `npm run chaos -- kill|iyzico|soak|memory [minutes]`, ten minutes each unless told otherwise, and
 * `-- failover [kills]`, five unless told otherwise, and `-- front [caddy|names|nginx|edge|journeys]`, which need packages
 * of Debian.
 */
const [what = 'all', minutes = '10'] = process.argv.slice(2)
const seconds = Number(minutes) * 60
const say = (line: string) => console.info(`${new Date().toISOString()} ${line}`)

async function kill(): Promise<boolean> {
  const postgres = await openOwnPostgres()
  const powerCut = async () => {
    await postgres.killAll()
    return 'the whole PostgreSQL'
  }
  const harms = [endAConnection, killABackend, powerCut]
  const { wrong } = await killAtRandom({ url: postgres.url, seconds, pause: 10_000, harms, say })
  await postgres.close()
  for (const line of wrong) say(`WRONG ${line}`)
  say(`kill: ${wrong.length === 0 ? 'the books are right' : 'FAILED'}`)
  return wrong.length === 0
}

/** The same against an iyzico that loses answers and reports late: half of the time on each database. */
async function iyzico(): Promise<boolean> {
  const postgres = await openOwnPostgres()
  const all: string[] = []
  for (const url of [postgres.url, undefined]) {
    say(`iyzico, on ${url ? 'PostgreSQL' : 'the embedded database'}`)
    const bank = await unreliableIyzico()
    const harms = url ? [endAConnection, killABackend] : []
    const { wrong } = await killAtRandom({ url, seconds: seconds / 2, pause: 6000, harms, bank, say })
    await bank.close()
    all.push(...wrong)
  }
  await postgres.close()
  for (const line of all) say(`WRONG ${line}`)
  say(`iyzico: ${all.length === 0 ? 'the books are right' : 'FAILED'}`)
  return all.length === 0
}

async function soak(): Promise<boolean> {
  const postgres = await openOwnPostgres()
  const shop = await openSoak(postgres.url)
  const mb = (bytes: number) => Math.round(bytes / 1e5) / 10
  const begun = Date.now()
  const heaps: number[] = []
  for (let minute = 1; minute * 60 <= seconds; minute++) {
    await shop.work(() => Date.now() - begun >= minute * 60_000)
    const { heap, rss, requests } = await shop.memory()
    say(`minute ${minute}: heap ${mb(heap)} MB after collection, resident ${mb(rss)} MB, ${requests} requests`)
    if (minute >= 2) heaps.push(heap)
  }
  const code = await shop.close()
  await postgres.close()
  const band = Math.max(...heaps) - Math.min(...heaps)
  const flat = band < 20e6 && shop.failed() === 0 && code === 0
  say(`soak: heap from minute 2 on within ${mb(band)} MB, ${shop.failed()} answers of 5xx: ${flat ? 'flat' : 'FAILED'}`)
  return flat
}

async function memory(): Promise<boolean> {
  let end: number | undefined
  const enough = () => {
    // From when the shop is there.
    end ??= Date.now() + seconds * 1000
    return Date.now() >= end
  }
  const { most, limit, wrong } = await tryToFillMemory({ enough, say })
  for (const line of new Set(wrong)) say(`WRONG ${line}`)
  const bounded = wrong.length === 0 && most < limit
  say(`memory: at most ${Math.round(most / 1e6)} MB of ${limit / 1e6}: ${bounded ? 'bounded' : 'FAILED'}`)
  return bounded
}

async function failover(): Promise<boolean> {
  const wrong = await failOver(Number(process.argv[3] ?? '5'), say).catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ])
  for (const line of wrong) say(`WRONG ${line}`)
  say(`failover: ${wrong.length === 0 ? 'no order is lost, the books are right' : 'FAILED'}`)
  return wrong.length === 0
}

async function front(): Promise<boolean> {
  const wrong = await standInFront(process.argv[3], say).catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ])
  for (const line of wrong) say(`WRONG ${line}`)
  say(`front: ${wrong.length === 0 ? 'all as it should be' : 'FAILED'}`)
  return wrong.length === 0
}

await buildIfStale()
const results: boolean[] = []
if (what === 'kill' || what === 'all') results.push(await kill())
if (what === 'iyzico' || what === 'all') results.push(await iyzico())
if (what === 'soak' || what === 'all') results.push(await soak())
if (what === 'memory' || what === 'all') results.push(await memory())
if (what === 'failover') results.push(await failover())
if (what === 'front') results.push(await front())
process.exit(results.length > 0 && results.every(Boolean) ? 0 : 1)
