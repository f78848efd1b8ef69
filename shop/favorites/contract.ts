import { z } from 'zod'
import { oneLine } from '../one-line.ts'

/** The product to add to the favorites or to remove. */
export const FavoriteProduct = z.object({ productId: z.string('Ürün seçilmedi').min(1, 'Ürün seçilmedi') })

/** As many as a guest's browser keeps. */
export const mostOfGuest = 100

const ProductIds = z
  .array(z.string().max(64), 'Ürün listesi geçersiz')
  .max(mostOfGuest, `En çok ${mostOfGuest} favori birden gönderilebilir`)

/** Favorites kept in a browser before its shopper signed in, oldest first. */
export const GuestFavorites = z.object({ productIds: ProductIds })

/** The same in an address, with commas between. */
export const GuestFavoritesQuery = z.object({
  ids: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(ProductIds),
})

/** The heading of the favorites that she shares; empty: 'Favori listem'. */
export type SharedTitle = z.infer<typeof SharedTitle>
export const SharedTitle = z.object({
  title: z
    .string('Başlık geçersiz')
    .overwrite(oneLine)
    .trim()
    .max(60, 'Başlık en çok 60 karakter olabilir')
    .default(''),
})
