import { z } from 'zod'

/** The product to add to the favorites or to remove. */
export const FavoriteProduct = z.object({ productId: z.string('Ürün seçilmedi').min(1, 'Ürün seçilmedi') })
