import type { Deps } from '../ctx.ts'
import type { ShippingProvider } from '../ports.ts'
import { geliver } from './geliver/module.ts'
import type { ShippingModule } from './provider-module.ts'
import type { ShippingName } from './settings.ts'

export const shippingProviders: Record<ShippingName, ShippingModule> = { geliver }

/** The provider of shipments that the settings name; none, as is usual, where parcels are sent by hand. */
export function openShipping(config: Deps['config'], deps: Pick<Deps, 'log'>): { shipping?: ShippingProvider } {
  const { shippingProvider } = config
  return shippingProvider ? { shipping: shippingProviders[shippingProvider].open(config, deps) } : {}
}
