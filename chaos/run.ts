import { buildIfStale } from '../scripts/build.ts'
import { unreliableIyzico } from './bank.ts'
import { bucketDrill } from './bucket/drill.ts'
import { comeToTheDrop } from './crowd.ts'
import { installOnDebian } from './debian/drill.ts'
import { failOver } from './failover/drill.ts'
import { standInFront } from './front/drill.ts'
import { endAConnection, killABackend, killAtRandom } from './kill.ts'
import { mailDrill } from './mail/drill.ts'
import { tryToFillMemory } from './memory.ts'
import { openOwnPostgres } from './postgres.ts'
import { changeRelease } from './release/drill.ts'
import { openSoak } from './soak.ts'

/**
 * The long forms: `npm run chaos -- kill|iyzico|soak|memory [minutes]`, ten minutes each unless told otherwise, and the drills below,
 * which only run when they are named.
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

type Drill = { run: (say: (line: string) => void, option: string | undefined) => Promise<string[]>; good: string }

/** A drill that lacks something on this machine says so by itself. */
const drills: Record<string, Drill> = {
  /** `[kills|killed|frozen|undecided|full|planned]`: packages of Debian, and root for small disks. */
  failover: { run: (say, which = '5') => failOver(which, say), good: 'no order is lost, the books are right' },
  /** `[caddy|names|nginx|edge|journeys]`: packages of Debian. */
  front: { run: (say, part) => standInFront(part, say), good: 'all as it should be' },
  /** `[seconds]` of each of its three states: nginx and Chromium. */
  release: {
    run: (say, seconds = '20') => changeRelease(Number(seconds), say),
    good: 'nobody noticed, the books are right',
  },
  /** Packages of Debian. */
  mail: { run: mailDrill, good: 'all arrived, once, and what came back is known' },
  bucket: { run: bucketDrill, good: 'pictures and backups are where they belong' },
  /** `[older commit]`: an empty Debian in a root of its own; as root, with Debian's debootstrap and systemd-nspawn. */
  debian: { run: (say, older) => installOnDebian(older, say), good: 'installed, upgraded and back' },
  /** A drop: two thousand people at two processes for a hundred pieces. */
  crowd: {
    run: (say) => comeToTheDrop({ buyers: 1900, bots: 50, others: 100, pieces: 100, within: 30_000 }, say),
    good: 'all were served in their order',
  },
}

async function drill(name: string, { run, good }: Drill): Promise<boolean> {
  const wrong = await run(say, process.argv[3]).catch((error: unknown) => [
    error instanceof Error ? `${error.stack ?? error.message}: ${error.cause}` : String(error),
  ])
  for (const line of new Set(wrong)) say(`WRONG ${line}`)
  say(`${name}: ${wrong.length === 0 ? good : 'FAILED'}`)
  return wrong.length === 0
}

if (what !== 'debian') await buildIfStale()
const results: boolean[] = []
if (what === 'kill' || what === 'all') results.push(await kill())
if (what === 'iyzico' || what === 'all') results.push(await iyzico())
if (what === 'soak' || what === 'all') results.push(await soak())
if (what === 'memory' || what === 'all') results.push(await memory())
const named = drills[what]
if (named) results.push(await drill(what, named))
process.exit(results.length > 0 && results.every(Boolean) ? 0 : 1)
