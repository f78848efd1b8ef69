import { recordChange } from '../audit/audit.ts'
import type { Facts } from '../audit/contract.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { settingVersions } from './schema.ts'
import { saveSetting } from './settings.ts'

/** The sections of the owner's settings, with their names in the audit. */
const settingsNames = {
  brand: 'Marka',
  landing: 'Vitrin',
  look: 'Logo ve renk',
  announcement: 'Duyuru şeridi',
  menu: 'Menü',
  links: 'Sosyal medya ve alt bilgi',
  cards: 'Ürün kartları',
  stock: 'Stok uyarısı',
  sizes: 'Beden tabloları',
  rhythm: 'Liste düzeni',
  legal: 'Yasal bilgiler',
  terms: 'Teslimat ve iade koşulları',
  delivery: 'Kargo ücreti',
  returns: 'Kolay iade',
  waiting: 'Sipariş akışı',
  texts: 'Metinler',
  installments: 'Taksit',
  transfer: 'Havale / EFT',
  door: 'Kapıda ödeme',
  changes: 'Sipariş değişiklikleri',
  guests: 'Üyeliksiz alışveriş',
  giftCards: 'Hediye kartları',
  whatsapp: 'WhatsApp',
  reviews: 'Yorumlar',
  mail: 'E-posta',
  secondStep: 'İki adımlı giriş',
  feeds: 'Kanallar',
  market: 'Pazaryeri',
} as const
type SettingsSection = keyof typeof settingsNames

/** The version that was edited. Without it the conflict check is skipped. */
export type EditedVersion = { version?: number | undefined }

/**
 * Saves a section in one transaction, with the conflict check, the audit entry and the announcement to all pages. `published` is kept
 * as a version to go back to.
 */
export async function changeSection<T extends Facts>(
  ctx: Ctx,
  section: SettingsSection,
  key: string,
  { version }: EditedVersion,
  change: (ctx: Ctx) => Promise<{ value: unknown; before: T; after: T; published?: unknown }>,
): Promise<void> {
  const actorId = requireRight(ctx, 'settings')
  await inTransaction(ctx, async (ctx) => {
    const { value, before, after, published } = await change(ctx)
    const saved = await saveSetting(ctx, key, value, version)
    if (published !== undefined) {
      const row = { key, version: saved, value: published, actorId: actorId ?? null, createdAt: ctx.clock() }
      await ctx.db.insert(settingVersions).values(row)
    }
    await recordChange(ctx, {
      action: 'settings.update',
      subject: { id: section, name: settingsNames[section] },
      before,
      after,
    })
    await announceCatalogChange(ctx, 'everything')
  })
}
