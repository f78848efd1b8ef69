import type { Deps } from '../ctx.ts'
import type { ShippingProvider } from '../ports.ts'

/** What a provider's folder exports for the table in `open.ts`; its settings are in the table of `settings.ts`. */
export type ShippingModule = {
  open(config: Deps['config'], deps: Pick<Deps, 'log'>): ShippingProvider
  /** Looks for the doctor whether it can be reached and takes the settings; sends nothing. */
  check(config: Omit<Deps['config'], 'authSecret'>): Promise<{ state: 'ok' | 'warning' | 'wrong'; text: string }[]>
}
