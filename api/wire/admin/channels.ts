import { z } from '@hono/zod-openapi'
import { feedIds, FeedsSettings } from '#shop/channels/feeds/contract.ts'
import { success } from '../envelope.ts'

const Named = z.object({ id: z.uuid(), name: z.string() })

export type WireFeeds = z.infer<typeof WireFeeds>
const WireFeeds = z
  .object({
    version: z.number().int(),
    settings: FeedsSettings,
    files: z.array(z.object({ id: z.enum(feedIds), url: z.string() })).openapi({ description: 'What a channel is given' }),
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

export const channelAnswers = {
  'GET /admin/feeds': success(WireFeeds),
  'PUT /admin/settings/feeds': success(WireFeeds),
  'GET /admin/feeds/{id}/report': success(WireFeedReport),
}
