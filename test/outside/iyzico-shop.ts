import { type Env, readEnv } from '#env'
import { test as base } from '../shop.ts'
import { type IyzicoSimulator, startIyzico } from './iyzico-simulator.ts'

/** A shop whose cards are charged by a simulated iyzico. `settings` may be changed per test with `test.extend`. */
export const test = base.extend<{ iyzico: IyzicoSimulator; settings: Record<string, string>; env: Env }>({
  iyzico: async ({ task: _ }, use) => {
    const iyzico = await startIyzico()
    await use(iyzico)
    await iyzico.close()
  },
  settings: async ({ task: _ }, use) => use({}),
  env: async ({ iyzico, settings }, use) => {
    await use(
      readEnv({
        AUTH_SECRET: 'a secret for tests, long enough to sign',
        PUBLIC_URL: 'http://shop.test',
        PAYMENT_PROVIDER: 'iyzico',
        IYZICO_API_KEY: iyzico.apiKey,
        IYZICO_SECRET_KEY: iyzico.secretKey,
        IYZICO_BASE_URL: iyzico.baseUrl,
        ...settings,
      }),
    )
  },
})
