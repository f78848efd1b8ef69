import { inArray } from 'drizzle-orm'
import { products } from '../../catalog/schema.ts'
import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../../settings/settings.ts'
import { type FeedId, FeedsSettings, feedIds, feedNames } from './contract.ts'

const key = 'channels.feeds'

/** Off until they are switched on; the demo shows them. */
export async function findFeedsSettings(ctx: Ctx): Promise<FeedsSettings> {
  const own = await findSetting(ctx, key, FeedsSettings)
  if (own) return own
  const usual = { on: ctx.config.mode === 'demo', buffer: 0, withoutProducts: [], withoutCategories: [] }
  return FeedsSettings.parse(Object.fromEntries(feedIds.map((id) => [id, usual])))
}

export function findFeedsVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, key)
}

export async function saveFeedsSettings(ctx: Ctx, settings: FeedsSettings, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'feeds', key, edited, async (ctx) => ({
    value: settings,
    before: factsOf(await findFeedsSettings(ctx)),
    after: factsOf(settings),
  }))
}

/** Names of the products that are left out of some feed. */
export async function listLeftOut(ctx: Ctx, settings: FeedsSettings): Promise<{ id: string; name: string }[]> {
  const ids = [...new Set(feedIds.flatMap((id) => settings[id].withoutProducts))]
  const named = { id: products.id, name: products.name }
  return ctx.db.select(named).from(products).where(inArray(products.id, ids))
}

/** For the history, in words. */
function factsOf(settings: FeedsSettings) {
  const said = (id: FeedId) => {
    const { on, buffer, withoutProducts, withoutCategories } = settings[id]
    const left = `${withoutProducts.length} ürün ve ${withoutCategories.length} kategori dışarıda`
    return on ? `Açık; stok payı ${buffer}; ${left}` : 'Kapalı'
  }
  return Object.fromEntries(feedIds.map((id) => [feedNames[id], said(id)]))
}
