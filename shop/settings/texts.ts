import { createHash } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { aboutText } from './about-text.ts'
import { findBrand } from './brand.ts'
import { deliveryText } from './delivery-text.ts'
import { findPolicies, type ShopPolicies } from './policies.ts'
import { privacyText } from './privacy-text.ts'
import type { Promises } from './promises.ts'
import { distanceSales, preInformation } from './sales-text.ts'
import type { Section } from './sections.ts'
import { findPromises } from './terms.ts'
import { workText } from './work-text.ts'

/** A part of a text; whoever shows it decides how it looks. */
export type Block =
  | { p: string }
  | { list: string[] }
  | { steps: string[] }
  | { facts: { label: string; value: string }[] }

/** `sub`: stands under the part before it. */
export type TextPart = { title: string; blocks: Block[]; sub?: boolean }

/** `version` names the exact words, so that it can be said later what somebody read. */
export type ShopText = { title: string; description: string; lead: string; parts: TextPart[]; version: string }

/** What the texts are filled with. */
export type TextFacts = {
  shopName: string
  shopEmail: string
  shopAddress: string
  /** Messages go through a form-to-mail service too. */
  forwarded: boolean
  policies: ShopPolicies
  promises: Promises
}

type Draft = Omit<ShopText, 'version'>

const drafts: Record<Section, (facts: TextFacts) => Draft> = {
  hakkimizda: aboutText,
  'teslimat-iade': deliveryText,
  'gizlilik-sozlesmesi': privacyText,
  'mesafeli-satis': (facts) => ({
    title: 'Mesafeli Satış Sözleşmesi',
    description: `${facts.shopName} ön bilgilendirme formu ve mesafeli satış sözleşmesi: taraflar, teslimat, cayma hakkı ve iade koşulları.`,
    lead: 'Sipariş vermeden önce okumanız için ön bilgilendirme formu ve sözleşme. Siparişinizin ürünleri, bedeli ve teslimat adresi, ödeme adımında bu metne eklenir.',
    parts: [...preInformation(facts), ...distanceSales(facts)],
  }),
  'bizimle-calis': workText,
}

/** One text of the information page, with the shop's own facts in it. */
export async function getText(ctx: Ctx, section: Section): Promise<ShopText> {
  const draft = drafts[section](await textFacts(ctx))
  return { ...draft, version: versionOf(draft.parts) }
}

/** The two texts that a buyer accepts, each with the version that the order keeps. */
export async function getContracts(ctx: Ctx) {
  const facts = await textFacts(ctx)
  const versioned = (parts: TextPart[]) => ({ parts, version: versionOf(parts) })
  return { preInformation: versioned(preInformation(facts)), distanceSales: versioned(distanceSales(facts)) }
}

async function textFacts(ctx: Ctx): Promise<TextFacts> {
  const { shopName, shopEmail, publicUrl } = await findBrand(ctx)
  const forwarded = ctx.config.formMail !== undefined
  const [policies, promises] = [await findPolicies(ctx), await findPromises(ctx)]
  return { shopName, shopEmail, shopAddress: publicUrl, forwarded, policies, promises }
}

function versionOf(parts: TextPart[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
