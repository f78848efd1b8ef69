import type { z } from 'zod'
import { type Ctx, requireAdmin } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { BrandSettings, brandKey, findBrand } from './brand.ts'
import { fromMarkup } from './markup.ts'
import { findOwnTexts, type OwnText, type OwnTextId, ownTexts, textsKey, unknownPlaceholders } from './own-texts.ts'
import { ShopPolicies } from './policies.ts'
import type { Terms } from './promises.ts'
import { changeSection, type Seen } from './section-change.ts'
import { SenderSettings, senderKey, usualSender } from './sender.ts'
import { findSetting, findSettingVersion, saveSetting } from './settings.ts'
import { findTerms, termsKey } from './terms.ts'
import { usualText } from './texts.ts'

/** Left out, the phone stays: it is one with that of the legal information. */
export const BrandChange = BrandSettings.extend({ phone: ShopPolicies.shape.phone.optional() })
export type BrandChange = z.infer<typeof BrandChange>

const Policies = ShopPolicies.partial()
const policiesKey = 'policies'

async function findOwnBrand(ctx: Ctx): Promise<BrandSettings & { phone: string }> {
  const own = await findSetting(ctx, brandKey, BrandSettings)
  const policies = await findSetting(ctx, policiesKey, Policies)
  return { ...(own ?? BrandSettings.parse({})), phone: policies?.phone ?? '' }
}

/** How the shop is called and reached. */
export async function saveBrand(ctx: Ctx, { phone: given, ...brand }: BrandChange, seen: Seen = {}): Promise<void> {
  await changeSection(ctx, 'brand', brandKey, seen, async (ctx) => {
    const before = await findOwnBrand(ctx)
    const phone = given ?? before.phone
    if (phone !== before.phone) {
      const policies = (await findSetting(ctx, policiesKey, Policies)) ?? {}
      await saveSetting(ctx, policiesKey, { ...policies, phone })
    }
    return { value: brand, before, after: { ...brand, phone } }
  })
}

export async function saveTerms(ctx: Ctx, terms: Terms, seen: Seen = {}): Promise<void> {
  await changeSection(ctx, 'terms', termsKey, seen, async (ctx) => ({
    value: terms,
    before: { ...(await findTerms(ctx)) },
    after: { ...terms },
  }))
}

export async function saveSender(ctx: Ctx, sender: SenderSettings, seen: Seen = {}): Promise<void> {
  await changeSection(ctx, 'mail', senderKey, seen, async (ctx) => ({
    value: sender,
    before: (await findSetting(ctx, senderKey, SenderSettings)) ?? SenderSettings.parse({}),
    after: sender,
  }))
}

/** Writes one text anew, or with null gives it back the words that come with the shop. */
export async function saveOwnText(ctx: Ctx, id: OwnTextId, text: OwnText | null, seen: Seen = {}): Promise<void> {
  if (text) checkOwnText(text)
  await changeSection(ctx, 'texts', textsKey, seen, async (ctx) => {
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

/** A text needs parts with titles, and may only name facts that the shop knows. */
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

/** What the owner saved and what stands where she saved nothing, with the versions for the lock. */
export async function getShopSettings(ctx: Ctx) {
  await requireAdmin(ctx)
  const own = await findOwnTexts(ctx)
  const { shopName, shopEmail, instagramUrl } = ctx.config
  const sender = await usualSender(ctx)
  return {
    brand: {
      version: await findSettingVersion(ctx, brandKey),
      settings: await findOwnBrand(ctx),
      defaults: { shopName, shopEmail, instagramUrl },
      inForce: await findBrand(ctx),
    },
    terms: { version: await findSettingVersion(ctx, termsKey), settings: await findTerms(ctx) },
    texts: {
      version: await findSettingVersion(ctx, textsKey),
      items: ownTexts.map(({ id, name }) => {
        const usual = usualText(ctx, id)
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

/** What only the environment settles; of secrets, whether they are set. */
function environmentOf({ config }: Ctx) {
  return {
    mode: config.mode,
    publicUrl: config.publicUrl,
    database: config.databaseUrl ? ('postgresql' as const) : ('embedded' as const),
    paymentProvider: config.paymentProvider,
    paymentAddress: config.iyzico?.baseUrl ?? null,
    paymentKeysSet: config.iyzico !== undefined,
    threeDs: config.threeDs,
    holdMinutes: config.holdMinutes,
    smtpSet: config.smtpUrl !== undefined,
    smtpHost: config.smtpUrl ? new URL(config.smtpUrl).host : null,
    formMailSet: config.formMail !== undefined,
    picturesInBucket: config.s3 !== undefined,
  }
}
