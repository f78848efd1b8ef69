import { z } from 'zod'
import { CustomerInfo, PaymentData } from '../checkout/contract.ts'
import { cityText, numberOrText, phoneText, ruledText } from '../fields/contract.ts'
import { addressLength, checkDistrict, checkPostalCode, placeLength } from '../fields/postal-address.ts'
import { fromTl } from '../money.ts'
import { oneLine } from '../one-line.ts'

/** Left out it stays as it is; null or empty clears it. */
const place = ruledText(checkDistrict, { maxLength: placeLength }, (text) => oneLine(text).trim())
  .nullable()
  .optional()

/** The recipient and the address of the parcel. A field left out stays as it is. */
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
    /** The variant that takes its place. */
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

const amount = numberOrText(
  z
    .number('Tutar geçersiz')
    .positive('Tutar sıfırdan büyük olmalı')
    .max(10_000_000, 'Tutar en çok 10.000.000 TL olabilir')
    .refine((tl) => fromTl(tl) !== undefined, 'Tutar en çok iki ondalık basamak olabilir'),
  'number',
)

const because = z
  .string('İndirimin sebebi gerekli')
  .trim()
  .min(1, 'İndirimin sebebi gerekli')
  .max(200, 'En çok 200 karakter yazabilirsiniz')

/** Off the goods of a manual order: so many TL, or percent; never both. */
const DiscountFields = z
  .object({
    amount: amount.optional(),
    percent: numberOrText(
      z.number('Yüzde geçersiz').min(0.01, 'Yüzde 0,01–99 olabilir').max(99, 'Yüzde 0,01–99 olabilir'),
      'number',
    ).optional(),
    reason: because.nullable(),
  })
  .refine(({ amount, percent }) => (amount === undefined) !== (percent === undefined), {
    message: 'İndirimi ya tutar ya yüzde olarak yazın',
    path: ['amount'],
  })
  .transform(({ amount, percent, reason }) => ({
    reason: reason ?? '',
    percent,
    amountKurus: amount && fromTl(amount),
  }))

/** A bare number is an amount in TL for which nobody gave a reason. */
const NewDiscount = z
  .preprocess(
    (given) => (typeof given === 'number' || typeof given === 'string' ? { amount: given, reason: null } : given),
    DiscountFields,
  )
  .meta({ type: ['object', 'number', 'string'] })
export type Discount = z.infer<typeof NewDiscount>

const Piece = z.object({ variantId: z.uuid('Ürün geçersiz'), quantity: units(1) })

/** How a manual order is paid: by the link that is sent, by transfer, or at the door. */
const manualMethods = ['LINK', 'BANK_TRANSFER', 'CASH_ON_DELIVERY'] as const

/** The input that decides the price of a manual order. */
export const ManualQuote = z.object({
  items: z.array(Piece, 'Ürün ekleyin').min(1, 'Ürün ekleyin').max(100, 'En çok 100 ürün eklenebilir'),
  city: cityText.optional(),
  discount: NewDiscount.optional(),
  freeDelivery: z.boolean().default(false),
  paymentMethod: z.enum(manualMethods, 'Ödeme yöntemini seçin').default('LINK'),
})
export type ManualQuote = z.infer<typeof ManualQuote>

export const ManualOrder = ManualQuote.omit({ city: true }).extend({
  customerInfo: CustomerInfo,
  note: z.string().max(5000, 'Notlar en çok 5.000 karakter olabilir').default(''),
})
export type ManualOrder = z.infer<typeof ManualOrder>

const token = z.string('Bağlantı eksik; size gönderilen bağlantıyı açın').min(1).max(100)
export const LinkToken = z.object({ token })

/** A try to pay by a link. */
export const LinkPayment = z
  .object({
    token,
    totalAmount: amount,
    paymentMethod: z.enum(['CARD', 'HOSTED', 'BANK_TRANSFER'], 'Ödeme yöntemini seçin').default('CARD'),
    paymentData: PaymentData.optional(),
    acceptedContracts: z
      .object({ preInformation: z.string().min(1).max(100), distanceSales: z.string().min(1).max(100) })
      .optional(),
  })
  .superRefine(({ paymentMethod, paymentData }, check) => {
    if (paymentMethod !== 'CARD' || paymentData) return
    check.addIssue({ code: 'custom', message: 'Kart bilgileri gerekli', path: ['paymentData'] })
  })
export type LinkPayment = z.infer<typeof LinkPayment>

export const OrderDeskSettings = z.object({
  /** The shopper swaps a size of her order by herself before it is prepared. */
  ownSwap: z.boolean('Beden değişikliğinin açık olup olmadığını belirtin'),
  /** She corrects its address. */
  ownAddress: z.boolean('Adres düzeltmenin açık olup olmadığını belirtin'),
  /** For how long an order waits to be paid by its link. */
  linkHours: z
    .number('Süre gerekli')
    .int('Süre tam saat olmalı')
    .min(1, 'Süre en az 1 saat olmalı')
    .max(168, 'Süre en çok 168 saat (bir hafta) olabilir')
    .default(48),
})
export type OrderDeskSettings = z.infer<typeof OrderDeskSettings>
