import { z } from '@hono/zod-openapi'
import { CategoryMapping, MarketSearch } from '#shop/channels/market/create/contract.ts'
import {
  findMarketProducts,
  listMarketAttributes,
  mapCategory,
  searchMarketBrands,
  searchMarketCategories,
} from '#shop/channels/market/create/mapping.ts'
import { askForProducts } from '#shop/channels/market/create/send.ts'
import type { Ctx } from '#shop/ctx.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

const presentProducts = async (ctx: Ctx) => ({ products: (await findMarketProducts(ctx)) ?? null })
const silent = 'None is set up, or it does not answer'
const asked = { ...staffFailures, ...badInput, 409: silent }

/** The shop's products in a marketplace's catalog. */
export const adminMarketProducts = resource()
  .openapi(
    route('GET /admin/marketplace/products', {
      ...needs('settings'),
      summary: 'How categories are called at the marketplace, and what became of the products that were sent',
      failures: staffFailures,
    }),
    async (c) => ok(c, await presentProducts(c.get('ctx'))),
  )
  .openapi(
    route('POST /admin/marketplace/products', {
      ...needs('settings'),
      summary: 'Has all sizes with a barcode in mapped categories made there, once more those that it refused',
      failures: { ...staffFailures, 409: 'No brand is chosen, or there is nothing to send' },
    }),
    async (c) => {
      const count = await askForProducts(c.get('ctx'))
      return ok(c, { count }, `${count} beden sıraya alındı; sonuçları burada göreceksiniz.`)
    },
  )
  .openapi(
    route('PUT /admin/marketplace/categories/{id}', {
      ...needs('settings'),
      summary: 'What a category of the shop is there, and how its attributes are filled; null: not sent',
      request: { params: Id, ...json(CategoryMapping) },
      failures: { ...staffFailures, ...badInput, 404: 'No such category' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      await mapCategory(ctx, c.req.valid('param').id, c.req.valid('json'))
      return ok(c, await presentProducts(ctx), 'Kategori eşlemesi kaydedildi.')
    },
  )
  .openapi(
    route('GET /admin/marketplace/market-brands', {
      ...needs('settings'),
      summary: 'Brands of the marketplace by their name, as it is written there',
      request: { query: MarketSearch },
      failures: asked,
    }),
    async (c) => ok(c, await searchMarketBrands(c.get('ctx'), c.req.valid('query').q)),
  )
  .openapi(
    route('GET /admin/marketplace/market-categories', {
      ...needs('settings'),
      summary: 'Categories of the marketplace that may hold products, by words of their path',
      request: { query: MarketSearch },
      failures: asked,
    }),
    async (c) => ok(c, await searchMarketCategories(c.get('ctx'), c.req.valid('query').q)),
  )
  .openapi(
    route('GET /admin/marketplace/market-categories/{marketId}/attributes', {
      ...needs('settings'),
      summary: 'What a category of the marketplace insists on, with the values that may be chosen',
      request: { params: z.object({ marketId: z.coerce.number().int().positive() }) },
      failures: { ...staffFailures, 404: 'No such category', 409: silent },
    }),
    async (c) => ok(c, await listMarketAttributes(c.get('ctx'), c.req.valid('param').marketId)),
  )
