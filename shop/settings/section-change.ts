import { recordChange } from '../audit/audit.ts'
import type { Facts } from '../audit/contract.ts'
import { announceCatalogChange } from '../catalog/changes.ts'
import { type Ctx, inTransaction, requireAdmin } from '../ctx.ts'
import { saveSetting } from './settings.ts'

/** The sections of the owner's settings, as the history names them. */
const settingsNames = {
  brand: 'Marka',
  legal: 'Yasal bilgiler',
  terms: 'Teslimat ve iade koşulları',
  texts: 'Metinler',
  installments: 'Taksit',
  mail: 'E-posta',
} as const
type SettingsSection = keyof typeof settingsNames

/** The version that the editor saw; left out, nobody is asked whether somebody else saved since. */
export type Seen = { version?: number | undefined }

/** Saves a section in one transaction: its lock, its note in the history, and every page that shows it. */
export async function changeSection<T extends Facts>(
  ctx: Ctx,
  section: SettingsSection,
  key: string,
  { version }: Seen,
  change: (ctx: Ctx) => Promise<{ value: unknown; before: T; after: T }>,
): Promise<void> {
  await requireAdmin(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { value, before, after } = await change(ctx)
    await saveSetting(ctx, key, value, version)
    await recordChange(ctx, {
      action: 'settings.update',
      subject: { id: section, name: settingsNames[section] },
      before,
      after,
    })
    await announceCatalogChange(ctx, 'everything')
  })
}
