/**
 * The shop's own texts and the owner's replacements of them. A replacement is plain words (markup.ts) with names in braces for
 * the shop's facts (own-texts.ts); a text's version is the hash of what it then says.
 */

import { createHash } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { findPageSettings } from '../settings/guests/guest-checkout.ts'
import { findPolicies } from '../settings/policies.ts'
import { findEasyReturns } from '../settings/returns/easy-returns.ts'
import type { Section } from '../settings/sections.ts'
import { findPromises } from '../settings/terms.ts'
import { slugify } from '../turkish.ts'
import { aboutText } from './about-text.ts'
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
import { parcelText } from './parcel-text.ts'
import { privacyText } from './privacy-text.ts'
import { questionsText } from './questions-text.ts'
import { distanceSales, preInformation } from './sales-text.ts'
import type { ShopText, TextFacts, TextPart } from './text.ts'
import { workText } from './work-text.ts'

type Draft = Omit<ShopText, 'version'>

const drafts: Record<OwnTextId, (facts: TextFacts) => Draft> = {
  hakkimizda: aboutText,
  'teslimat-iade': deliveryText,
  'sik-sorulanlar': questionsText,
  'gizlilik-sozlesmesi': privacyText,
  'on-bilgilendirme': (facts) => ({ ...salesPage(facts), parts: preInformation(facts) }),
  'mesafeli-satis': (facts) => ({ ...salesPage(facts), parts: distanceSales(facts) }),
  'bizimle-calis': workText,
  'paket-fisi': parcelText,
}

/** The introduction of the page with both contracts. */
function salesPage({ shopName }: TextFacts) {
  return {
    title: 'Mesafeli Satış Sözleşmesi',
    description: `${shopName} ön bilgilendirme formu ve mesafeli satış sözleşmesi: taraflar, teslimat, cayma hakkı ve iade koşulları.`,
    lead: 'Sipariş vermeden önce okumanız için ön bilgilendirme formu ve sözleşme. Siparişinizin ürünleri, bedeli ve teslimat adresi, ödeme adımında bu metne eklenir.',
  }
}

/** Gets one text of the information page, filled with the shop's facts. */
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

/** Gets the two texts that a buyer accepts, each with the version that the order stores. */
export async function getContracts(ctx: Ctx) {
  const facts = await textFacts(ctx)
  const own = await findOwnTexts(ctx)
  const versioned = (id: OwnTextId) => {
    const { parts } = draftOf(id, facts, own[id])
    return { parts, version: versionOf(parts) }
  }
  return { preInformation: versioned('on-bilgilendirme'), distanceSales: versioned('mesafeli-satis') }
}

/** Gets the words that lie in each parcel. */
export async function getParcelText(ctx: Ctx): Promise<Pick<ShopText, 'lead' | 'parts'>> {
  const own = await findOwnTexts(ctx)
  return draftOf('paket-fisi', await textFacts(ctx), own['paket-fisi'])
}

/** Previews a text with the owner's draft, and its version. */
export async function previewText(ctx: Ctx, id: OwnTextId, own: OwnText): Promise<ShopText> {
  const draft = draftOf(id, await textFacts(ctx), own)
  return { ...draft, version: versionOf(draft.parts) }
}

/** Returns a text as it comes with the shop, with placeholders for its facts. */
export function usualText(
  ctx: Ctx,
  id: OwnTextId,
  on: Pick<TextFacts, 'guests' | 'reviews' | 'easyReturns' | 'keptCarts'>,
): OwnText {
  return editable(drafts[id](placeholderFacts({ ...servicesOf(ctx), ...on })))
}

/** The owner's text if there is one, else the shop's. */
function draftOf(id: OwnTextId, facts: TextFacts, own: OwnText | undefined): Draft {
  const draft = drafts[id](facts)
  if (!own) return draft
  const parts = partsOf(own.body, facts)
  return { ...draft, lead: fillText(own.lead, facts), parts: [...parts, ...contactMissing(id, parts, draft.parts)] }
}

/** The law requires the seller's name and contact on every shop (docs/law.md): the owner's own text does not replace them. */
function contactMissing(id: OwnTextId, own: TextPart[], usual: TextPart[]): TextPart[] {
  const isContact = ({ title }: TextPart) => slugify(title) === 'iletisim'
  return id === 'hakkimizda' && !own.some(isContact) ? usual.filter(isContact) : []
}

async function textFacts(ctx: Ctx): Promise<TextFacts> {
  const { brand, guests = false, keptCarts = false, reviews = false } = await findPageSettings(ctx)
  const { shopName, shopEmail, publicUrl } = brand
  const [policies, promises] = [await findPolicies(ctx), await findPromises(ctx)]
  const { enabled: easyReturns, contractCode: returnContract } = await findEasyReturns(ctx)
  const switches = { ...servicesOf(ctx), guests, keptCarts, reviews, easyReturns, returnContract }
  return { shopName, shopEmail, shopAddress: publicUrl, ...switches, policies, promises }
}

/** Firms that are handed something where the shop is set up with them. */
function servicesOf({ config }: Ctx) {
  return { forwarded: config.formMail !== undefined, texted: config.sms !== undefined }
}

function versionOf(parts: TextPart[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)
}
