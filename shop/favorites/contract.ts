import { z } from 'zod'

/** Names the product to add to the favourites or to take out. */
export const FavoriteProduct = z.object({ productId: z.string('Ürün seçilmedi').min(1, 'Ürün seçilmedi') })
