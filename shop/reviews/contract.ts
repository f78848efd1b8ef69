import { z } from 'zod'
import { numberOrText, versionNumber } from '../fields/contract.ts'
import { fitVotes, heights, longestText, mostPictures, reportReasons, reviewSorts, reviewStatuses } from './kinds.ts'
import { cleanText } from './rules.ts'

const heightWords = `Boyunuzu santimetre olarak yazın (${heights.min}–${heights.max})`

/** 'M', '38', 'S/M', 'Tek beden'. */
const isSize = /^[\p{L}\p{N}][\p{L}\p{N} ./+-]*$/u

/** A blank field of a form means no answer. */
const blank = (value: unknown) => (value === '' ? null : value)

export const ReviewWords = z.object({
  stars: numberOrText(
    z
      .number('1 ile 5 arasında bir yıldız seçin')
      .int('Yıldız tam sayı olmalı')
      .min(1, 'En az 1 yıldız')
      .max(5, 'En çok 5 yıldız'),
  ),
  fit: z
    .preprocess(blank, z.enum(fitVotes, 'Kalıp için dar, tam ya da bol seçin').nullish())
    .transform((fit) => fit ?? null),
  text: z
    .string('Yorum metin olmalı')
    .overwrite(cleanText)
    .max(longestText, 'Yorum en çok 2.000 karakter olabilir')
    .nullish()
    .transform((text) => text ?? ''),
  height: z
    .preprocess(
      blank,
      numberOrText(
        z.number(heightWords).int(heightWords).min(heights.min, heightWords).max(heights.max, heightWords),
      ).nullish(),
    )
    .transform((height) => height ?? null),
  sizeWorn: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.trim() || null : value),
      z
        .string('Beden metin olmalı')
        .max(20, 'Beden en çok 20 karakter olabilir')
        .refine((size) => isSize.test(size), 'Bedeni “M” ya da “38” gibi yazın')
        .nullish(),
    )
    .transform((size) => size ?? null),
  /** Pictures that she uploaded for it, in their order; of a review that is changed those that stay too. */
  images: z
    .array(z.uuid('Görsel geçersiz'), 'Görseller geçersiz')
    .max(mostPictures, `En çok ${mostPictures} görsel eklenebilir`)
    .default([]),
})
export type ReviewWords = z.infer<typeof ReviewWords>

export const NewReview = ReviewWords.extend({ productId: z.uuid('Ürünü seçin') })
export type NewReview = z.infer<typeof NewReview>

export const ReviewQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  sort: z.enum(reviewSorts, 'Sıralama geçersiz').default('newest'),
})
export type ReviewQuery = z.infer<typeof ReviewQuery>

export const NewReport = z.object({
  reason: z.enum(reportReasons, 'Bildirme nedenini seçin'),
  note: z
    .string('Açıklama metin olmalı')
    .overwrite(cleanText)
    .max(500, 'Açıklama en çok 500 karakter olabilir')
    .default(''),
})
export type NewReport = z.infer<typeof NewReport>

/** The version that staff has read; left out, nobody is asked whether it changed since. */
const Read = z.object({ version: versionNumber(1).optional() })

export const Approval = Read
export type Approval = z.infer<typeof Approval>

export const ReviewRefusal = Read.extend({
  reason: z
    .string('Müşterinin okuyacağı bir neden yazın')
    .overwrite(cleanText)
    .min(1, 'Müşterinin okuyacağı bir neden yazın')
    .max(500, 'Neden en çok 500 karakter olabilir'),
})
export type ReviewRefusal = z.infer<typeof ReviewRefusal>

export const ReviewAnswer = z.object({
  /** Blank takes it away. */
  text: z.string('Yanıt metin olmalı').overwrite(cleanText).max(1000, 'Yanıt en çok 1.000 karakter olabilir'),
})
export type ReviewAnswer = z.infer<typeof ReviewAnswer>

export const InboxQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  /** `reported`: by a reader, and nobody has looked since. */
  view: z.enum(['open', 'waiting', 'reported', 'published', 'refused', 'all'], 'Liste geçersiz').default('all'),
  status: z.enum(reviewStatuses, 'Durum geçersiz').optional(),
  stars: z.coerce.number().int().min(1).max(5).optional(),
  product: z.uuid('Ürün geçersiz').optional(),
  /** A part of its words, of the product's name, or of who wrote it. */
  q: z.string().trim().max(100).optional(),
})
export type InboxQuery = z.infer<typeof InboxQuery>
