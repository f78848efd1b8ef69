import { buildIfStale } from './build.ts'
import { run } from './run.ts'

/** Pictures of every screen, phone and desktop, into shots/. */
await buildIfStale()
run('playwright', ['test'], { SHOTS: '1' })
