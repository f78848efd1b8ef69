import { makeFonts } from './fonts.ts'
import { run } from './run.ts'

/** Everything that needs no browser and no server: format, lint, types, unit and API tests, paths named in docs. */
await makeFonts()
run('biome', ['check', '.'])
run('react-router', ['typegen'])
run('tsc', [])
run('node', ['scripts/doc-paths.ts'])
run('vitest', ['run', '--project', 'shop'])
