import { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { ruledText } from '../../../fields/contract.ts'
import { checkIban, plainIban } from '../../../fields/iban.ts'
import { lineRule } from '../../../fields/rules.ts'
import { changeSection, type EditedVersion } from '../../../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../../../settings/settings.ts'

const BankAccount = z.object({
  bank: ruledText(lineRule('Banka adı gerekli', 60), { minLength: 1, maxLength: 60 }, (text) => text.trim()),
  holder: ruledText(lineRule('Hesap sahibi gerekli', 120), { minLength: 1, maxLength: 120 }, (text) => text.trim()),
  iban: ruledText(checkIban, { minLength: 26, maxLength: 40 }, plainIban),
})
type BankAccount = z.infer<typeof BankAccount>

const wholeDays = (what: string, most: number) =>
  z
    .number(`${what} gerekli`)
    .int(`${what} tam gün olmalı`)
    .min(1, `${what} en az 1 gün olmalı`)
    .max(most, `${what} en çok ${most} gün olabilir`)

export const TransferSettings = z
  .object({
    on: z.boolean('Havalenin açık olup olmadığını belirtin'),
    accounts: z.array(BankAccount, 'Hesap gerekli').max(5, 'En çok 5 hesap yazılabilir'),
    /** An order that is not paid by then is cancelled. */
    deadlineDays: wholeDays('Süre', 14),
    /** After so many days who has not paid is reminded, once; 0: never. */
    remindAfterDays: z.number('Gün gerekli').int('Tam gün olmalı').min(0).max(13, 'En çok 13 gün olabilir'),
  })
  .superRefine(({ on, accounts }, check) => {
    if (!on || accounts.length > 0) return
    check.addIssue({ code: 'custom', message: 'Havaleyi açmak için en az bir hesap yazın', path: ['accounts'] })
  })
export type TransferSettings = z.infer<typeof TransferSettings>

/** As it is saved; what was saved before this rule goes on. */
export const TransferChange = TransferSettings.refine(
  ({ deadlineDays, remindAfterDays }) => remindAfterDays < deadlineDays,
  { error: 'Beklenen süreden kısa olmalı; hatırlatılmasın istiyorsanız 0 yazın', path: ['remindAfterDays'] },
)

export const transferKey = 'payments.transfer'

/** Published by banks as a sample: it belongs to nobody. */
export const demoAccount: BankAccount = {
  bank: 'Deneme Bankası',
  holder: 'Demo Mağaza (gerçek para göndermeyin)',
  iban: 'TR330006100519786457841326',
}

export async function findTransferSettings(ctx: Ctx): Promise<TransferSettings> {
  const own = await findSetting(ctx, transferKey, TransferSettings)
  if (own) return own
  const isDemo = ctx.config.mode === 'demo'
  return { on: isDemo, accounts: isDemo ? [demoAccount] : [], deadlineDays: 3, remindAfterDays: 1 }
}

export async function findTransferVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, transferKey)
}

export async function saveTransferSettings(
  ctx: Ctx,
  settings: TransferSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'transfer', transferKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findTransferSettings(ctx)) },
    after: { ...settings },
  }))
}
