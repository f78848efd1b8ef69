import { z } from 'zod'

export type PackageState = 'TAKEN' | 'SHORT' | 'REFUSED' | 'GONE'

/** One package of an order at a marketplace. Prices in kuruş, as the customer paid them. */
export type MarketPackage = {
  id: string
  orderNumber: string
  /** As the marketplace names it; `standing` is what it means here. */
  status: string
  standing: 'waiting' | 'open' | 'shipped' | 'delivered' | 'returned' | 'gone'
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  district: string
  trackingNumber: string
  orderedAt: number
  changedAt: number
  lines: { id: string; barcode: string; sku: string; name: string; quantity: number; unitKurus: number }[]
}

/** Stock and prices of a size as they are sent. */
export type Listing = { barcode: string; quantity: number; priceKurus: number; listKurus: number }

export const MarketSettings = z.object({
  /** Pieces held back from the stock that is sent. */
  buffer: z
    .number('Pay gerekli')
    .int('Pay tam sayı olmalı')
    .min(0, 'Pay eksi olamaz')
    .max(100, 'Pay en çok 100 olabilir'),
  /** The marketplace's brand for new products; null: not chosen yet, so none is made. */
  brand: z
    .object({ id: z.number().int().positive(), name: z.string().max(200) })
    .nullable()
    .default(null),
  /** The volumetric weight, in desi, of a parcel with one piece. */
  desi: z.number('Desi gerekli').min(0.1, 'Desi 0’dan büyük olmalı').max(100, 'Desi en çok 100 olabilir').default(1),
})
export type MarketSettings = z.infer<typeof MarketSettings>

export const PackageDecision = z.object({
  /** `take`: the piece was found, its stock is taken now. `refuse`: the marketplace is told that it cannot be had. */
  decision: z.enum(['take', 'refuse'], 'Kararı seçin'),
})
