import { makeFonts } from './fonts.ts'
import { run } from './run.ts'

/** Everything that needs no browser and no server: format, lint, types, unit and API tests, paths named in docs, licences. */
await makeFonts()
run('biome', ['check', '.'])
run('react-router', ['typegen'])
run('tsc', [])
run('node', ['scripts/doc-paths.ts'])
run('node', ['scripts/licences.ts'])
run('node', ['scripts/audit.ts'])
run('vitest', ['run', '--project', 'shop'])
