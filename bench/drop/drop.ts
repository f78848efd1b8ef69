import { readFileSync, writeFileSync } from 'node:fs'
import { tenths } from '../figures.ts'
import { type Crowd, costs, type Machines, type Outcome, play } from './model.ts'

/**
 * How many cores a drop needs, by the model: for a thousand to a million visitors in a minute, with the line and without. False when
 * the model sells at another rate than was measured. `--write` puts the table into docs/scaling.md.
 */
const document = 'docs/scaling.md'

/** One process and a core of PostgreSQL's, never idle, as they were measured: 61 checkouts a second (docs/scaling.md). */
const busy: Crowd = {
  ...{ visitors: 600, within: 0, buying: 1, prepared: true },
  ...{ opens: 0, pressing: 0, pages: 0, pieces: 600 },
  retry: undefined,
}
const measured = 61

/** They come in the minute before the pieces are on sale; then a fifth presses within ten seconds. */
const drop: Omit<Crowd, 'visitors'> = {
  within: 60_000,
  buying: 0.2,
  opens: 60_000,
  pressing: 10_000,
  pages: 16,
  pieces: 100,
  retry: 5000,
}
const sizes = [1000, 10_000, 50_000, 100_000, 1_000_000]
/** Larger crowds are reckoned as several of this size beside each other. */
const largest = 50_000
/** Milliseconds within which 99 of 100 pages are sent, and seconds after the last press in which everybody knows. */
const bounds = { page: 100, known: 30 }

export async function modelDrop(args: string[]): Promise<boolean> {
  const { sold, soldAfter } = play(busy, { shop: 1, database: 1, line: false, timeout: Number.POSITIVE_INFINITY })
  const perSecond = sold / soldAfter
  console.info(`one process: ${tenths(perSecond)} checkouts a second in the model, ${measured} measured`)
  const rows = sizes.flatMap((visitors) => [false, true].map((line) => rowOf(visitors, line)))
  const table = [
    '| Visitors in a minute | Line | Cores of the shop | Cores of PostgreSQL | Busy, shop · PostgreSQL | 99 of 100 pages within | Most in line | All 100 sold after | Everybody knows after |',
    '|--:|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n')
  console.info(table)
  if (args.includes('--write')) {
    const text = readFileSync(document, 'utf8')
    const mark = /(<!-- drop -->\n)[\s\S]*?(<!-- end -->)/
    writeFileSync(
      document,
      text.replace(mark, (_, begin: string, end: string) => `${begin}${table}\n${end}`),
    )
  }
  return Math.abs(perSecond - measured) / measured < 0.15
}

const known = new Map<string, ReturnType<typeof fewest>>()

function rowOf(visitors: number, line: boolean): string {
  const parts = Math.max(1, visitors / largest)
  const crowd = { ...drop, visitors: visitors / parts }
  const name = `${crowd.visitors} ${line}`
  const { machines, outcome } = known.get(name) ?? fewest(crowd, line)
  known.set(name, { machines, outcome })
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const { busy } = outcome
  const cells = [
    visitors.toLocaleString('en'),
    line ? 'with' : 'without',
    machines.shop * parts,
    machines.database * parts,
    `${percent(busy.shop)} · ${percent(busy.database)}`,
    `${tenths(outcome.pages99)} ms`,
    (outcome.longest * parts).toLocaleString('en'),
    `${tenths(outcome.soldAfter)} s`,
    `${tenths(outcome.endedAfter)} s`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The fewest cores that keep the bounds, from what is worked in all; then a fifth more at a time, of whichever is busier. */
function fewest(crowd: Crowd, line: boolean): { machines: Machines; outcome: Outcome } {
  const last = (crowd.opens + crowd.pressing) / 1000
  const buyersPerMs = (crowd.visitors * crowd.buying) / crowd.within
  const machines: Machines = {
    shop: Math.ceil(buyersPerMs * costs.before.shop),
    database: Math.ceil(buyersPerMs * costs.before.database),
    line,
  }
  for (;;) {
    const outcome = play(crowd, machines)
    console.info(
      `${crowd.visitors}, ${JSON.stringify(machines)}: ${outcome.failed} × 503, ${tenths(outcome.endedAfter)} s`,
    )
    const isEnough = outcome.failed === 0 && outcome.pages99 <= bounds.page && outcome.endedAfter <= last + bounds.known
    if (isEnough) return { machines, outcome }
    const which = outcome.busy.shop >= outcome.busy.database ? 'shop' : 'database'
    machines[which] = Math.max(machines[which] + 1, Math.ceil(machines[which] * 1.2))
  }
}
