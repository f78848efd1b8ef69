import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { toE164 } from '../../fields/phone.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting, findSettingVersion } from '../settings.ts'

/** The number of the shop's WhatsApp, E.164; blank: it has none, and no page names WhatsApp. */
export const WhatsappSettings = z.object({
  number: z
    .string('WhatsApp numarası metin olmalı')
    .trim()
    .max(30, 'Numara en çok 30 karakter olabilir')
    .transform((text, check) => {
      const number = text && toE164(text)
      if (number !== undefined) return number
      check.addIssue({ code: 'custom', message: 'Numarayı 0XXX XXX XX XX biçiminde yazın' })
      return z.NEVER
    })
    .default(''),
})
export type WhatsappSettings = z.infer<typeof WhatsappSettings>

export const whatsappKey = 'whatsapp'

export async function presentWhatsapp(ctx: Ctx): Promise<{ version: number; settings: WhatsappSettings }> {
  return {
    version: await findSettingVersion(ctx, whatsappKey),
    settings: (await findSetting(ctx, whatsappKey, WhatsappSettings)) ?? { number: '' },
  }
}

export async function saveWhatsapp(ctx: Ctx, settings: WhatsappSettings, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'whatsapp', whatsappKey, edited, async (ctx) => ({
    value: settings,
    before: { whatsapp: (await presentWhatsapp(ctx)).settings.number },
    after: { whatsapp: settings.number },
  }))
}
