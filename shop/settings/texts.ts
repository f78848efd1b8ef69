import { createHash } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { aboutText } from './about-text.ts'
import { findBrand } from './brand.ts'
import { deliveryText } from './delivery-text.ts'
import {
  editable,
  fillText,
  findOwnTexts,
  type OwnText,
  type OwnTextId,
  partsOf,
  placeholderFacts,
} from './own-texts.ts'
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

const drafts: Record<OwnTextId, (facts: TextFacts) => Draft> = {
  hakkimizda: aboutText,
  'teslimat-iade': deliveryText,
  'gizlilik-sozlesmesi': privacyText,
  'on-bilgilendirme': (facts) => ({ ...salesPage(facts), parts: preInformation(facts) }),
  'mesafeli-satis': (facts) => ({ ...salesPage(facts), parts: distanceSales(facts) }),
  'bizimle-calis': workText,
}

/** What the page of both contracts says above them. */
function salesPage({ shopName }: TextFacts) {
  return {
    title: 'Mesafeli Satış Sözleşmesi',
    description: `${shopName} ön bilgilendirme formu ve mesafeli satış sözleşmesi: taraflar, teslimat, cayma hakkı ve iade koşulları.`,
    lead: 'Sipariş vermeden önce okumanız için ön bilgilendirme formu ve sözleşme. Siparişinizin ürünleri, bedeli ve teslimat adresi, ödeme adımında bu metne eklenir.',
  }
}

/** One text of the information page, with the shop's own facts in it. */
export async function getText(ctx: Ctx, section: Section): Promise<ShopText> {
  const facts = await textFacts(ctx)
  const own = await findOwnTexts(ctx)
  const draft = draftOf(section, facts, own[section])
  const parts =
    section === 'mesafeli-satis'
      ? [...draftOf('on-bilgilendirme', facts, own['on-bilgilendirme']).parts, ...draft.parts]
      : draft.parts
  return { ...draft, parts, version: versionOf(parts) }
}

/** The two texts that a buyer accepts, each with the version that the order keeps. */
export async function getContracts(ctx: Ctx) {
  const facts = await textFacts(ctx)
  const own = await findOwnTexts(ctx)
  const versioned = (id: OwnTextId) => {
    const { parts } = draftOf(id, facts, own[id])
    return { parts, version: versionOf(parts) }
  }
  return { preInformation: versioned('on-bilgilendirme'), distanceSales: versioned('mesafeli-satis') }
}

/** What a text would say with these words, and which version it would be. */
export async function previewText(ctx: Ctx, id: OwnTextId, own: OwnText): Promise<ShopText> {
  const draft = draftOf(id, await textFacts(ctx), own)
  return { ...draft, version: versionOf(draft.parts) }
}

/** A text as it comes with the shop, with names in the place of its facts. */
export function usualText(ctx: Ctx, id: OwnTextId): OwnText {
  return editable(drafts[id](placeholderFacts(ctx.config.formMail !== undefined)))
}

/** The owner's words where she wrote her own. */
function draftOf(id: OwnTextId, facts: TextFacts, own: OwnText | undefined): Draft {
  const draft = drafts[id](facts)
  return own ? { ...draft, lead: fillText(own.lead, facts), parts: partsOf(own.body, facts) } : draft
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
