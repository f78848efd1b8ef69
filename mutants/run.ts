import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isEqual } from './equal.ts'
import { diffOf, findMutants, type Mutant } from './find.ts'
import { testsFor, testsOnPostgres } from './near.ts'
import { planOf } from './plan.ts'
import { sample } from './sample.ts'
import { scout, tryCold, tryWarm, type Verdict } from './try.ts'

const usage = `usage: npm run mutants -- [folder or file …] [--count 40] [--seed 1] [--workers 2] [--quick]

Damages the shop's code in memory, one place at a time, and tells which damage no test notices.
--count is how many places of each folder are drawn; the same --seed draws the same ones. --quick asks only the tests
that are near by their names, and leaves out what needs processes of its own: places that are reached while files are
loaded, and the tests on PostgreSQL. Damage with which tests only ran out of time counts as not noticed.`

/** Percent of the damage that has to be noticed. */
const floors: Record<string, number> = {
  'shop/payments': 90,
  'shop/checkout': 90,
  'shop/orders': 90,
  'shop/accounts': 80,
  'shop/credit': 80,
  'shop/gift-cards': 80,
  'shop/invoices': 80,
  server: 80,
}
/** Tests that try to notice a damaged place first; the others that reach it only if none of these does. */
const firstTests = 8
const mostTests = 60

type Given = { count: number; seed: number; workers: number; quick: boolean }
type Result = { mutant: Mutant; verdict: Verdict }

function readArguments(): (Given & { places: string[] }) | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: 'string', default: '40' },
        seed: { type: 'string', default: '1' },
        workers: { type: 'string', default: String(availableParallelism()) },
        quick: { type: 'boolean', default: false },
      },
    })
    const [count = 0, seed = 0, workers = 0] = [values.count, values.seed, values.workers].map(Number)
    const places = positionals.length > 0 ? positionals : Object.keys(floors)
    const known = places.every((place) => sourcesIn(place).length > 0)
    const whole = [count, seed, workers].every((number) => Number.isInteger(number) && number > 0)
    return known && whole ? { places, count, seed, workers, quick: values.quick } : undefined
  } catch {
    return undefined
  }
}

/**
 * Tables are what the migrations make, and lists of facts have no rules. The server of `npm run dev` is Vite itself with hot
 * reload: only a browser sees it work (e2e/dev.spec.ts).
 */
const sourcesIn = (place: string) =>
  place.endsWith('.ts')
    ? globSync(place)
    : globSync(`${place.replace(/\/$/, '')}/**/*.ts`)
        .filter((path) => !/(\.test|\/schema|\/provinces|\/disposable-domains|^server\/dev)\.ts$/.test(path))
        .sort()

/** Damage that is known to be equal may be drawn, and is not tried. */
function draw(place: string, { count, seed }: Given): { mutants: Mutant[]; equal: number } {
  const all = sourcesIn(place).flatMap((file) => findMutants(file))
  const drawn = sample(all, count, seed, ({ file, was, text, line }) => `${file} ${line} ${was} ${text}`)
  const unequal = drawn.filter((one) => !isEqual(one))
  const equal = drawn.length - unequal.length
  console.info(`\n${place}: ${drawn.length} of ${all.length} places, ${equal} of them equal`)
  return { mutants: unequal.map((one, id) => ({ ...one, id })), equal }
}

/** First in processes that have the whole shop loaded; what nobody noticed there, one by one. */
async function tryAll(mutants: Mutant[], { workers, quick }: Given): Promise<Result[]> {
  const { near, far } = testsFor(mutants)
  const warm = mutants.filter(({ atLoad }) => !atLoad)
  const verdicts = new Map<number, Verdict>()
  const open = (of: Mutant[]) => of.filter(({ id }) => verdicts.get(id) !== 'noticed')
  const scouted = await scout(warm, quick ? near : [...near, ...far], workers)
  tellUnfit(scouted.unfit)
  for (const [from, to] of [
    [0, firstTests],
    [firstTests, mostTests],
  ] as const) {
    const more = await tryWarm(open(warm), (share) => planOf(share, scouted.reached, from, to), workers)
    tellUnfit(more.unfit)
    for (const [id, verdict] of more.verdicts) verdicts.set(id, verdict)
  }
  if (quick) {
    console.info(`${mutants.length - warm.length} are reached while files are loaded, and left out`)
    return resultsOf(warm, verdicts)
  }
  console.info(`${mutants.length - open(mutants).length} are noticed; the others are tried one by one`)
  await inTurns(open(mutants), workers, async (mutant) => {
    const early = mutant.atLoad || scouted.loaded.has(mutant.id)
    const tests = [...(early ? near : []), ...testsOnPostgres(mutant)]
    const verdict = tests.length > 0 ? await tryCold(mutant, tests) : 'unnoticed'
    if (verdict !== 'unnoticed') verdicts.set(mutant.id, verdict)
  })
  return resultsOf(mutants, verdicts)
}

function tellUnfit(unfit: ReadonlyMap<string, string>): void {
  for (const [test, why] of unfit)
    console.info(`${test}\n  was asked no further, as it fails without damage: ${why.slice(0, 200)}`)
}

const resultsOf = (mutants: Mutant[], verdicts: ReadonlyMap<number, Verdict>): Result[] =>
  mutants.map((mutant) => ({ mutant, verdict: verdicts.get(mutant.id) ?? 'unnoticed' }))

async function inTurns<T>(things: T[], workers: number, work: (thing: T) => Promise<void>): Promise<void> {
  const waiting = [...things]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}

function tell(place: string, results: Result[], equal: number): boolean {
  for (const { mutant, verdict } of results.filter((one) => one.verdict !== 'noticed')) {
    const [was, is] = diffOf(mutant, readFileSync(mutant.file, 'utf8'))
    console.info(`${mutant.file}:${mutant.line}${verdict === 'late' ? ' (out of time)' : ''}\n  - ${was}\n  + ${is}`)
  }
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length
  const noticed = count('noticed')
  const score = results.length === 0 ? 100 : (100 * noticed) / results.length
  const floor = Object.entries(floors).find(([folder]) => place.startsWith(folder))?.[1] ?? 80
  const others = `${count('unnoticed')} not, ${count('late')} out of time, ${equal} equal`
  console.info(`${place}: ${noticed} of ${results.length} noticed, ${others}: ${score.toFixed(0)} % (floor ${floor} %)`)
  return score >= floor
}

async function main(): Promise<void> {
  const given = readArguments()
  if (!given) {
    console.error(usage)
    process.exitCode = 1
    return
  }
  for (const place of given.places) {
    const { mutants, equal } = draw(place, given)
    if (!tell(place, await tryAll(mutants, given), equal)) process.exitCode = 1
  }
}

await main()
