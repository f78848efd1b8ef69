import type { ProviderModule } from '../provider-module.ts'
import { demoProvider } from './demo.ts'

export const demo: ProviderModule = {
  open: ({ publicUrl, threeDs }, deps) => demoProvider({ ...deps, publicUrl, threeDs }),
  tryKeys: () => undefined,
  check: async () => ({
    findings: [
      { state: 'warning', text: 'the demo bank takes the money, which is none; set PAYMENT_PROVIDER=iyzico to sell' },
    ],
  }),
}
