import { appendFileSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Mutant } from './find.ts'

/** The task of one run of Vitest; written into a file whose name is in its environment. */
export type Task = {
  mutants: Mutant[]
  /** Awake from the first import on, instead of being woken test by test. */
  always?: number
  /** Mutants for each test to try. Without it the tests run once as they are, which tells what they reach. */
  plan?: Record<string, Trial>
  /** Where the lines below are added. */
  journal: string
}

/** The mutants that a test tries, and how many milliseconds it takes without them. */
export type Trial = { ids: number[]; usual: number }

const Line = z.union([
  z.object({ begun: z.string() }),
  z.object({ by: z.string(), reached: z.array(z.number()), usual: z.number() }),
  z.object({ trying: z.number(), test: z.string() }),
  z.object({ killed: z.number(), test: z.string() }),
  z.object({ survived: z.number() }),
  /** The test ran out of time, as it does on a busy machine too; and whether its process ends for that. */
  z.object({ late: z.number(), ending: z.boolean() }),
  /**
   * After it was noticed, the same test failed without it: something may be left of a damage in memory. It is tried once
   * more in a new process; what is noticed there too (`again`) is noticed, as the test held before any damage.
   */
  z.object({ doubted: z.number(), test: z.string(), again: z.boolean() }),
  /** Reached while files were loaded, when nothing could be told apart. */
  z.object({ loaded: z.number() }),
  /** A test that fails without any mutant. */
  z.object({ unfit: z.string(), why: z.string() }),
])
export type Line = z.infer<typeof Line>

export const taskOf = (path: string): Task => JSON.parse(readFileSync(path, 'utf8'))

export function note({ journal }: Task, line: Line): void {
  appendFileSync(journal, `${JSON.stringify(line)}\n`)
}

export function readJournal(path: string): Line[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  // The last one may be cut short: its writer was ended.
  return lines.flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))]
    } catch {
      return []
    }
  })
}

/** Reads the results so far. A mutant that was being tried when the lines ended has ended its process. */
export function learned(lines: Line[]) {
  const killed = new Map<number, string>()
  /** The tests that tried each mutant. */
  const tried = new Map<number, Set<string>>()
  /** How many tests ran out of time with each mutant. */
  const late = new Map<number, number>()
  const doubted = new Map<number, Set<string>>()
  const loaded = new Set<number>()
  const reached = new Map<string, Trial>()
  const unfit = new Map<string, string>()
  const begun: string[] = []
  for (const line of lines) {
    if ('trying' in line) tried.set(line.trying, (tried.get(line.trying) ?? new Set()).add(line.test))
    else if ('killed' in line) killed.set(line.killed, line.test)
    else if ('doubted' in line) {
      doubted.set(line.doubted, (doubted.get(line.doubted) ?? new Set()).add(line.test))
      if (line.again) continue
      killed.delete(line.doubted)
      tried.get(line.doubted)?.delete(line.test)
    } else if ('late' in line) late.set(line.late, (late.get(line.late) ?? 0) + 1)
    else if ('loaded' in line) loaded.add(line.loaded)
    else if ('by' in line) reached.set(line.by, { ids: line.reached, usual: line.usual })
    else if ('begun' in line) begun.push(line.begun)
    else if ('unfit' in line) unfit.set(line.unfit, line.why)
  }
  const last = lines.at(-1)
  if (last && 'trying' in last) killed.set(last.trying, `${last.test} (whose process it ended)`)
  return {
    killed,
    tried,
    late,
    doubted,
    loaded,
    reached,
    unfit,
    done: new Set([...begun.slice(0, -1), ...unfit.keys()]),
  }
}

/** Whether a process ended in the middle of its work, by the lines that it wrote. */
export function isCutShort(lines: Line[]): boolean {
  const last = lines.at(-1)
  if (lines.some((line) => 'doubted' in line)) return true
  return last !== undefined && ('trying' in last || ('late' in last && last.ending))
}
