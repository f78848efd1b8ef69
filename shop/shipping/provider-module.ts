import type { Deps } from '../ctx.ts'
import type { ShippingProvider } from '../ports.ts'

/** The exports of a provider's folder for the table in `open.ts`; its settings are in the table of `settings.ts`. */
export type ShippingModule = {
  open(config: Deps['config'], deps: Pick<Deps, 'log'>): ShippingProvider
  /** For the doctor: checks that the provider can be reached and accepts the settings; sends nothing. */
  check(config: Omit<Deps['config'], 'authSecret'>): Promise<{ state: 'ok' | 'warning' | 'wrong'; text: string }[]>
}
