import { readFileSync, writeFileSync } from 'node:fs'
import { tenths } from '../figures.ts'
import { type Crowd, type Machines, type Outcome, play } from './model.ts'

/**
 * How many cores a drop needs, by the model: for a thousand to a million visitors in a minute, with the line and without. First it
 * is held against what `npm run bench -- rush` measured. `--write` puts the table into docs/scaling.md.
 */
const document = 'docs/scaling.md'

/** All at the same moment, with nothing before: the rush as it was measured without a line, in one process on two cores. */
const rush: Crowd = { visitors: 1000, within: 0, buying: 1, deciding: [0, 0], pages: 0, pieces: 100, retry: undefined }
const measured = { sold: 100, told: 383, failed: 517 }

const drop = {
  within: 60_000,
  buying: 0.2,
  deciding: [5000, 40_000],
  pages: 6,
  pieces: 100,
  retry: 5000,
} satisfies Partial<Crowd>
const sizes = [1000, 10_000, 50_000, 100_000, 1_000_000]
/** Milliseconds within which 99 of 100 pages are sent, and seconds after the last press in which everybody knows. */
const bounds = { page: 100, known: 30 }

export async function modelDrop(args: string[]): Promise<boolean> {
  const model = play(rush, { shop: 1, database: 1, line: false })
  const near = Math.abs(model.toldSoldOut - measured.told) / measured.told
  console.info(
    `the rush: ${model.sold} sold, ${model.toldSoldOut} told, ${model.failed} × 503 in the model; ${measured.sold}, ${measured.told}, ${measured.failed} measured`,
  )
  const rows = sizes.flatMap((visitors) => [false, true].map((line) => rowOf(visitors, line)))
  const table = [
    '| Visitors in a minute | Line | Cores of the shop | Cores of PostgreSQL | Busy, shop · PostgreSQL | 503 | 99 of 100 pages within | Most in line | All 100 sold after | Everybody knows after |',
    '|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|',
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
  return near < 0.25
}

function rowOf(visitors: number, line: boolean): string {
  const { machines, outcome } = fewest({ ...drop, visitors }, line)
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const { busy } = outcome
  const cells = [
    visitors.toLocaleString('en'),
    line ? 'with' : 'without',
    machines.shop,
    machines.database,
    `${percent(busy.shop)} · ${percent(busy.database)}`,
    outcome.failed.toLocaleString('en'),
    `${tenths(outcome.pages99)} ms`,
    outcome.longest.toLocaleString('en'),
    `${tenths(outcome.soldAfter)} s`,
    `${tenths(outcome.endedAfter)} s`,
  ]
  return `| ${cells.join(' | ')} |`
}

/** The fewest cores that keep the bounds; one more at a time, of whichever is busier. */
function fewest(crowd: Crowd, line: boolean): { machines: Machines; outcome: Outcome } {
  const machines = { shop: 1, database: 1, line }
  for (;;) {
    const outcome = play(crowd, machines)
    const last = (crowd.within + crowd.deciding[1]) / 1000
    const isEnough = outcome.failed === 0 && outcome.pages99 <= bounds.page && outcome.endedAfter <= last + bounds.known
    if (isEnough) return { machines, outcome }
    // A large crowd needs many: a tenth more at a time.
    const more = (cores: number) => Math.max(cores + 1, Math.ceil(cores * 1.1))
    if (outcome.busy.shop >= outcome.busy.database) machines.shop = more(machines.shop)
    else machines.database = more(machines.database)
  }
}
