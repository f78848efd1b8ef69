import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting, findSettingVersion } from '../settings.ts'

/** Whether there are gift cards. */
export const GiftCardSettings = z.object({ on: z.boolean('Hediye kartlarının açık olup olmadığını belirtin') })
export type GiftCardSettings = z.infer<typeof GiftCardSettings>

export const giftCardsKey = 'gift-cards'

/** Off until the owner switches them on: then nobody reads a word of them, and nothing asks the database. */
export async function findGiftCardSettings(ctx: Ctx): Promise<GiftCardSettings> {
  return (await findSetting(ctx, giftCardsKey, GiftCardSettings)) ?? { on: false }
}

export async function presentGiftCards(ctx: Ctx): Promise<{ version: number; settings: GiftCardSettings }> {
  return { version: await findSettingVersion(ctx, giftCardsKey), settings: await findGiftCardSettings(ctx) }
}

export async function saveGiftCardSettings(
  ctx: Ctx,
  settings: GiftCardSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'giftCards', giftCardsKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findGiftCardSettings(ctx)) },
    after: { ...settings },
  }))
}
