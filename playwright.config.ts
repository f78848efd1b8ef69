import { defineConfig, devices } from '@playwright/test'
import { dataDir, front, frontArgs, port } from './e2e/settings.ts'
import { ensureChromium } from './scripts/chromium.ts'

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, screen: { width: 390, height: 844 } }
/** The desktop asks for less motion: there nothing slides or fades, on the phone all does. */
const desktop = {
  ...devices['Desktop Chrome'],
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' as const },
}
/** Those that would meet others in what the shop has only once: whether guests may buy, and the count of the shelves. */
const alone = ['guest.spec.ts', 'camera.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/stock.ts',
  testMatch: process.env.SHOTS ? 'shots.ts' : '*.spec.ts',
  fullyParallel: true,
  // Two leave a part of two cores idle, more only wait for each other.
  workers: 3,
  // The longest journey goes through the whole shop, with axe on each of its screens.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: true,
  // One that passes only the second time is listed as flaky: a fault of the test or of the shop, to be mended.
  retries: 1,
  use: {
    baseURL: front ?? `http://127.0.0.1:${port}`,
    ignoreHTTPSErrors: front !== undefined,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    // Recording each test takes a third of the time; a failure prints what was on the page without it.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    actionTimeout: 15_000,
    launchOptions: {
      executablePath: ensureChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // No page of a test lives long enough for what V8 compiles for the long run: a sixth of a renderer's time.
        '--js-flags=--no-maglev --no-turbofan',
        ...frontArgs,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Letters stand as on a phone, not on whole pixels.
        '--font-render-hinting=none',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: alone,
      use: desktop,
    },
    // `npm run dev` is the same server for every screen.
    {
      name: 'phone',
      testIgnore: ['dev.spec.ts', ...alone],
      use: phone,
    },
    // Tried once the others are through.
    { name: 'alone', testMatch: alone, dependencies: ['desktop', 'phone'], use: phone },
  ],
  webServer: {
    command: `${process.execPath} main.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      AUTH_SECRET: 'a secret for tests, long enough to sign',
      ADMIN_EMAIL: 'sahibi@dukkan.example',
      ADMIN_PASSWORD: 'dükkanın anahtarı',
      RATE_LIMIT_SCALE: '1000',
      ...(front ? { PUBLIC_URL: front, TRUST_PROXY: '1' } : {}),
    },
  },
})
