import type { Deps } from '../ctx.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { ProviderConfig } from './settings.ts'

/** A provider's folder exports this for the table in `open.ts`; its settings are in the table of `settings.ts`. */
export type ProviderModule = {
  open(config: Deps['config'], deps: Pick<Deps, 'db' | 'clock' | 'log'>): PaymentProvider
  /** Asks for something harmless with these keys. Undefined for a bank without any. */
  tryKeys(config: ProviderConfig): Promise<KeyTrial> | undefined
  /** Looks for the doctor whether the provider can be reached and takes the settings; moves no money. */
  check(config: Omit<Deps['config'], 'authSecret'>): Promise<ProviderReport>
}

/** Whether a provider takes keys. `words` are its own, or the reason why it could not be asked. */
export type KeyTrial = { kind: 'accepted' } | { kind: 'refused' | 'unreachable'; words: string }

export type ProviderReport = {
  findings: { state: 'ok' | 'warning' | 'wrong'; text: string }[]
  /** An answer of the provider, to compare clocks with. */
  clock?: { host: string; answer: Response; arrivedAt: Date }
}
