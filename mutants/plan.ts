import type { Mutant } from './find.ts'
import type { Trial } from './journal.ts'
import { namesakes, neighbours } from './near.ts'

export type Plan = Record<string, Trial>

type Reached = [test: string, Trial]

export const fileOf = (test: string) => test.slice(0, test.indexOf(': '))

/**
 * Which test tries which mutants, of those it reaches: for each mutant the tests from `from` to `to` in the order of their
 * hope. Tests named like the file and those named like its folder come first, one by one in turns: what every order passes
 * through is reached by more tests of orders than are asked. Then those that reach little else, then the quick ones.
 */
export function planOf(
  mutants: readonly Mutant[],
  reached: ReadonlyMap<string, Trial>,
  from: number,
  to: number,
): Plan {
  const plan: Plan = {}
  for (const mutant of mutants) {
    const able = [...reached].filter(([, { ids }]) => ids.includes(mutant.id))
    const sorted = (isFirst: typeof namesakes) => {
      const hope = ([test, { ids, usual }]: Reached) =>
        (isFirst(fileOf(test), mutant.file) ? 0 : 1000) + ids.length + usual / 1000
      return able.toSorted((a, b) => hope(a) - hope(b))
    }
    const byFolder = sorted(neighbours)
    const inTurns = new Set(sorted(namesakes).flatMap((one, n) => [one, ...byFolder.slice(n, n + 1)]))
    for (const [test, { usual }] of [...inTurns].slice(from, to)) {
      plan[test] ??= { ids: [], usual }
      plan[test].ids.push(mutant.id)
    }
  }
  return plan
}
