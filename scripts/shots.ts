import { buildIfStale } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { run } from './run.ts'

/** Pictures of every screen, phone and desktop, into shots/. */
await buildIfStale()
run('playwright', ['test', '--config', 'playwright.config.ts'], { CHROMIUM: ensureChromium(), SHOTS: '1' })
