import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './find.ts'
import { isCutShort, learned, note, readJournal, type Task } from './journal.ts'
import { fileOf, type Plan } from './plan.ts'

export type Verdict = 'noticed' | 'unnoticed' | 'late'

/** Milliseconds without news, after which a process is ended. */
const timeout = 180_000

/** With the folder of what each was asked and learned. */
const running = new Map<ChildProcess, string>()

/** Runs the tests as they are, in processes that have the whole shop loaded; gives what each reaches. */
export async function scout(mutants: Mutant[], tests: string[], workers: number) {
  const shares = dealt(tests, workers).filter((share) => share.length > 0)
  const all = await Promise.all(shares.map((share) => runToTheEnd({ mutants }, share)))
  return {
    reached: new Map(all.flatMap((one) => [...one.reached])),
    loaded: new Set(all.flatMap((one) => [...one.loaded])),
    unfit: new Map(all.flatMap((one) => [...one.unfit])),
  }
}

/** Wakes one mutant after the other, in the tests that the plan names; gives what is known of each then. */
export async function tryWarm(mutants: Mutant[], planFor: (share: Mutant[]) => Plan, workers: number) {
  const shares = dealt(mutants, workers).map((share) => ({ mutants: share, plan: planFor(share) }))
  const busy = shares.filter(({ plan }) => Object.keys(plan).length > 0)
  const all = await Promise.all(busy.map((task) => runToTheEnd(task, [...new Set(Object.keys(task.plan).map(fileOf))])))
  const verdicts = new Map<number, Verdict>()
  for (const { killed, late } of all) {
    for (const id of late.keys()) verdicts.set(id, 'late')
    for (const id of killed.keys()) verdicts.set(id, 'noticed')
  }
  return { verdicts, unfit: new Map(all.flatMap((one) => [...one.unfit])) }
}

function dealt<T>(things: T[], hands: number): T[][] {
  return Array.from({ length: hands }, (_, hand) => things.filter((_thing, i) => i % hands === hand))
}

function runToTheEnd(asked: Omit<Task, 'journal'>, tests: string[]) {
  return withJournal(asked, async (folder, task) => {
    // A mutant ends three processes at most: when two tests run out of time, or when it is doubted and tried again.
    for (let turn = 0; turn <= 3 * task.mutants.length; turn++) {
      const before = readJournal(task.journal).length
      const isWhole = await vitest(folder, task, tests)
      if (isWhole && !isCutShort(readJournal(task.journal).slice(before))) break
    }
    return learned(readJournal(task.journal))
  })
}

/** Runs the tests with one mutant that is awake from the first import on, until one fails. */
export function tryCold(mutant: Mutant, tests: string[]): Promise<Verdict> {
  return withJournal({ mutants: [mutant], always: mutant.id }, async (folder, task) => {
    const isWhole = await vitest(folder, task, ['--bail', '1', ...tests])
    const lines = readJournal(task.journal)
    const { killed, late } = learned(lines)
    if (killed.size > 0) return 'noticed'
    if (!isWhole || late.size > 0) return 'late'
    // Without a test that failed: the shop does not even load.
    return lines.some((line) => 'begun' in line) ? 'unnoticed' : 'noticed'
  })
}

async function withJournal<T>(
  asked: Omit<Task, 'journal'>,
  work: (folder: string, task: Task) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'butik-mutants-'))
  const task: Task = { ...asked, journal: join(folder, 'journal') }
  writeFileSync(task.journal, '')
  try {
    return await work(folder, task)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** False when the process was ended here for its silence. */
async function vitest(folder: string, task: Task, words: string[]): Promise<boolean> {
  const path = join(folder, 'task.json')
  writeFileSync(path, JSON.stringify(task))
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'mutants/vitest.config.ts', ...words],
    { env: { ...process.env, MUTANTS_TASK: path, VITEST_MAX_WORKERS: '1' }, stdio: 'ignore', detached: true },
  )
  running.set(child, folder)
  let silent = false
  const watch = setInterval(() => {
    silent ||= Date.now() - statSync(task.journal).mtimeMs > timeout
    if (silent) endAll(child)
  }, 1000)
  await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  running.delete(child)
  if (silent) noteSilence(task)
  return !silent
}

/** A mutant under way at a timeout is not tried again. */
function noteSilence(task: Task): void {
  const last = readJournal(task.journal).at(-1)
  if (last && 'trying' in last) note(task, { late: last.trying, ending: true })
  else if (last && 'begun' in last) note(task, { unfit: last.begun, why: 'it never ended' })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const [child, folder] of running) {
      endAll(child)
      rmSync(folder, { recursive: true, force: true })
    }
    process.exit(1)
  })

/** The process and those it started, which are a group of their own. */
function endAll({ pid }: ChildProcess): void {
  if (pid) process.kill(-pid, 'SIGKILL')
}
