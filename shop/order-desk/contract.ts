import { z } from 'zod'
import { CustomerInfo } from '../checkout/contract.ts'
import { cityText, numberOrText, phoneText, ruledText } from '../fields/contract.ts'
import { addressLength, checkDistrict, checkPostalCode, placeLength } from '../fields/postal-address.ts'
import { oneLine } from '../one-line.ts'

/** Left out it stays as it is; null or empty clears it. */
const place = ruledText(checkDistrict, { maxLength: placeLength }, (text) => oneLine(text).trim())
  .nullable()
  .optional()

/** To whom and where the parcel goes. What is left out stays as it is. */
const Recipient = z.object({
  firstName: CustomerInfo.shape.firstName.optional(),
  lastName: CustomerInfo.shape.lastName.optional(),
  phone: phoneText.optional(),
  address: CustomerInfo.shape.address.meta({ maxLength: addressLength.max }).optional(),
  city: cityText.optional(),
  district: place,
  neighbourhood: place,
  postalCode: ruledText(checkPostalCode).nullable().optional(),
})
export type Recipient = z.infer<typeof Recipient>

const units = (least: number) =>
  numberOrText(
    z
      .number('Adet geçersiz')
      .int('Adet tam sayı olmalı')
      .min(least, `Adet en az ${least} olmalı`)
      .max(10_000, 'Adet en çok 10.000 olabilir'),
  )

const LineChange = z
  .object({
    itemId: z.uuid('Ürün geçersiz'),
    /** With a variant: how many units are swapped for it, left out all. Without: how many stay; 0 drops the line. */
    quantity: units(0).optional(),
    /** What comes in its place. */
    variantId: z.uuid('Seçenek geçersiz').optional(),
    /** Another product is given at the price of the one that it replaces. */
    keepPrice: z.boolean().default(false),
  })
  .refine(({ quantity, variantId }) => quantity !== undefined || variantId !== undefined, {
    message: 'Yeni adedi ya da yeni seçeneği belirtin',
    path: ['quantity'],
  })
export type LineChange = z.infer<typeof LineChange>

/** A change of an order that was not shipped. Recipient and address may stand in `customerInfo`, or beside it. */
export const OrderChange = Recipient.extend({
  customerInfo: Recipient.optional(),
  /** The note of the staff. */
  note: z.string().max(5000, 'Notlar en çok 5.000 karakter olabilir').optional(),
  items: z
    .array(LineChange)
    .max(100, 'En çok 100 satır değiştirilebilir')
    .refine((items) => new Set(items.map(({ itemId }) => itemId)).size === items.length, 'Bir ürün iki kez seçilmiş')
    .default([]),
  /** As it was read: EDIT_CONFLICT when the order has changed since. */
  updatedAt: z.iso.datetime('Tarih geçersiz').optional(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** The shopper's own swap of a size. */
export const SizeSwap = z.object({ variantId: z.uuid('Beden seçin'), quantity: units(1).optional() })
export type SizeSwap = z.infer<typeof SizeSwap>

/** The shopper's own correction of her address: within the province, on which the delivery's price may depend. */
export const AddressCorrection = Recipient.omit({ city: true })
export type AddressCorrection = z.infer<typeof AddressCorrection>

export const OrderDeskSettings = z.object({
  /** The shopper swaps a size of her order by herself before it is prepared. */
  ownSwap: z.boolean('Beden değişikliğinin açık olup olmadığını belirtin'),
  /** She corrects its address. */
  ownAddress: z.boolean('Adres düzeltmenin açık olup olmadığını belirtin'),
})
export type OrderDeskSettings = z.infer<typeof OrderDeskSettings>
