import type { Ctx } from '../ctx.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'
import { OrderDeskSettings } from './contract.ts'

const key = 'orders.changes'

const usual: OrderDeskSettings = { ownSwap: true, ownAddress: true, linkHours: 48 }

export async function findOrderDeskSettings(ctx: Ctx): Promise<OrderDeskSettings> {
  return (await findSetting(ctx, key, OrderDeskSettings)) ?? usual
}

/** Counts the changes, for the optimistic lock. */
export async function findOrderDeskVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, key)
}

export async function saveOrderDeskSettings(
  ctx: Ctx,
  settings: OrderDeskSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'changes', key, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findOrderDeskSettings(ctx)) },
    after: { ...settings },
  }))
}
