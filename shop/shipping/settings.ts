import { type GeliverConfig, geliverSettings } from './geliver/settings.ts'

/** The settings of every provider of shipments, under the name that SHIPPING_PROVIDER takes. */
export const shippingSettings = { geliver: geliverSettings }
/** The config that the chosen one is opened with. */
export type ShippingConfig = Partial<GeliverConfig>

export type ShippingName = keyof typeof shippingSettings
export const shippingNames = Object.keys(shippingSettings) as [ShippingName, ...ShippingName[]]
