import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { findPolicies } from '../settings/policies.ts'
import { EasyReturns, returnsKey } from '../settings/returns/easy-returns.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'

/** Returns that shoppers ask for by themselves. */
export const ReturnSettings = EasyReturns.extend({
  /** How she hands the parcel over, in the owner's words; blank: the usual ones. */
  howToSend: z.string('Açıklama geçersiz').trim().max(300, 'Açıklama en çok 300 karakter olabilir'),
})
export type ReturnSettings = z.infer<typeof ReturnSettings>

/** Off until the owner switches it on; a demo shows it. */
export async function findReturnSettings(ctx: Ctx): Promise<ReturnSettings> {
  const usual = { enabled: ctx.config.mode === 'demo', contractCode: '', howToSend: '' }
  return (await findSetting(ctx, returnsKey, ReturnSettings)) ?? usual
}

/** Counts the changes, for the optimistic lock. */
export async function findReturnSettingsVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, returnsKey)
}

export async function saveReturnSettings(
  ctx: Ctx,
  settings: ReturnSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'returns', returnsKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findReturnSettings(ctx)) },
    after: { ...settings },
  }))
}

/** How a parcel comes back: by which carrier, under which number, where to. */
export type WayBack = { carrier: string; contractCode: string; address: string; words: string }

export async function findWayBack(ctx: Ctx): Promise<WayBack> {
  const { contractCode, howToSend } = await findReturnSettings(ctx)
  const { returnCarrier: carrier, returnAddress: address } = await findPolicies(ctx)
  return { carrier, contractCode, address, words: howToSend || usualWords(carrier, contractCode) }
}

function usualWords(carrier: string, contractCode: string): string {
  const where = carrier ? `${carrier} şubesine` : 'kargo şubesine'
  const say = contractCode ? `${contractCode} anlaşma kodunu ve iade kodunuzu` : 'iade kodunuzu'
  return `Ürünleri etiketleriyle paketleyin, paketi ${where} götürüp ${say} söyleyin. Kargo ücreti bize aittir.`
}
