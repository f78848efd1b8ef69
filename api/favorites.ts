import { createRoute, z } from '@hono/zod-openapi'
import { FavoriteProduct } from '#shop/favorites/contract.ts'
import { addFavorite, listFavorites, removeFavorite } from '#shop/favorites/favorites.ts'
import { toTl } from '#shop/money.ts'
import { answers, bearer, resource } from './api.ts'
import { signedIn } from './authenticate.ts'
import { toWire, WireProduct } from './products.ts'

const WireFavorite = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    product: WireProduct.pick({ id: true, slug: true, name: true, mainImage: true, price: true, variants: true }),
    addedPrice: z.number().nullable().openapi({ description: 'TL; what it cost when it was added, if that is known' }),
  })
  .openapi('Favorite')

const Done = z.object({ productId: z.uuid() })
const body = { body: { required: true, content: { 'application/json': { schema: FavoriteProduct } } } }
const failures = { 400: 'Invalid input', 401: 'Not signed in', 404: 'No such product' }

export const favorites = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/favorites/my',
      tags: ['Favourites'],
      summary: "The user's favourites, newest first",
      security: bearer,
      responses: answers(z.array(WireFavorite), { 401: 'Not signed in' }),
    }),
    async (c) => {
      const list = await listFavorites(c.get('ctx'))
      const data = list.map((favorite) => {
        const { id, slug, name, mainImage, price, variants } = toWire(favorite.product)
        return {
          id: favorite.id,
          productId: id,
          product: { id, slug, name, mainImage, price, variants },
          addedPrice: favorite.addedPriceKurus === null ? null : toTl(favorite.addedPriceKurus),
        }
      })
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/favorites/add',
      tags: ['Favourites'],
      summary: 'Add a product; again changes nothing',
      security: bearer,
      middleware: signedIn,
      request: body,
      responses: answers(Done, { ...failures, 429: 'Too many tries; see Retry-After' }),
    }),
    async (c) => {
      const { productId } = c.req.valid('json')
      await addFavorite(c.get('ctx'), productId)
      return c.json({ success: true as const, data: { productId }, message: 'Ürün favorilerinize eklendi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/favorites/remove',
      tags: ['Favourites'],
      summary: 'Take a product out; again changes nothing',
      security: bearer,
      middleware: signedIn,
      request: body,
      responses: answers(Done, failures),
    }),
    async (c) => {
      const { productId } = c.req.valid('json')
      await removeFavorite(c.get('ctx'), productId)
      return c.json({ success: true as const, data: { productId }, message: 'Ürün favorilerinizden çıkarıldı.' }, 200)
    },
  )
