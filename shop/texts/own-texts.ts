import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { ShopPolicies } from '../settings/policies.ts'
import { type Promises, promisesOf, usualTerms } from '../settings/promises.ts'
import { findSetting } from '../settings/settings.ts'
import { fromMarkup, toMarkup } from './markup.ts'
import type { Block, TextFacts, TextPart } from './text.ts'

/** The texts that the owner may replace. The page of the sales contract shows two of them; one is printed and lies in each parcel. */
export const ownTexts = [
  { id: 'hakkimizda', name: 'Hakkımızda' },
  { id: 'teslimat-iade', name: 'Teslimat ve İade' },
  { id: 'sik-sorulanlar', name: 'Sık Sorulan Sorular' },
  { id: 'gizlilik-sozlesmesi', name: 'Gizlilik Sözleşmesi' },
  { id: 'on-bilgilendirme', name: 'Ön Bilgilendirme Formu' },
  { id: 'mesafeli-satis', name: 'Mesafeli Satış Sözleşmesi' },
  { id: 'bizimle-calis', name: 'Bizimle Çalışın' },
  { id: 'paket-fisi', name: 'Paket fişi' },
] as const
export const ownTextIds = ownTexts.map(({ id }) => id)
export type OwnTextId = (typeof ownTexts)[number]['id']

export const OwnText = z.object({
  lead: z.string().trim().max(500, 'Giriş cümlesi en çok 500 karakter olabilir').default(''),
  body: z
    .string('Metin gerekli')
    .overwrite((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n]/gu, '')
        .trim(),
    )
    .max(40_000, 'Metin en çok 40.000 karakter olabilir'),
})
export type OwnText = z.infer<typeof OwnText>

const OwnTexts = z.partialRecord(z.enum(ownTextIds), OwnText)
export const textsKey = 'texts'

export async function findOwnTexts(ctx: Ctx) {
  return (await findSetting(ctx, textsKey, OwnTexts)) ?? {}
}

/** Placeholders for the shop's facts in an owner's text; the first of several names is the one to write. */
const placeholderOf = {
  shopName: 'mağaza adı',
  shopEmail: 'e-posta',
  shopAddress: 'site adresi',
  merchantTitle: 'unvan',
  mersis: 'MERSİS no',
  tradeRegistry: 'ticaret sicil no',
  chamber: 'meslek odası',
  taxOffice: 'vergi dairesi',
  taxNumber: 'vergi no',
  address: 'adres',
  phone: 'telefon',
  kep: 'KEP adresi',
  etbis: 'ETBİS kaydı',
  returnCarrier: 'iade kargosu',
  returnAddress: 'iade adresi',
  sentence: 'kısa söz',
  freeReturnDays: 'ücretsiz iade günü',
  exchangeDays: 'değişim günü',
  deliveryDays: 'teslimat günü',
  feeTold: 'kargo ücreti sözü',
  feeBearer: 'kargo ücreti kuralı',
  extension: 'uzatılan süre',
  dispatch: 'kargoya veriş kuralı',
  delivery: 'teslimat kuralı',
  withdrawal: 'cayma kuralı',
  returnCost: 'iade kargosu kuralı',
  exchange: 'değişim kuralı',
  madeToOrder: 'siparişe özel ürün kuralı',
  refund: 'geri ödeme kuralı',
} as const
type Known = keyof typeof placeholderOf

const placeholders: string[] = Object.values(placeholderOf)

const mark = (name: Known) => `{${placeholderOf[name]}}`

/** Facts whose values are their own placeholders, to make a text that is not filled in. */
export function placeholderFacts(
  switches: Pick<TextFacts, 'forwarded' | 'texted' | 'guests' | 'reviews' | 'easyReturns' | 'keptCarts'>,
): TextFacts {
  const policies = Object.keys(ShopPolicies.shape) as (keyof ShopPolicies)[]
  const usual = promisesOf(usualTerms)
  const rules = Object.keys(usual.rules) as (keyof Promises['rules'])[]
  return {
    shopName: mark('shopName'),
    shopEmail: mark('shopEmail'),
    shopAddress: mark('shopAddress'),
    ...switches,
    returnContract: '',
    policies: Object.fromEntries(policies.map((name) => [name, mark(name)])) as ShopPolicies,
    promises: {
      ...usual,
      sentence: mark('sentence'),
      freeReturnDays: mark('freeReturnDays'),
      exchangeDays: mark('exchangeDays'),
      deliveryDays: mark('deliveryDays'),
      feeTold: mark('feeTold'),
      feeBearer: mark('feeBearer'),
      extension: mark('extension'),
      rules: Object.fromEntries(rules.map((name) => [name, mark(name)])) as Promises['rules'],
    },
  }
}

function valuesOf({ shopName, shopEmail, shopAddress, policies, promises }: TextFacts): Map<string, string> {
  const { rules, ...words } = promises
  const known: Record<string, string> = { ...words, ...rules, ...policies, shopName, shopEmail, shopAddress }
  known.merchantTitle ||= shopName
  return new Map(Object.entries(placeholderOf).map(([name, shown]) => [shown, known[name] ?? '']))
}

/** Returns the names in braces that are no placeholders. */
export function unknownPlaceholders(text: string): string[] {
  const named = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim())
  return [...new Set(named.filter((name) => !placeholders.includes(name)))]
}

/** Fills an owner's text with the shop's facts; lines that a blank fact leaves empty are dropped. */
export function fillText(text: string, facts: TextFacts): string {
  const values = valuesOf(facts)
  return text
    .replace(/\{([^{}]*)\}/g, (all, name: string) => values.get(name.trim()) ?? all)
    .replace(/ {2,}/g, ' ')
    .replace(/^[ /]+|[ /]+$/g, '')
}

export function partsOf(body: string, facts: TextFacts): TextPart[] {
  const fill = (text: string) => fillText(text, facts)
  return fromMarkup(body).map((part) => ({
    ...part,
    title: fill(part.title),
    blocks: part.blocks.flatMap((block): Block[] => {
      if ('p' in block) return fill(block.p) ? [{ p: fill(block.p) }] : []
      if ('list' in block) return [{ list: block.list.map(fill).filter(Boolean) }]
      if ('steps' in block) return [{ ...block, steps: block.steps.map(fill).filter(Boolean) }]
      const facts = block.facts.map(({ label, value }) => ({ label: fill(label), value: fill(value) }))
      return [{ facts: facts.filter(({ value }) => value !== '') }]
    }),
  }))
}

/** Converts a text of the shop to the form in which the owner edits it. */
export function editable({ lead, parts }: { lead: string; parts: TextPart[] }): OwnText {
  return { lead, body: toMarkup(parts) }
}
