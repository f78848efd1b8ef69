import type { z } from 'zod'
import { type Ctx, requireRight } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { providerSettings } from '../payments/settings.ts'
import { BrandSettings, brandKey, findBrand } from '../settings/brand.ts'
import { cardsKey, findCardSettings } from '../settings/card-settings.ts'
import { keepsCarts } from '../settings/carts/kept-carts.ts'
import { findGuestCheckout } from '../settings/guests/guest-checkout.ts'
import { findLanding, landingKey } from '../settings/landing.ts'
import { ShopPolicies } from '../settings/policies.ts'
import type { Terms } from '../settings/promises.ts'
import { findEasyReturns } from '../settings/returns/easy-returns.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import { findRhythm, rhythmKey } from '../settings/rhythm.ts'
import { findSceneIds } from '../settings/scenes.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { SenderSettings, senderKey, usualSender } from '../settings/sender.ts'
import { fixedAmong } from '../settings/server/saved.ts'
import { findSetting, findSettingVersion, saveSetting } from '../settings/settings.ts'
import { findTerms, termsKey } from '../settings/terms.ts'
import { fromMarkup } from '../texts/markup.ts'
import {
  findOwnTexts,
  type OwnText,
  type OwnTextId,
  ownTexts,
  textsKey,
  unknownPlaceholders,
} from '../texts/own-texts.ts'
import { usualText } from '../texts/texts.ts'

/** A phone left out stays unchanged: it is the same as the legal information's. */
export const BrandChange = BrandSettings.extend({ phone: ShopPolicies.shape.phone.optional() })
export type BrandChange = z.infer<typeof BrandChange>

const Policies = ShopPolicies.partial()
const policiesKey = 'policies'

async function findOwnBrand(ctx: Ctx): Promise<BrandSettings & { phone: string }> {
  const own = await findSetting(ctx, brandKey, BrandSettings)
  const policies = await findSetting(ctx, policiesKey, Policies)
  return { ...(own ?? BrandSettings.parse({})), phone: policies?.phone ?? '' }
}

/** Saves the shop's name and contact data. */
export async function saveBrand(
  ctx: Ctx,
  { phone: given, ...brand }: BrandChange,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'brand', brandKey, edited, async (ctx) => {
    const before = await findOwnBrand(ctx)
    const phone = given ?? before.phone
    if (phone !== before.phone) {
      const policies = (await findSetting(ctx, policiesKey, Policies)) ?? {}
      await saveSetting(ctx, policiesKey, { ...policies, phone })
    }
    return { value: brand, before, after: { ...brand, phone } }
  })
}

export async function saveTerms(ctx: Ctx, terms: Terms, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'terms', termsKey, edited, async (ctx) => ({
    value: terms,
    before: { ...(await findTerms(ctx)) },
    after: { ...terms },
  }))
}

export async function saveSender(ctx: Ctx, sender: SenderSettings, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'mail', senderKey, edited, async (ctx) => ({
    value: sender,
    before: (await findSetting(ctx, senderKey, SenderSettings)) ?? SenderSettings.parse({}),
    after: sender,
  }))
}

/** Replaces one text, or with null restores the text that comes with the shop. */
export async function saveOwnText(
  ctx: Ctx,
  id: OwnTextId,
  text: OwnText | null,
  edited: EditedVersion = {},
): Promise<void> {
  if (text) checkOwnText(text)
  await changeSection(ctx, 'texts', textsKey, edited, async (ctx) => {
    const { [id]: before, ...others } = await findOwnTexts(ctx)
    const name = ownTexts.find((own) => own.id === id)?.name ?? id
    const said = (own: OwnText | null | undefined) => (own ? [own.lead, own.body].filter(Boolean).join('\n\n') : null)
    return {
      value: text ? { ...others, [id]: text } : others,
      before: { [name]: said(before) },
      after: { [name]: said(text) },
    }
  })
}

