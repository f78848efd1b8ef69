import { z } from '@hono/zod-openapi'
import { FeedsSettings, feedIds } from '#shop/channels/feeds/contract.ts'
import { MarketSettings } from '#shop/channels/market/contract.ts'
import { MappedAttribute } from '#shop/channels/market/create/contract.ts'
import { success } from '../envelope.ts'

const Named = z.object({ id: z.uuid(), name: z.string() })

export type WireFeeds = z.infer<typeof WireFeeds>
const WireFeeds = z
  .object({
    version: z.number().int(),
    settings: FeedsSettings,
    files: z
      .array(z.object({ id: z.enum(feedIds), url: z.string() }))
      .openapi({ description: 'What a channel is given' }),
    products: z.array(Named).openapi({ description: 'Names of the products that are left out somewhere' }),
    categories: z.array(Named).openapi({ description: 'All categories' }),
  })
  .openapi('Feeds')

export type WireFeedReport = z.infer<typeof WireFeedReport>
const WireFeedReport = z
  .object({
    items: z.number().int().openapi({ description: 'Sizes of products in the feed' }),
    refused: z.number().int().openapi({ description: 'Of them those that the channel would not take' }),
    problems: z.array(
      z.object({
        kind: z.enum(['refused', 'advice']),
        text: z.string(),
        count: z.number().int().openapi({ description: 'Products with it' }),
        products: z.array(Named).openapi({ description: 'The first of them' }),
      }),
    ),
  })
  .openapi('FeedReport')

export type WireMarket = z.infer<typeof WireMarket>
const WireMarket = z
  .object({
    title: z.string(),
    version: z.number().int(),
    settings: MarketSettings,
    pushedAt: z.iso.datetime().nullable(),
    readAt: z.iso.datetime().nullable(),
    lastError: z.string().openapi({ description: 'In words for the owner; empty while all is well' }),
    listings: z.number().int().openapi({ description: 'Sizes that it was told of' }),
    withoutBarcode: z.number().int().openapi({ description: 'Sizes on sale that it cannot know' }),
    failures: z.array(z.object({ productId: z.uuid(), name: z.string(), barcode: z.string(), error: z.string() })),
    short: z
      .array(
        z.object({
          packageId: z.string(),
          orderNumber: z.string(),
          reason: z.string(),
          createdAt: z.iso.datetime(),
          lines: z.array(z.string()),
        }),
      )
      .openapi({
        description: 'Packages that could not be taken: sold elsewhere at the same time, or unknown to the shop',
      }),
  })
  .openapi('Marketplace')

const MarketNamed = z.object({ id: z.number().int(), name: z.string() })

export type WireMarketProducts = z.infer<typeof WireMarketProducts>
const WireMarketProducts = z
  .object({
    categories: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        market: MarketNamed.extend({ attributes: z.array(MappedAttribute) })
          .nullable()
          .openapi({ description: 'Null: its products are not sent' }),
      }),
    ),
    waiting: z.number().int().openapi({ description: 'Sizes on their way' }),
    made: z.number().int().openapi({ description: 'Sizes that it took' }),
    failures: z.array(z.object({ productId: z.uuid(), name: z.string(), barcode: z.string(), error: z.string() })),
  })
  .openapi('MarketProducts')

export type WireMarketAttribute = z.infer<typeof WireMarketAttribute>
const WireMarketAttribute = MarketNamed.extend({
  required: z.boolean(),
  allowCustom: z.boolean(),
  values: z.array(MarketNamed),
}).openapi('MarketAttribute')

const Products = z.object({ products: WireMarketProducts.nullable().openapi({ description: 'Null: none is set up' }) })
const Market = z.object({ marketplace: WireMarket.nullable().openapi({ description: 'Null: none is set up' }) })

export const channelAnswers = {
  'GET /admin/marketplace/products': success(Products),
  'POST /admin/marketplace/products': success(z.object({ count: z.number().int() })),
  'PUT /admin/marketplace/categories/{id}': success(Products),
  'GET /admin/marketplace/market-brands': success(z.array(MarketNamed)),
  'GET /admin/marketplace/market-categories': success(z.array(MarketNamed)),
  'GET /admin/marketplace/market-categories/{marketId}/attributes': success(z.array(WireMarketAttribute)),
  'GET /admin/marketplace': success(Market),
  'PUT /admin/settings/marketplace': success(Market),
  'POST /admin/marketplace/packages/{id}/decision': success(z.object({ orderId: z.uuid().nullable() })),
  'GET /admin/feeds': success(WireFeeds),
  'PUT /admin/settings/feeds': success(WireFeeds),
  'GET /admin/feeds/{id}/report': success(WireFeedReport),
}
