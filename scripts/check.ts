import { makeFonts } from './fonts.ts'
import { run, runInPairs } from './run.ts'

/** All that needs no running shop: format, lint, types, unused exports, tests of units, API and components, documents, licences, the schema. */
await makeFonts()
run('react-router', ['typegen'])
await runInPairs([
  // One checker of types: a second one works out the same types again, and the other core has the rest to do.
  ['tsc', ['--checkers', '1']],
  ['biome', ['check', '.']],
  ['knip', []],
  ['node', ['scripts/ladder.ts']],
  ['node', ['scripts/doc-paths.ts']],
  ['node', ['scripts/comments.ts']],
  ['node', ['scripts/settings.ts']],
  ['node', ['scripts/licences.ts']],
  ['node', ['scripts/schema.ts']],
  ['node', ['scripts/audit.ts']],
])
// Three, so that both cores have work while one waits for mail servers and pictures.
run('vitest', ['run', '--project', 'shop', '--project', 'browser', '--maxWorkers', '3'])
