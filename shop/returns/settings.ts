import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { findPolicies } from '../settings/policies.ts'
import { EasyReturns, returnsKey } from '../settings/returns/easy-returns.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'
import type { ReturnKind } from './kinds.ts'

/** Returns that shoppers ask for by themselves. */
export const ReturnSettings = EasyReturns.extend({
  /** How she hands the parcel over, in the owner's words; blank: the usual ones. */
  howToSend: z.string('Açıklama geçersiz').trim().max(300, 'Açıklama en çok 300 karakter olabilir'),
  /** Whether she may also ask for another size, color or product in place of hers. */
  exchanges: z.boolean('Kolay değişimin açık olup olmadığını belirtin').default(false),
  /** For how many days the new piece is kept while the old one is not on its way. */
  reserveDays: z
    .number('Gün sayısı gerekli')
    .int('Gün sayısı tam sayı olmalı')
    .min(1, 'En az 1 gün')
    .max(60, 'En çok 60 gün')
    .default(10),
  /** When the new piece may be prepared: once the old one is here and accepted, or once she has handed it over. */
  exchangeSend: z.enum(['RECEIVED', 'ON_ITS_WAY'], 'Seçenek geçersiz').default('RECEIVED'),
})
export type ReturnSettings = z.infer<typeof ReturnSettings>

/** Off until the owner switches it on; a demo shows it. */
export async function findReturnSettings(ctx: Ctx): Promise<ReturnSettings> {
  const on = ctx.config.mode === 'demo'
  const usual = ReturnSettings.parse({ enabled: on, exchanges: on, contractCode: '', howToSend: '' })
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

type Sent = { kind: ReturnKind; costsHer: boolean }

/** As findWayBack has it; where the parcel of an exchange is at her own cost, the shop's number at the carrier is not hers to use. */
export function wayFor(way: WayBack, { kind, costsHer }: Sent): WayBack {
  const words = costsHer ? atHerCost : way.words
  return {
    ...way,
    ...(costsHer ? { contractCode: '' } : {}),
    words: kind === 'EXCHANGE' ? words.replace('iade kodunuz', 'değişim kodunuz') : words,
  }
}

const atHerCost =
  'Ürünleri etiketleriyle paketleyin, pakete iade kodunuzu yazın ve dilediğiniz kargoyla adresimize gönderin. Ücretsiz iade süresi dolduğu için kargo ücreti size aittir.'

function usualWords(carrier: string, contractCode: string): string {
  const where = carrier ? `${carrier} şubesine` : 'kargo şubesine'
  const say = contractCode ? `${contractCode} anlaşma kodunu ve iade kodunuzu` : 'iade kodunuzu'
  return `Ürünleri etiketleriyle paketleyin, paketi ${where} götürüp ${say} söyleyin. Kargo ücreti bize aittir.`
}
