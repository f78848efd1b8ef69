import { buildIfStale } from './build.ts'
import { installHeadless } from './chromium.ts'
import { run } from './run.ts'

/** All that CI runs: check, then races and crashes on a real PostgreSQL, then the journeys in a real browser. */
installHeadless()
await import('./check.ts')
await buildIfStale()
// Enough workers that both cores have work while some wait for leases and banks.
run('vitest', ['run', '--project', 'postgres', '--maxWorkers', '4'])
run('playwright', ['test'])
