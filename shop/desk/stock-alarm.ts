import { sql } from 'drizzle-orm'
import { StockSettings, usualKeepMinutes } from '../catalog/stock/contract.ts'
import { stockKey, usualLow } from '../catalog/stock/low.ts'
import type { Ctx } from '../ctx.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'

/**
 * Returns from how few pieces of a size on the owner is told, and for how many minutes one is kept for who waited for it, with the
 * version for the optimistic lock.
 */
export async function findStockSettings(ctx: Ctx): Promise<Required<StockSettings> & { version: number }> {
  const settings = await findSetting(ctx, stockKey, StockSettings)
  const { low = usualLow, keepMinutes = usualKeepMinutes } = settings ?? {}
  return { low, keepMinutes, version: await findSettingVersion(ctx, stockKey) }
}

export async function saveStockSettings(ctx: Ctx, settings: StockSettings, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'stock', stockKey, edited, async (ctx) => {
    const { low, keepMinutes } = await findStockSettings(ctx)
    await ctx.db.execute(sql`delete from stock_counts`)
    const value = { ...settings, keepMinutes: settings.keepMinutes ?? keepMinutes }
    const before = { lowStock: low, keepMinutes }
    return { value, before, after: { lowStock: value.low, keepMinutes: value.keepMinutes } }
  })
}
