import type { Deps } from '../ctx.ts'
import type { PaymentProvider } from '../payment-provider.ts'

/** A provider's folder exports this for the table in `open.ts`; its settings are in the table of `settings.ts`. */
export type ProviderModule = {
  open(config: Deps['config'], deps: Pick<Deps, 'db' | 'clock' | 'log'>): PaymentProvider
  /** Looks for the doctor whether the provider can be reached and takes the settings; moves no money. */
  check(config: Omit<Deps['config'], 'authSecret'>): Promise<ProviderReport>
}

export type ProviderReport = {
  findings: { state: 'ok' | 'warning' | 'wrong'; text: string }[]
  /** An answer of the provider, to compare clocks with. */
  clock?: { host: string; answer: Response; arrivedAt: Date }
}
