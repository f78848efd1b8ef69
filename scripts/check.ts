import { makeFonts } from './fonts.ts'
import { run } from './run.ts'

/** All that needs no running shop: format, lint, types, unused exports, tests of units, API and components, documents, licences, the schema. */
await makeFonts()
run('biome', ['check', '.'])
run('react-router', ['typegen'])
run('tsc', [])
run('knip', [])
run('node', ['scripts/ladder.ts'])
run('node', ['scripts/doc-paths.ts'])
run('node', ['scripts/settings.ts'])
run('node', ['scripts/licences.ts'])
run('node', ['scripts/schema.ts'])
run('node', ['scripts/audit.ts'])
run('vitest', ['run', '--project', 'shop', '--project', 'browser'])
