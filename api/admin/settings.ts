import { z } from '@hono/zod-openapi'
import { StaffSecondStep } from '#shop/accounts/second-step/contract.ts'
import { presentStaffSecondStep, saveStaffSecondStep } from '#shop/accounts/second-step/required.ts'
import { findTransferSettings, findTransferVersion } from '#shop/checkout/ways/transfer/settings.ts'
import type { Ctx } from '#shop/ctx.ts'
import { checkReadiness } from '#shop/desk/readiness.ts'
import {
  BrandChange,
  checkOwnText,
  getShopSettings,
  saveBrand,
  saveOwnText,
  saveSender,
  saveTerms,
} from '#shop/desk/shop-settings.ts'
import { findStockSettings } from '#shop/desk/stock-alarm.ts'
import { queueTestMail } from '#shop/desk/test-mail.ts'
import { versionNumber } from '#shop/fields/contract.ts'
import { toTl } from '#shop/money.ts'
import { findCardEntry, findInstallmentSettings, findInstallmentVersion } from '#shop/payments/installments.ts'
import { CardSettings, saveCardSettings } from '#shop/settings/card-settings.ts'
import { getFace } from '#shop/settings/face/all.ts'
import { GiftCardSettings, presentGiftCards, saveGiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import {
  findGuestCheckout,
  findGuestCheckoutVersion,
  GuestCheckout,
  saveGuestCheckout,
} from '#shop/settings/guests/guest-checkout.ts'
import { LandingSettings, saveLanding } from '#shop/settings/landing.ts'
import { getLegalSettings } from '#shop/settings/legal.ts'
import { presentReviews } from '#shop/settings/reviews/reviews.ts'
import { Rhythm, saveRhythm } from '#shop/settings/rhythm.ts'
import type { EditedVersion } from '#shop/settings/section-change.ts'
import { SenderSettings } from '#shop/settings/sender.ts'
import { TermsSettings } from '#shop/settings/terms.ts'
import { presentWhatsapp, saveWhatsapp, WhatsappSettings } from '#shop/settings/whatsapp/whatsapp.ts'
import { OwnText } from '#shop/texts/own-texts.ts'
import { previewText } from '#shop/texts/texts.ts'
import { type ApiContext, badInput, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { presentOrderDesk } from '../order-desk/changes.ts'
import { presentReturnSettings } from '../returns/settings.ts'
import { route } from '../route.ts'
import { TextId, type WireSettings } from '../wire/admin/settings.ts'
import { presentDelivery, presentWaiting } from './delivery.ts'
import { presentDoor } from './door.ts'

export const saving = { ...staffFailures, ...badInput, 409: 'Somebody else saved since (EDIT_CONFLICT)' }

/** The version that the editor saw; left out, nobody is asked whether somebody else saved since. */
export const Version = z.object({ version: versionNumber().optional() })

/** The body of a call that saves one group of settings. */
export function settingsBody<S extends z.ZodType>(settings: S) {
  return json(z.object({ settings, ...Version.shape }))
}

/** Saves what came as a `settingsBody`, and answers with every setting; `done`: the sentence to show. */
export async function saveSettings<S>(
  c: ApiContext,
  { settings, version }: { settings: S; version?: number | undefined },
  save: (ctx: Ctx, settings: S, edited: EditedVersion) => Promise<void>,
  done: string | ((settings: S) => string),
) {
  const ctx = c.get('ctx')
  await save(ctx, settings, { version })
  return ok(c, await allSettings(ctx), typeof done === 'string' ? done : done(settings))
}

export async function allSettings(ctx: Ctx): Promise<WireSettings> {
  const { minimumKurus, ...installments } = await findInstallmentSettings(ctx)
  return {
    ...(await getShopSettings(ctx)),
    ...(await getFace(ctx)),
    legal: await getLegalSettings(ctx),
    installments: {
      ...installments,
      cardEntry: await findCardEntry(ctx),
      minimumAmount: toTl(minimumKurus),
      version: await findInstallmentVersion(ctx),
    },
    transfer: { version: await findTransferVersion(ctx), settings: await findTransferSettings(ctx) },
    door: await presentDoor(ctx),
    delivery: await presentDelivery(ctx),
    stock: await findStockSettings(ctx),
    returns: await presentReturnSettings(ctx),
    orderChanges: await presentOrderDesk(ctx),
    guests: { version: await findGuestCheckoutVersion(ctx), settings: await findGuestCheckout(ctx) },
    giftCards: await presentGiftCards(ctx),
    reviews: await presentReviews(ctx),
    whatsapp: await presentWhatsapp(ctx),
    waiting: await presentWaiting(ctx),
    secondStep: await presentStaffSecondStep(ctx),
  }
}

export const adminSettings = resource()
  .openapi(
    route('GET /admin/settings', {
      ...needs('settings'),
      summary: 'Every setting of the shop, with what stands where nothing was saved',
      failures: staffFailures,
    }),
    async (c) => ok(c, await allSettings(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/settings/brand', {
      ...needs('settings'),
      summary: 'How the shop is called and reached',
      request: json(BrandChange.extend(Version.shape)),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...brand } = c.req.valid('json')
      await saveBrand(ctx, brand, { version })
      return ok(c, await allSettings(ctx), 'Marka bilgileri kaydedildi.')
    },
  )
  .openapi(
    route('PUT /admin/settings/landing', {
      ...needs('settings'),
      summary: 'The landing page: its words, its scenes, which parts it has and in which order',
      request: settingsBody(LandingSettings),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveLanding, 'Vitrin kaydedildi ve yayında.'),
  )
  .openapi(
    route('PUT /admin/settings/cards', {
      ...needs('settings'),
      summary: 'What the cards of products say: for how long one is new, and which number of pieces is few',
      request: settingsBody(CardSettings),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveCardSettings, 'Ürün kartları kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/settings/rhythm', {
      ...needs('settings'),
      summary: "What breaks the grid of each area's page: a product that stands large, and wide tiles",
      description:
        '`lead`: `none`, `first`, or the id of a product of the area; while that cannot be bought, the first one stands there. A tile comes after each `every` products, each tile once.',
      request: settingsBody(Rhythm),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveRhythm, 'Liste düzeni kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/settings/terms', {
      ...needs('settings'),
      summary: 'Dispatch, delivery, returns and exchanges, as every page and contract says them',
      request: settingsBody(TermsSettings),
      failures: saving,
    }),
    (c) => saveSettings(c, c.req.valid('json'), saveTerms, 'Koşullar kaydedildi.'),
  )
  .openapi(
    route('PUT /admin/settings/texts', {
      ...needs('settings'),
      summary: 'Writes one text anew; with null it says again what comes with the shop',
      request: json(z.object({ id: TextId, text: OwnText.nullable(), ...Version.shape })),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id, text, version } = c.req.valid('json')
      await saveOwnText(ctx, id, text, { version })
      const message = text ? 'Metin kaydedildi ve yayında.' : 'Varsayılan metne dönüldü.'
      return ok(c, await allSettings(ctx), message)
    },
  )
  .openapi(
    route('POST /admin/settings/texts/preview', {
      ...needs('settings'),
      summary: 'What a text would say; nothing is saved',
      request: json(z.object({ id: TextId, text: OwnText })),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id, text } = c.req.valid('json')
      checkOwnText(text)
      const { title, lead, parts, version } = await previewText(ctx, id, text)
      return ok(c, { title, lead, parts, version })
    },
  )
  .openapi(
    route('PUT /admin/settings/guests', {
      ...needs('settings'),
      summary: 'Whether shoppers may buy without an account',
      request: settingsBody(GuestCheckout),
      failures: saving,
    }),
    (c) =>
      saveSettings(c, c.req.valid('json'), saveGuestCheckout, (settings) =>
        settings.on ? 'Üyeliksiz alışveriş açıldı.' : 'Üyeliksiz alışveriş kapatıldı.',
      ),
  )
  .openapi(
    route('PUT /admin/settings/second-step', {
      ...needs('settings', 'confirmed'),
      summary: 'Whether staff must have two-step login; who demands it has it herself',
      request: settingsBody(StaffSecondStep),
      failures: { ...saving, 409: 'She has none herself, or somebody else saved since (EDIT_CONFLICT)' },
    }),
    (c) =>
      saveSettings(c, c.req.valid('json'), saveStaffSecondStep, (settings) =>
        settings.required ? 'İki adımlı giriş ekip için zorunlu kılındı.' : 'İki adımlı giriş artık zorunlu değil.',
      ),
  )
  .openapi(
    route('PUT /admin/settings/gift-cards', {
      ...needs('settings'),
      summary: 'Whether there are gift cards',
      request: settingsBody(GiftCardSettings),
      failures: saving,
    }),
    (c) =>
      saveSettings(c, c.req.valid('json'), saveGiftCardSettings, (settings) =>
        settings.on ? 'Hediye kartları açıldı.' : 'Hediye kartları kapatıldı.',
      ),
  )
  .openapi(
    route('PUT /admin/settings/whatsapp', {
      ...needs('settings'),
      summary: 'The number that shoppers write to on WhatsApp; blank: none is named',
      request: settingsBody(WhatsappSettings),
      failures: saving,
    }),
    (c) =>
      saveSettings(c, c.req.valid('json'), saveWhatsapp, (settings) =>
        settings.number ? 'WhatsApp numarası kaydedildi.' : 'WhatsApp kapatıldı.',
      ),
  )
  .openapi(
    route('PUT /admin/settings/mail', {
      ...needs('settings'),
      summary: 'Who mails come from',
      request: json(SenderSettings.extend(Version.shape)),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...sender } = c.req.valid('json')
      await saveSender(ctx, sender, { version })
      return ok(c, await allSettings(ctx), 'Gönderen kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/settings/mail/test', {
      ...needs('settings'),
      summary: 'Mails the admin who asks, to see whether mails arrive',
      failures: { ...staffFailures, 429: 'Too many tests' },
    }),
    async (c) => {
      const data = await queueTestMail(c.get('ctx'))
      return ok(c, data, `Deneme e-postası ${data.to} adresine gönderiliyor.`)
    },
  )
  .openapi(
    route('GET /admin/readiness', {
      ...needs('settings'),
      summary: 'What stands between this shop and its first real shopper',
      failures: staffFailures,
    }),
    async (c) => ok(c, await checkReadiness(c.get('ctx'))),
  )
