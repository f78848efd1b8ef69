import { type Env, readEnv } from '#env'
import { test as base } from '../../shop.ts'
import { startTrendyol, type TrendyolSimulator } from './simulator.ts'

/** A shop that sells at a simulated Trendyol too. */
export const test = base.extend<{ trendyol: TrendyolSimulator; env: Env }>({
  trendyol: async ({ clock }, use) => {
    const trendyol = await startTrendyol(() => clock.now)
    await use(trendyol)
    await trendyol.close()
  },
  env: async ({ trendyol }, use) => {
    await use(readEnv({ AUTH_SECRET: 'a secret for tests, long enough to sign', ...trendyol.environment }))
  },
})
