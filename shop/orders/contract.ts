import { z } from 'zod'
import { dayText, numberOrText, tlAmount } from '../fields/contract.ts'
import { carrierIds } from './carriers.ts'

export const orderStatuses = ['PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const
export const OrderStatus = z.enum(orderStatuses, 'Sipariş durumu geçersiz')
export type OrderStatus = z.infer<typeof OrderStatus>

/** Fields left out stay unchanged; null clears them. */
export const OrderStatusChange = z
  .object({
    status: OrderStatus.optional(),
    adminNotes: z.string().max(5000, 'Notlar en çok 5.000 karakter olabilir').optional(),
    /** The notes as they were read: EDIT_CONFLICT when somebody wrote others since. */
    adminNotesSeen: z.string('Notlar geçersiz').max(5000, 'Notlar en çok 5.000 karakter olabilir').optional(),
    carrier: z.enum(carrierIds, 'Kargo firmasını listeden seçin').nullish(),
    trackingNumber: z
      .string('Takip numarası geçersiz')
      .trim()
      .regex(/^[A-Za-z0-9-]{0,40}$/, 'Takip numarası yalnızca harf, rakam ve tire içerebilir, en çok 40 karakter')
      .nullish(),
    /** The sender of the order knows that its buyer withdrew. */
    withdrawalSeen: z.boolean('Belirtin: true ya da false').optional(),
  })
  .refine(
    ({ withdrawalSeen, adminNotesSeen, ...change }) => Object.values(change).some((value) => value !== undefined),
    'Neyin değişeceğini yazın',
  )
export type OrderStatusChange = z.infer<typeof OrderStatusChange>

export const NewItemRefund = z.object({
  items: z
    .array(
      z.object({
        itemId: z.uuid('Ürün geçersiz'),
        quantity: numberOrText(
          z.number('Adet geçersiz').int('Adet tam sayı olmalı').min(1, 'Adet en az 1 olmalı').max(10_000),
        ),
      }),
      'İade edilecek ürünleri seçin',
    )
    .min(1, 'İade edilecek ürünleri seçin')
    .max(100)
    .refine((items) => new Set(items.map(({ itemId }) => itemId)).size === items.length, 'Bir ürün iki kez seçilmiş'),
  /** The units go back on sale. */
  restock: z.boolean().default(false),
  reason: z.string().trim().max(500, 'Açıklama en çok 500 karakter olabilir').default(''),
})
/** `asCredit`: as store credit, which the customer agreed to. */
export type NewItemRefund = z.infer<typeof NewItemRefund> & { asCredit?: boolean; refundsSeen?: number | undefined }

const refundsUnread = 'Görülen iadelerin sayısı geçersiz'

/** Some of an order to be given back: units of it, or a sum of the owner's choice with its reason. */
export const NewRefund = z
  .object({
    ...NewItemRefund.shape,
    items: NewItemRefund.shape.items.optional(),
    /** In TL, given on in kuruş. */
    amount: tlAmount('İade tutarını yazın', 'İade tutarı sıfırdan büyük olmalı').optional(),
    /** Store credit instead of money. */
    asCredit: z.boolean().default(false),
    /** The owner asked the customer, who wants it so: by law she gets her money. */
    customerAgreed: z.boolean().default(false),
    /** Refunds of the order, those that failed left out, as it was read: EDIT_CONFLICT when there are more by now. */
    refundsSeen: z.number(refundsUnread).int(refundsUnread).min(0, refundsUnread).optional(),
  })
  .superRefine(({ amount, items, reason, asCredit, customerAgreed }, check) => {
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', message, path: [path] })
    if (asCredit && !customerAgreed) refuse('customerAgreed', notAgreed)
    if (amount === undefined && items === undefined) refuse('amount', 'İade tutarını yazın ya da ürün seçin')
    if (amount !== undefined && items !== undefined)
      refuse('amount', 'Tutarı ya da ürünleri gönderin, ikisini birden değil')
    if (amount !== undefined && reason === '') refuse('reason', 'İadenin sebebini yazın')
  })

const notAgreed = 'Mağaza kredisi için müşterinin kabul ettiğini işaretleyin; kabul etmediyse para iade edin'

const orderPayments = ['paid', 'awaited', 'new', 'at-door', 'partly-refunded', 'refunded', 'refunding'] as const
/** Steps for which an order can wait too long. */
const waits = ['to-send', 'to-deliver', 'to-collect', 'in-trouble'] as const
export type Wait = (typeof waits)[number]

const orderSorts = ['newest', 'oldest', 'total-desc', 'total-asc'] as const

export const OrderQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  status: OrderStatus.optional(),
  /** State of its payment: kept by the shop, still to come by transfer or link, of a new order and not awaited, still to be collected at the door, refunded in part or in full, or being refunded. */
  payment: z.enum(orderPayments, 'Ödeme durumu geçersiz').optional(),
  /** Only those that wait longer than the owner finds right. */
  waiting: z.enum(waits, 'Bekleme durumu geçersiz').optional(),
  /** First and last day, in Istanbul time. */
  from: dayText('Başlangıç günü geçersiz').optional(),
  to: dayText('Bitiş günü geçersiz').optional(),
  /** Only this user's orders. */
  customer: z.uuid('Müşteri geçersiz').optional(),
  sort: z.enum(orderSorts).default('newest'),
  q: z.string().trim().max(200).optional(),
})
export type OrderQuery = z.infer<typeof OrderQuery>

const orderIds = z
  .array(z.uuid('Sipariş geçersiz'), 'Sipariş seçin')
  .min(1, 'Sipariş seçin')
  .max(100, 'En çok 100 sipariş seçilebilir')
  .refine((ids) => new Set(ids).size === ids.length, 'Bir sipariş iki kez seçilmiş')

/** One status for several orders. Canceling refunds money, so it is not offered in bulk. */
export const BulkStatusChange = z.object({
  orderIds,
  status: z.enum(
    orderStatuses.filter((status) => status !== 'CANCELLED'),
    'Siparişler toplu iptal edilemez, her birini kendi sayfasından iptal edin',
  ),
})
export type BulkStatusChange = z.infer<typeof BulkStatusChange>

export const NewOrderNote = z.object({
  text: z.string('Bir not yazın').trim().min(1, 'Bir not yazın').max(2000, 'Not en çok 2.000 karakter olabilir'),
})
export type NewOrderNote = z.infer<typeof NewOrderNote>

export const PackingSlips = z.object({
  orderIds,
  /** Printed on each slip, for the buyer to read. */
  note: z.string().trim().max(300, 'Not en çok 300 karakter olabilir').default(''),
})
export type PackingSlips = z.infer<typeof PackingSlips>

export const AddressLabels = z.object({ orderIds, size: z.enum(['a6', '10x15']).default('10x15') })
export type AddressLabels = z.infer<typeof AddressLabels>
