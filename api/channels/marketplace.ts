import { z } from '@hono/zod-openapi'
import { MarketSettings, PackageDecision } from '#shop/channels/market/contract.ts'
import { findMarketOverview } from '#shop/channels/market/overview.ts'
import { refuseShort, takeShort } from '#shop/channels/market/packages.ts'
import { saveMarketSettings } from '#shop/channels/market/settings.ts'
import type { Ctx } from '#shop/ctx.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireMarket } from '../wire/admin/channels.ts'

async function presentMarket(ctx: Ctx): Promise<{ marketplace: WireMarket | null }> {
  const found = await findMarketOverview(ctx)
  if (!found) return { marketplace: null }
  return {
    marketplace: {
      ...found,
      pushedAt: found.pushedAt?.toISOString() ?? null,
      readAt: found.readAt?.toISOString() ?? null,
      short: found.short.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() })),
    },
  }
}

export const adminMarketplace = resource()
  .openapi(
    route('GET /admin/marketplace', {
      ...needs('settings'),
      summary: 'How the talk with the marketplace goes, and what waits for a decision',
      failures: staffFailures,
    }),
    async (c) => ok(c, await presentMarket(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/settings/marketplace', {
      ...needs('settings'),
      summary: 'How much less stock the marketplace is told of',
      request: json(z.object({ settings: MarketSettings, version: versionNumber().optional() })),
      failures: { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { settings, version } = c.req.valid('json')
      await saveMarketSettings(ctx, settings, { version })
      return ok(c, await presentMarket(ctx), 'Pazaryeri ayarları kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/marketplace/packages/{id}/decision', {
      ...needs('orders'),
      summary:
        'A package whose piece was sold elsewhere: takes it after all, or tells the marketplace that it cannot be had',
      request: { params: Id, ...json(PackageDecision) },
      failures: { ...staffFailures, ...badInput, 409: 'Still not enough in stock, or the marketplace did not take it' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      if (c.req.valid('json').decision === 'take')
        return ok(c, { orderId: await takeShort(ctx, id) }, 'Sipariş alındı; siparişler arasında.')
      await refuseShort(ctx, id)
      return ok(c, { orderId: null }, 'Trendyol’a tedarik edilemediği bildirildi.')
    },
  )
