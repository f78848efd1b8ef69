import { FavoriteProduct } from '#shop/favorites/contract.ts'
import { addFavorite, listFavorites, removeFavorite } from '#shop/favorites/favorites.ts'
import { toTl } from '#shop/money.ts'
import { badInput, bearer, json, limited, ok, resource, userFailures } from './api.ts'
import { own } from './authenticate.ts'
import { toWire } from './products.ts'
import { route } from './route.ts'

const request = json(FavoriteProduct)
const failures = { ...badInput, ...userFailures, 404: 'No such product' }

export const favorites = resource()
  .openapi(
    route('GET /favorites/my', {
      tags: ['Favourites'],
      summary: "The user's favourites, newest first",
      security: bearer,
      failures: userFailures,
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
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /favorites/add', {
      tags: ['Favourites'],
      summary: 'Add a product; again changes nothing',
      ...own,
      request,
      failures: { ...failures, ...limited },
    }),
    async (c) => {
      const { productId } = c.req.valid('json')
      await addFavorite(c.get('ctx'), productId)
      return ok(c, { productId }, 'Ürün favorilerinize eklendi.')
    },
  )
  .openapi(
    route('DELETE /favorites/remove', {
      tags: ['Favourites'],
      summary: 'Take a product out; again changes nothing',
      ...own,
      request,
      failures: failures,
    }),
    async (c) => {
      const { productId } = c.req.valid('json')
      await removeFavorite(c.get('ctx'), productId)
      return ok(c, { productId }, 'Ürün favorilerinizden çıkarıldı.')
    },
  )
