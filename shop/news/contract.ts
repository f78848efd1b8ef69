import { z } from 'zod'
import { readMinute } from '../catalog/sales/contract.ts'
import { versionNumber } from '../fields/contract.ts'
import { oneLine } from '../one-line.ts'

/** SCHEDULED until its moment has come. STOPPED by staff, who may let it go on. */
export const NewsletterState = z.enum(['DRAFT', 'SCHEDULED', 'SENDING', 'STOPPED', 'SENT'])
export type NewsletterState = z.infer<typeof NewsletterState>

/** CLAIMED: handed to the mail server, whose answer nobody heard. SKIPPED: she had taken her consent back. */
export type NewsletterMailState = 'WAITING' | 'CLAIMED' | 'SENT' | 'FAILED' | 'SKIPPED'

const line = (most: number, what: string) =>
  z.string(`${what} yazın`).overwrite(oneLine).trim().max(most, `${what} en çok ${most} karakter olabilir`)

const badAddress = 'Bağlantı https:// ya da mağazanızdaki bir sayfa için / ile başlamalı'
/** An address of another site, or a page of the shop such as '/urun/keten-elbise'. */
const Address = z
  .string(badAddress)
  .trim()
  .max(500, 'Bağlantı en çok 500 karakter olabilir')
  .refine((text) => /^https:\/\/[^\s/]+\.[^\s]+$/.test(text) || /^\/(?![/\\])\S*$/.test(text), badAddress)

const TextBlock = z.object({
  kind: z.literal('text'),
  heading: line(150, 'Başlık').default(''),
  text: z.string('Metni yazın').trim().max(5000, 'Metin en çok 5.000 karakter olabilir').default(''),
})
const PictureBlock = z.object({
  kind: z.literal('picture'),
  imageId: z.string('Görsel seçin').regex(/^[0-9a-f]{32}$/, 'Görsel seçin'),
  alt: line(200, 'Görselin açıklaması').default(''),
  url: z.union([z.literal(''), Address], badAddress).default(''),
})
const ProductsBlock = z.object({
  kind: z.literal('products'),
  productIds: z
    .array(z.uuid('Seçilen ürünlerden biri bulunamadı'), 'Ürün seçin')
    .min(1, 'Ürün seçin')
    .max(24, 'Bir bölümde en çok 24 ürün olabilir'),
})
const ButtonBlock = z.object({
  kind: z.literal('button'),
  label: line(60, 'Düğmenin yazısı').min(1, 'Düğmenin yazısını yazın'),
  url: Address,
})

export type NewsBlock = z.infer<typeof NewsBlock>
const NewsBlock = z.discriminatedUnion('kind', [TextBlock, PictureBlock, ProductsBlock, ButtonBlock], 'Bölüm geçersiz')
/** The most parts of one newsletter. */
const mostBlocks = 30
const NewsBlocks = z
  .array(NewsBlock, 'Bölümler geçersiz')
  .max(mostBlocks, `En çok ${mostBlocks} bölüm ekleyebilirsiniz`)

/** Among those who agreed. ALL: everybody. BOUGHT: bought a piece that fits every named condition. NEVER: never bought. */
const audienceKinds = ['ALL', 'BOUGHT', 'NEVER'] as const
const badDays = 'Gün sayısı 1 ile 3.650 arasında olmalı'
export type Audience = z.infer<typeof Audience>
export const Audience = z.object({
  kind: z.enum(audienceKinds, 'Kime gönderileceğini seçin'),
  /** Bought in so many days, up to now. */
  days: z.coerce.number(badDays).int(badDays).min(1, badDays).max(3650, badDays).optional(),
  categoryId: z.uuid('Kategori seçin').optional(),
  size: line(40, 'Beden').min(1, 'Beden seçin').optional(),
  /** The city that the order was sent to. */
  city: line(80, 'İl').min(1, 'İl seçin').optional(),
  /** A tag of the product. */
  tag: line(40, 'Etiket').min(1, 'Etiket seçin').optional(),
})

export type NewsletterContent = z.infer<typeof NewsletterContent>
export const NewsletterContent = z.object({
  subject: line(150, 'Konu').min(1, 'Konuyu yazın'),
  /** Shown beside the subject by mail programs. */
  preheader: line(200, 'Ön izleme metni').default(''),
  blocks: NewsBlocks,
})

export type NewNewsletter = z.infer<typeof NewNewsletter>
export const NewNewsletter = NewsletterContent.extend({ audience: Audience })

export const NewsletterChange = NewNewsletter.extend({
  /** The version that was edited; somebody else's change meanwhile is not overwritten. */
  version: versionNumber(1),
})
export type NewsletterChange = z.infer<typeof NewsletterChange>

const badMoment = 'Tarih ve saati 2026-11-24T10:00 biçiminde girin'
export const NewsletterSending = z.object({
  /** In Istanbul; left out: now. */
  at: z
    .string(badMoment)
    .transform((text, check): Date => {
      const moment = readMinute(text)
      if (moment) return moment
      check.addIssue({ code: 'custom', message: badMoment })
      return z.NEVER
    })
    .optional(),
  version: versionNumber(1),
})
export type NewsletterSending = z.infer<typeof NewsletterSending>

/** Any part of name, SKU or color; every word must be found. */
export const NewsProductQuery = z.object({
  q: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})
export type NewsProductQuery = z.infer<typeof NewsProductQuery>

export const NewsletterQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type NewsletterQuery = z.infer<typeof NewsletterQuery>
