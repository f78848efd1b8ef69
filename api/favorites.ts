import type { Product } from '#shop/catalog/products.ts'
import { FavoriteProduct, GuestFavorites, GuestFavoritesQuery, SharedTitle } from '#shop/favorites/contract.ts'
import {
  addFavorite,
  listFavorites,
  listGuestFavorites,
  mergeFavorites,
  removeFavorite,
} from '#shop/favorites/favorites.ts'
import { endSharing, findSharedList, type SharedList, shareFavorites } from '#shop/favorites/shared.ts'
import { toTl } from '#shop/money.ts'
import { badInput, bearer, json, limited, ok, resource, userFailures } from './api.ts'
import { own } from './authenticate.ts'
import { toWire } from './products.ts'
import { route } from './route.ts'
import type { WireSharedList } from './wire/products.ts'

const request = json(FavoriteProduct)
const failures = { ...badInput, ...userFailures, 404: 'No such product' }

function favoriteOf(favoriteId: string, of: Product, addedPriceKurus: number | null) {
  const { id, slug, name, mainImage, price, variants } = toWire(of)
  return {
    id: favoriteId,
    productId: id,
    product: { id, slug, name, mainImage, price, variants },
    addedPrice: addedPriceKurus === null ? null : toTl(addedPriceKurus),
  }
}

function listOf({ createdAt, ...list }: SharedList): WireSharedList {
  return { ...list, createdAt: createdAt.toISOString() }
}

export const favorites = resource()
  .openapi(
    route('GET /favorites/my', {
      tags: ['Favorites'],
      summary: "The user's favorites, newest first",
      security: bearer,
      failures: userFailures,
    }),
    async (c) => {
      const list = await listFavorites(c.get('ctx'))
      return ok(
        c,
        list.map(({ id, product, addedPriceKurus }) => favoriteOf(id, product, addedPriceKurus)),
      )
    },
  )
  .openapi(
    route('GET /favorites/guest', {
      tags: ['Favorites'],
      summary: 'What a guest keeps in her browser: those of these products that are on sale, newest first',
      request: { query: GuestFavoritesQuery },
    }),
    async (c) => {
      const list = await listGuestFavorites(c.get('ctx'), c.req.valid('query').ids)
      return ok(
        c,
        list.map((product) => favoriteOf(product.id, product, null)),
      )
    },
  )
  .openapi(
    route('POST /favorites/merge', {
      tags: ['Favorites'],
      summary: "Add what was kept in the browser before signing in to the user's favorites; again changes nothing",
      description: 'Answers all of the favorites that the user has then, newest first.',
      ...own,
      request: json(GuestFavorites),
      failures: { ...badInput, ...userFailures, ...limited },
    }),
    async (c) => {
      const { productIds } = c.req.valid('json')
      return ok(c, { productIds: await mergeFavorites(c.get('ctx'), productIds) })
    },
  )
  .openapi(
    route('POST /favorites/add', {
      tags: ['Favorites'],
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
      tags: ['Favorites'],
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
  .openapi(
    route('GET /favorites/list', {
      tags: ['Favorites'],
      summary: 'The link by which the user shows her favorites to others; null while there is none',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      const list = await findSharedList(c.get('ctx'))
      return ok(c, list ? listOf(list) : null)
    },
  )
  .openapi(
    route('PUT /favorites/list', {
      tags: ['Favorites'],
      summary: 'Makes that link, or changes its title',
      ...own,
      request: json(SharedTitle),
      failures: { ...badInput, ...userFailures, ...limited },
    }),
    async (c) => ok(c, listOf(await shareFavorites(c.get('ctx'), c.req.valid('json'))), 'Bağlantınız hazır.'),
  )
  .openapi(
    route('DELETE /favorites/list', {
      tags: ['Favorites'],
      summary: 'Ends that link: whoever has it sees nothing any more',
      ...own,
      failures: userFailures,
    }),
    async (c) => {
      await endSharing(c.get('ctx'))
      return ok(c, null, 'Bağlantı kaldırıldı; artık kimse listenizi göremez.')
    },
  )
