import { type Env, readEnv } from '#env'
import { test as base } from '../../shop.ts'
import { type PaytrSimulator, startPaytr } from './simulator.ts'

/** A shop whose payments are taken on the page of a simulated PayTR. */
export const test = base.extend<{ paytr: PaytrSimulator; env: Env }>({
  paytr: async ({ clock }, use) => {
    const paytr = await startPaytr()
    paytr.state.clock = () => clock.now
    await use(paytr)
    await paytr.close()
  },
  env: async ({ paytr }, use) => {
    await use(
      readEnv({
        AUTH_SECRET: 'a secret for tests, long enough to sign',
        PUBLIC_URL: 'http://shop.test',
        PAYMENT_PROVIDER: 'paytr',
        PAYTR_MERCHANT_ID: paytr.merchantId,
        PAYTR_MERCHANT_KEY: paytr.key,
        PAYTR_MERCHANT_SALT: paytr.salt,
        PAYTR_BASE_URL: paytr.baseUrl,
      }),
    )
  },
})
