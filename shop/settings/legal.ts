import { z } from 'zod'
import { refreshReferencePrices } from '../catalog/edits/lawful-price.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { etbisAddress, findWrongNumbers } from '../fields/legal-numbers.ts'
import { usualVatRate, type VatRate, vatRates } from '../fields/vat-rates.ts'
import { findPolicies, ShopPolicies } from './policies.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting, findSettingVersion } from './settings.ts'

/** The owner's legal settings: seller, carrier of returns, and the window of prices that a discount is compared with. */
export const LegalSettings = ShopPolicies.extend({
  kep: z.union([z.literal(''), z.email('Geçerli bir KEP adresi girin')], 'Geçerli bir KEP adresi girin'),
  mersis: z
    .string()
    .trim()
    .regex(/^(\d{4} ?\d{4} ?\d{4} ?\d{4})?$/, 'MERSİS numarası 16 rakamdır'),
  priceWindowDays: z
    .number('Gün sayısı geçersiz')
    .int('Gün sayısı tam sayı olmalı')
    .min(10, 'Yasal süre en az 10 gündür')
    .max(365, 'En çok 365 gün'),
  vatRate: z.literal(vatRates, 'KDV oranı 1, 10 ya da 20 olabilir').meta({ enum: [...vatRates] }),
}).partial()
export type LegalSettings = z.infer<typeof LegalSettings>

/** Days of the window by default; the law's minimum is ten, see docs/law.md. */
const usualPriceWindowDays = 30

/** Returns the saved legal settings, and which ones a live shop still lacks. */
export async function getLegalSettings(ctx: Ctx) {
  requireRight(ctx, 'settings')
  const own = (await findSetting(ctx, 'policies', LegalSettings)) ?? {}
  return {
    settings: { ...usualSettings(), ...own },
    inForce: await findPolicies(ctx),
    missing: await findBlankLegal(ctx),
    version: await findSettingVersion(ctx, 'policies'),
  }
}

/** Saves the given fields and leaves the rest; every public page shows them. INVALID for a number whose digits are wrong. */
export async function saveLegalSettings(ctx: Ctx, given: LegalSettings, edited: EditedVersion = {}): Promise<void> {
  const change = withEtbisPage(given)
  let window: number | undefined
  await inTransaction(ctx, async (ctx) => {
    await changeSection(ctx, 'legal', 'policies', edited, async (ctx) => {
      const own = (await findSetting(ctx, 'policies', LegalSettings)) ?? {}
      window = own.priceWindowDays
      requireRightNumbers(own, change)
      const before = { ...usualSettings(), ...own }
      return { value: { ...own, ...change }, before, after: { ...before, ...change } }
    })
    if (change.priceWindowDays !== undefined && change.priceWindowDays !== window) await refreshReferencePrices(ctx)
  })
}

function withEtbisPage(given: LegalSettings): LegalSettings {
  if (!given.etbis) return given
  const etbis = etbisAddress(given.etbis)
  if (etbis) return { ...given, etbis }
  throw invalid({ etbis: ['ETBİS kaydınızın bağlantısını yapıştırın: https://etbis.eticaret.gov.tr/sitedogrulama/…'] })
}

/** Checks the numbers that are new, together with those that they must agree with. */
function requireRightNumbers(own: LegalSettings, change: LegalSettings): void {
  const names = (['mersis', 'taxNumber', 'kep'] as const).filter((name) => change[name] && change[name] !== own[name])
  if (names.length === 0) return
  const wrong = findWrongNumbers({ ...own, ...change })
  const fields = Object.fromEntries(Object.entries(wrong).filter(([name]) => name in change))
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

const needed = [
  'merchantTitle',
  'address',
  'phone',
  'kep',
  'returnCarrier',
  'returnAddress',
] as const satisfies (keyof ShopPolicies)[]

/** Returns the legal facts that a live shop lacks; it does not start without them. */
export async function findBlankLegal(ctx: Ctx): Promise<(keyof ShopPolicies)[]> {
  // The demo's made-up facts do not count.
  return missingIn(await findPolicies({ ...ctx, config: { ...ctx.config, mode: 'live' } }))
}

/** Returns the legally required fields that are blank. A trader has a MERSİS number, a craftsman a tax number instead. */
function missingIn(policies: ShopPolicies): (keyof ShopPolicies)[] {
  const numbered = policies.mersis !== '' || policies.taxNumber !== ''
  return [...needed.filter((name) => policies[name] === ''), ...(numbered ? [] : (['mersis'] as const))]
}

/** The environment's name of a legal setting: merchantTitle is LEGAL_MERCHANT_TITLE. */
export function legalVariable(name: keyof ShopPolicies): string {
  return `LEGAL_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Returns the rate of value added tax of goods that have none of their own, in percent. */
export async function findVatRate(ctx: Ctx): Promise<VatRate> {
  return (await findSetting(ctx, 'policies', LegalSettings))?.vatRate ?? usualVatRate
}

function usualSettings() {
  return { ...blankFields(), priceWindowDays: usualPriceWindowDays, vatRate: usualVatRate as VatRate }
}

function blankFields(): ShopPolicies {
  return Object.fromEntries(Object.keys(ShopPolicies.shape).map((name) => [name, ''])) as ShopPolicies
}
