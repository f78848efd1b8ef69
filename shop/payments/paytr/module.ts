import type { ProviderModule } from '../provider-module.ts'
import { checkPaytr, tryPaytrKeys } from './check.ts'
import { paytrProvider } from './paytr.ts'

export const paytr: ProviderModule = {
  open({ paytr }, { log }) {
    if (!paytr) throw new Error('PayTR is chosen, but its settings were not read')
    return paytrProvider(paytr, { log })
  },
  tryKeys: ({ paytr }) => (paytr ? tryPaytrKeys(paytr) : undefined),
  check: async ({ paytr, mode }) => (paytr ? checkPaytr(paytr, mode) : { findings: [] }),
}
