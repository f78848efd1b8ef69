import type { ProviderModule } from '../provider-module.ts'
import { checkIyzico, tryIyzicoKeys } from './check.ts'
import { iyzicoProvider } from './iyzico.ts'

export const iyzico: ProviderModule = {
  open({ iyzico, threeDs, authSecret, publicUrl }, deps) {
    if (!iyzico) throw new Error('iyzico is chosen, but its settings were not read')
    return iyzicoProvider({ ...iyzico, threeDs }, { log: deps.log, pages: { ...deps, authSecret, publicUrl } })
  },
  tryKeys: ({ iyzico }) => (iyzico ? tryIyzicoKeys(iyzico) : undefined),
  check: async ({ iyzico, mode }) => (iyzico ? checkIyzico(iyzico, mode) : { findings: [] }),
}
