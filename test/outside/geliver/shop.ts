import { type Env, readEnv } from '#env'
import { test as base } from '../../shop.ts'
import { type GeliverSimulator, startGeliver } from './simulator.ts'

/** A shop whose shipments are made by a simulated Geliver. */
export const test = base.extend<{ geliver: GeliverSimulator; env: Env }>({
  geliver: async ({ clock }, use) => {
    const geliver = await startGeliver(() => clock.now)
    await use(geliver)
    await geliver.close()
  },
  env: async ({ geliver }, use) => {
    await use(
      readEnv({
        AUTH_SECRET: 'a secret for tests, long enough to sign',
        PUBLIC_URL: 'http://shop.test',
        ...geliver.environment,
      }),
    )
  },
})