/** Refuses a text without titles for its parts, or with unknown names of facts. */
export function checkOwnText(text: OwnText): void {
  const unknown = unknownPlaceholders(`${text.lead}\n${text.body}`)
  if (unknown.length > 0) {
    throw invalid({ body: [`Bu alanlar tanınmıyor: ${unknown.map((name) => `{${name}}`).join(', ')}`] })
  }
  const parts = fromMarkup(text.body)
  if (parts.length === 0) throw invalid({ body: ['Metin boş olamaz; varsayılan metne dönebilirsiniz'] })
  if (parts.some(({ title }) => title === '')) throw invalid({ body: ['Metin “# Başlık” ile başlamalı'] })
  const titles = parts.map(({ title }) => title)
  const twice = titles.find((title, index) => titles.indexOf(title) !== index)
  if (twice) throw invalid({ body: [`“${twice}” başlığı iki kez kullanılmış`] })
}

/** Returns the saved settings, the defaults of the others, and the versions for the optimistic lock. */
export async function getShopSettings(ctx: Ctx) {
  requireRight(ctx, 'settings')
  const own = await findOwnTexts(ctx)
  const { shopName, shopEmail, instagramUrl } = ctx.config
  const sender = await usualSender(ctx)
  const { on: guests } = await findGuestCheckout(ctx)
  const { enabled: easyReturns } = await findEasyReturns(ctx)
  const keptCarts = await keepsCarts(ctx)
  const { on: reviews } = await findReviewSettings(ctx)
  return {
    brand: {
      version: await findSettingVersion(ctx, brandKey),
      settings: await findOwnBrand(ctx),
      defaults: { shopName, shopEmail, instagramUrl },
      inForce: await inForce(ctx),
    },
    landing: {
      version: await findSettingVersion(ctx, landingKey),
      settings: { ...(await findLanding(ctx)), scenes: await findSceneIds(ctx) },
    },
    cards: { version: await findSettingVersion(ctx, cardsKey), settings: await findCardSettings(ctx) },
    rhythm: { version: await findSettingVersion(ctx, rhythmKey), settings: await findRhythm(ctx) },
    terms: { version: await findSettingVersion(ctx, termsKey), settings: await findTerms(ctx) },
    texts: {
      version: await findSettingVersion(ctx, textsKey),
      items: ownTexts.map(({ id, name }) => {
        const usual = usualText(ctx, id, { guests, reviews, easyReturns, keptCarts })
        return { id, name, own: own[id] !== undefined, ...(own[id] ?? usual), usual }
      }),
    },
    mail: {
      version: await findSettingVersion(ctx, senderKey),
      settings: (await findSetting(ctx, senderKey, SenderSettings)) ?? SenderSettings.parse({}),
      defaults: { senderName: sender.name, senderEmail: sender.address },
    },
    environment: environmentOf(ctx),
  }
}

async function inForce(ctx: Ctx) {
  const { shopName, shopEmail, instagramUrl, publicUrl } = await findBrand(ctx)
  return { shopName, shopEmail, instagramUrl, publicUrl }
}

/** The settings that only the environment can change; of secrets, only whether they are set. */
function environmentOf(ctx: Ctx) {
  const { config, payments } = ctx
  const provider = providerSettings[config.paymentProvider].shown(config)
  return {
    mode: config.mode,
    publicUrl: config.publicUrl,
    database: config.databaseUrl ? ('postgresql' as const) : ('embedded' as const),
    paymentProvider: config.paymentProvider,
    paymentAddress: provider.address,
    paymentKeys: provider.keys,
    threeDs: config.threeDs,
    holdMinutes: config.holdMinutes,
    ownPageOnly: payments.ownPageOnly ?? false,
    smtpSet: config.smtpUrl !== undefined,
    smtpHost: config.smtpUrl ? new URL(config.smtpUrl).host : null,
    formMailSet: config.formMail !== undefined,
    picturesInBucket: config.s3 !== undefined,
    fixed: {
      payment: fixedAmong(ctx, ['PAYMENT_PROVIDER']).length > 0,
      mail: fixedAmong(ctx, ['SMTP_URL']).length > 0,
    },
  }
}
