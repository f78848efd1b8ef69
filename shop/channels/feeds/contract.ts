import { z } from 'zod'

/** The files that shopping sites fetch, by their names below /feeds. */
export const feedFiles = {
  google: 'google.xml',
  meta: 'meta.csv',
  akakce: 'akakce.xml',
  cimri: 'cimri.xml',
  plain: 'products.xml',
} as const
export type FeedId = keyof typeof feedFiles
export const feedIds = Object.keys(feedFiles) as [FeedId, ...FeedId[]]

export const feedNames: Record<FeedId, string> = {
  google: 'Google Merchant Center',
  meta: 'Meta (Instagram ve Facebook)',
  akakce: 'Akakçe',
  cimri: 'Cimri',
  plain: 'Diğerleri (düz XML)',
}

const ids = z.array(z.uuid('Seçim geçersiz'), 'Seçim geçersiz')

export const FeedSettings = z.object({
  on: z.boolean('Açık olup olmadığını belirtin'),
  /** The stock that is shown is smaller by so much. */
  buffer: z
    .number('Pay gerekli')
    .int('Pay tam sayı olmalı')
    .min(0, 'Pay eksi olamaz')
    .max(100, 'Pay en çok 100 olabilir'),
  /** Left out of it. */
  withoutProducts: ids.max(2000, 'En çok 2.000 ürün dışarıda bırakılabilir'),
  withoutCategories: ids.max(200, 'En çok 200 kategori dışarıda bırakılabilir'),
})
export type FeedSettings = z.infer<typeof FeedSettings>

export const FeedsSettings = z.object({
  google: FeedSettings,
  meta: FeedSettings,
  akakce: FeedSettings,
  cimri: FeedSettings,
  plain: FeedSettings,
} satisfies Record<FeedId, typeof FeedSettings>)
export type FeedsSettings = z.infer<typeof FeedsSettings>

/** `refused`: the channel does not take it. `advice`: it takes it, but shows it worse. */
export type FeedProblem = { kind: 'refused' | 'advice'; text: string }
