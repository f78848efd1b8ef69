import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Plugin } from 'vite'
import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import usual from '../vitest.config.ts'
import { taskOf } from './journal.ts'
import { nearness } from './near.ts'
import { weave } from './weave.ts'

const task = taskOf(process.env.MUTANTS_TASK ?? '')

const damageIn = (id: string) => task.mutants.filter(({ file }) => file === relative(process.cwd(), id))

/** Gives the tests the damaged text of a source file; the file itself is never touched, nor what Vitest keeps of it. */
function damage(): Plugin {
  return {
    name: 'damage',
    enforce: 'pre',
    configureVitest: ({ defineCacheKeyGenerator }) =>
      defineCacheKeyGenerator(({ id }) => (damageIn(id).length > 0 ? false : undefined)),
    transform(_code, id) {
      const mutants = damageIn(id)
      return mutants.length > 0 ? { code: weave(readFileSync(id, 'utf8'), mutants), map: null } : undefined
    },
  }
}

/** The tests nearest to what is damaged come first: most damage is noticed there. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sources = [...new Set(task.mutants.map(({ file }) => file))]
    const near = (one: TestSpecification) => nearness(relative(process.cwd(), one.moduleId), sources)
    return files.toSorted((a, b) => near(b) - near(a) || a.moduleId.localeCompare(b.moduleId))
  }
}

const projects = (usual.test?.projects ?? []).map((project) =>
  typeof project === 'object'
    ? mergeConfig(project, {
        plugins: [damage()],
        test: { runner: './mutants/runner.ts', testTimeout: 60_000, hookTimeout: 60_000 },
      })
    : project,
)

export default {
  ...usual,
  test: { ...usual.test, projects, maxWorkers: 1, silent: true, reporters: [], sequence: { sequencer: NearestFirst } },
}
