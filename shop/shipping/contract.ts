import { z } from 'zod'
import { numberOrText } from '../fields/contract.ts'

/** A row is checked by itself: one that is wrong is refused with its reason, and the others count. */
export const TrackingRows = z.object({
  rows: z
    .array(
      z.object({
        order: z.string('Sipariş numarası geçersiz').trim().max(64, 'Sipariş numarası geçersiz'),
        carrier: z.string('Kargo firması geçersiz').trim().max(60, 'Kargo firması geçersiz').nullish(),
        trackingNumber: z.string('Takip numarası geçersiz').trim().max(100, 'Takip numarası geçersiz'),
      }),
      'Sipariş ve takip numaralarını yazın',
    )
    .min(1, 'Sipariş ve takip numaralarını yazın')
    .max(500, 'Bir kerede en çok 500 satır işlenebilir'),
  /** Only tells what each row would do. */
  preview: z.boolean('Geçersiz değer').default(false),
})
export type TrackingRows = z.infer<typeof TrackingRows>

/** Orders whose shipments are to be made. */
export const ShipmentOrders = z.object({
  orderIds: z
    .array(z.uuid('Sipariş geçersiz'), 'Sipariş seçin')
    .min(1, 'Sipariş seçin')
    .max(50, 'En çok 50 sipariş seçilebilir'),
})

/** The pieces that were scanned into a parcel. */
export const PackedPieces = z.object({
  items: z
    .array(
      z.object({
        itemId: z.uuid('Ürün geçersiz'),
        quantity: numberOrText(
          z.number('Adet geçersiz').int('Adet tam sayı olmalı').min(1, 'Adet en az 1 olmalı').max(10_000),
        ),
      }),
      'Paketteki ürünleri okutun',
    )
    .min(1, 'Paketteki ürünleri okutun')
    .max(500),
})
export type PackedPieces = z.infer<typeof PackedPieces>
