import { z } from '@hono/zod-openapi'
import { listCategoryNames } from '#shop/catalog/categories.ts'
import { FeedsSettings, feedFiles, feedIds } from '#shop/channels/feeds/contract.ts'
import { reportFeed } from '#shop/channels/feeds/feeds.ts'
import { findFeedsSettings, findFeedsVersion, listLeftOut, saveFeedsSettings } from '#shop/channels/feeds/settings.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireFeeds } from '../wire/admin/channels.ts'

async function presentFeeds(ctx: Ctx): Promise<WireFeeds> {
  const settings = await findFeedsSettings(ctx)
  return {
    version: await findFeedsVersion(ctx),
    settings,
    files: feedIds.map((id) => ({ id, url: `${ctx.config.publicUrl}/feeds/${feedFiles[id]}` })),
    products: await listLeftOut(ctx, settings),
    categories: (await listCategoryNames(ctx)).map(({ id, name }) => ({ id, name })),
  }
}

export const adminFeeds = resource()
  .openapi(
    route('GET /admin/feeds', {
      ...needs('settings'),
      summary: 'The product feeds: which are on, what they leave out, and their addresses',
      failures: staffFailures,
    }),
    async (c) => ok(c, await presentFeeds(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/settings/feeds', {
      ...needs('settings'),
      summary: 'Switches feeds on and off, and says what each shows',
      request: json(z.object({ settings: FeedsSettings, version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, settings } = c.req.valid('json')
      await saveFeedsSettings(ctx, settings, { version })
      return ok(c, await presentFeeds(ctx), 'Ürün akışları kaydedildi.')
    },
  )
  .openapi(
    route('GET /admin/feeds/{id}/report', {
      ...needs('settings'),
      summary: 'What the channel would refuse of its feed as it is now, and why',
      request: { params: Id },
      failures: staffFailures,
    }),
    async (c) => {
      const asked = c.req.valid('param').id
      const id = feedIds.find((id) => id === asked)
      if (!id) throw notFound('Böyle bir ürün akışı yok.')
      return ok(c, await reportFeed(c.get('ctx'), id))
    },
  )
