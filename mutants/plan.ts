import type { Mutant } from './find.ts'
import type { Trial } from './journal.ts'
import { namesakes } from './near.ts'

export type Plan = Record<string, Trial>

export const fileOf = (test: string) => test.slice(0, test.indexOf(': '))

/**
 * Which test tries which mutants, of those it reaches: for each mutant the tests from `from` to `to` in the order of their
 * hope. Tests named like the file come first, then those that reach little else, then the quick ones.
 */
export function planOf(
  mutants: readonly Mutant[],
  reached: ReadonlyMap<string, Trial>,
  from: number,
  to: number,
): Plan {
  const plan: Plan = {}
  for (const mutant of mutants) {
    const hope = ([test, { ids, usual }]: [string, Trial]) =>
      (namesakes(fileOf(test), mutant.file) ? 0 : 1000) + ids.length + usual / 1000
    const able = [...reached].filter(([, { ids }]) => ids.includes(mutant.id)).sort((a, b) => hope(a) - hope(b))
    for (const [test, { usual }] of able.slice(from, to)) {
      plan[test] ??= { ids: [], usual }
      plan[test].ids.push(mutant.id)
    }
  }
  return plan
}
