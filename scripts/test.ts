import { buildIfStale } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { run } from './run.ts'

/** All that CI runs: check, then races and crashes on a real PostgreSQL, then the journeys in a real browser. */
await import('./check.ts')
await buildIfStale()
run('vitest', ['run', '--project', 'postgres'])
run('playwright', ['test'], { CHROMIUM: ensureChromium() })
