import { z } from 'zod'
import { dayText, numberOrText } from '../fields/contract.ts'
import { mostImages, pieceConditions, returnReasons, returnStatuses } from './kinds.ts'

const quantity = numberOrText(
  z.number('Adet geçersiz').int('Adet tam sayı olmalı').min(1, 'Adet en az 1 olmalı').max(10_000, 'Adet geçersiz'),
)

const itemId = z.uuid('Ürün geçersiz')
const newVariantId = z.uuid('Yerine istediğiniz ürünü seçin')

function listOf<T extends { itemId: string }>(item: z.ZodType<T>) {
  return z
    .array(item, 'Ürünleri seçin')
    .min(1, 'Ürünleri seçin')
    .max(100, 'En çok 100 ürün seçilebilir')
    .refine((list) => new Set(list.map(({ itemId }) => itemId)).size === list.length, 'Bir ürün iki kez seçilmiş')
}

const items = listOf(z.object({ itemId, quantity, reason: z.enum(returnReasons, 'İade nedenini seçin') }))

const note = z.string('Açıklama geçersiz').trim().max(1000, 'Açıklama en çok 1.000 karakter olabilir').default('')

const asked = {
  note,
  /** Pictures that she uploaded for it. */
  images: z
    .array(z.uuid('Görsel geçersiz'), 'Görseller geçersiz')
    .max(mostImages, `En çok ${mostImages} görsel eklenebilir`)
    .default([]),
}

/** A shopper's request: money back, or other pieces in place of hers. */
export const NewReturn = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z
        .literal('RETURN')
        .optional()
        .transform(() => 'RETURN' as const),
      items,
      ...asked,
    }),
    z.object({
      kind: z.literal('EXCHANGE'),
      items: listOf(
        z.object({
          ...{ itemId, quantity, newVariantId },
          reason: z.enum(returnReasons, 'Değişim nedeni geçersiz').default('OTHER'),
        }),
      ),
      ...asked,
    }),
  ],
  'İade ya da değişim seçin',
)
export type NewReturn = z.infer<typeof NewReturn>

/** Her new choice for an exchange, once the pieces chosen before could not be kept. */
export const NewChoice = z.object({ items: listOf(z.object({ itemId, newVariantId })) })
export type NewChoice = z.infer<typeof NewChoice>

/** The id or slug of another product, for choices beyond the one she has. */
export const ChoiceQuery = z.object({ product: z.string().trim().max(200).optional() })

/** A return that staff writes down for her, from a message or a call. */
export const EnteredReturn = z.object({
  items,
  note,
  /** The day of her message; left out: today. */
  noticedOn: dayText('Bildirim günü geçersiz').optional(),
})
export type EnteredReturn = z.infer<typeof EnteredReturn>

export const SentReturn = z.object({
  trackingNumber: z
    .string('Takip numarası geçersiz')
    .trim()
    .regex(/^[A-Za-z0-9-]{0,40}$/, 'Takip numarası yalnızca harf, rakam ve tire içerebilir, en çok 40 karakter')
    .default(''),
})
export type SentReturn = z.infer<typeof SentReturn>

export const Refusal = z.object({
  reason: z
    .string('Müşterinin okuyacağı bir neden yazın')
    .trim()
    .min(1, 'Müşterinin okuyacağı bir neden yazın')
    .max(500, 'Neden en çok 500 karakter olabilir'),
})
export type Refusal = z.infer<typeof Refusal>

const condition = z.enum(pieceConditions, 'Ürünün durumunu seçin')

export const Receipt = z.object({
  /** For every piece that `items` does not name. */
  condition,
  items: z
    .array(
      z.object({
        itemId: z.uuid('Ürün geçersiz'),
        condition,
        /** How many of those asked for were in the parcel; left out: all. */
        arrived: numberOrText(
          z.number('Gelen adet geçersiz').int('Gelen adet tam sayı olmalı').min(0, 'Gelen adet eksi olamaz'),
        ).optional(),
      }),
      'Ürünler geçersiz',
    )
    .max(100)
    .default([]),
})
export type Receipt = z.infer<typeof Receipt>

export const Completion = z.object({
  /** Pays back before the parcel has come. */
  withoutParcel: z.boolean('Belirtin: true ya da false').default(false),
})
export type Completion = z.infer<typeof Completion>

/** The views of the inbox: returns that wait for the shop, that are on their way to it, that are over. */
const returnViews = ['open', 'to-decide', 'coming', 'received', 'over', 'all'] as const
export type ReturnView = (typeof returnViews)[number]

export const ReturnQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  view: z.enum(returnViews, 'Liste geçersiz').default('all'),
  status: z.enum(returnStatuses, 'Durum geçersiz').optional(),
  order: z.uuid('Sipariş geçersiz').optional(),
  /** A return's code, an order's number, or a name. */
  q: z.string().trim().max(100).optional(),
})
export type ReturnQuery = z.infer<typeof ReturnQuery>
