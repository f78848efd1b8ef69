import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../../settings/settings.ts'
import { MarketSettings } from './contract.ts'

const key = 'channels.market'

export async function findMarketSettings(ctx: Ctx): Promise<MarketSettings> {
  return (await findSetting(ctx, key, MarketSettings)) ?? { buffer: 0, brand: null, desi: 1 }
}

export function findMarketVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, key)
}

export async function saveMarketSettings(
  ctx: Ctx,
  settings: MarketSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'market', key, edited, async (ctx) => ({
    value: settings,
    before: factsOf(await findMarketSettings(ctx)),
    after: factsOf(settings),
  }))
}

function factsOf({ buffer, brand, desi }: MarketSettings) {
  return { stockBuffer: buffer, marketBrand: brand?.name ?? null, desi }
}
