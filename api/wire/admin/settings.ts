import { z } from '@hono/zod-openapi'
import { StaffSecondStep } from '#shop/accounts/second-step/contract.ts'
import { DoorSettings } from '#shop/checkout/ways/door/settings.ts'
import { TransferSettings } from '#shop/checkout/ways/transfer/settings.ts'
import { cityText, ruledText } from '#shop/fields/contract.ts'
import { vatRates } from '#shop/fields/vat-rates.ts'
import { fromTl } from '#shop/money.ts'
import { OrderDeskSettings } from '#shop/order-desk/contract.ts'
import { WaitingSettings } from '#shop/orders/waiting.ts'
import { InstallmentSettings } from '#shop/payments/installments.ts'
import { providerNames } from '#shop/payments/settings.ts'
import { ReturnSettings } from '#shop/returns/settings.ts'
import { BrandSettings } from '#shop/settings/brand.ts'
import { CardSettings } from '#shop/settings/card-settings.ts'
import { weightClassRule } from '#shop/settings/delivery-fee.ts'
import { Announcement } from '#shop/settings/face/announcement.ts'
import { Links } from '#shop/settings/face/links.ts'
import { Logo } from '#shop/settings/face/logo.ts'
import { Look } from '#shop/settings/face/look.ts'
import { Menu } from '#shop/settings/face/menu.ts'
import { SizeCharts } from '#shop/settings/face/size-charts.ts'
import { GiftCardSettings } from '#shop/settings/gift-cards/gift-cards.ts'
import { GuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { LandingSettings } from '#shop/settings/landing.ts'
import { ShopPolicies } from '#shop/settings/policies.ts'
import { ReviewSettings } from '#shop/settings/reviews/reviews.ts'
import { Rhythm } from '#shop/settings/rhythm.ts'
import { TermsSettings } from '#shop/settings/terms.ts'
import { ownTextIds } from '#shop/texts/own-texts.ts'
import { fold } from '#shop/turkish.ts'
import { success } from '../envelope.ts'
import { TextPart } from '../texts.ts'
import { WireStockSettings } from './stock.ts'

export const TextId = z.enum(ownTextIds, 'Böyle bir metin yok')

export type WireLegal = z.infer<typeof WireLegal>
const WireLegal = z
  .object({
    /** The saved values, blank where nothing was saved. */
    settings: ShopPolicies.extend({
      priceWindowDays: z.number().int(),
      vatRate: z.literal(vatRates).meta({ enum: [...vatRates] }),
    }),
    /** With what the environment and, in a demo, the demo adds. */
    inForce: ShopPolicies,
    /** Without these a live shop does not start. */
    missing: z.array(ShopPolicies.keyof()),
    version: z.number().int(),
  })
  .openapi('LegalSettings')

const amount = z
  .number('Tutar geçersiz')
  .min(0, 'Tutar geçersiz')
  .max(1_000_000, 'Tutar geçersiz')
  .refine((amount) => fromTl(amount) !== undefined, 'Tutar geçersiz')

/** As the owner sends them. */
export const InstallmentChange = InstallmentSettings.omit({ minimumKurus: true }).extend({
  minimumAmount: amount.default(0).openapi({ description: 'TL; below this there is only a single payment' }),
})

export type WireInstallments = z.infer<typeof WireInstallments>
const WireInstallments = InstallmentChange.extend({ version: z.number().int() }).openapi('InstallmentSettings')

/** As the owner sends them. */
export const DoorChange = DoorSettings.omit({ feeKurus: true, smallestKurus: true, largestKurus: true })
  .extend({
    fee: amount.openapi({ description: 'TL' }),
    smallest: amount.openapi({ description: 'TL, of the goods with their delivery' }),
    largest: amount.openapi({ description: 'TL; 0: any' }),
  })
  .refine(({ cash, card }) => cash || card, { error: 'Nakit ya da kart: en az birini seçin', path: ['cash'] })
  .refine(({ smallest, largest }) => largest === 0 || largest >= smallest, {
    error: 'En yüksek tutar, en düşük tutardan az olamaz',
    path: ['largest'],
  })

export type WireDoor = z.infer<typeof WireDoor>
const WireDoor = DoorChange.safeExtend({ version: z.number().int() }).openapi('DoorSettings')

export type WireReturnSettings = z.infer<typeof WireReturnSettings>
const WireReturnSettings = z.object({ version: z.number().int(), settings: ReturnSettings })

const deliveryAmount = (most: number, words: string) =>
  z
    .number('Tutar geçersiz')
    .min(0, 'Tutar eksi olamaz')
    .max(most, words)
    .refine((amount) => fromTl(amount) !== undefined, 'Tutar en çok iki ondalık basamak olabilir')
const deliveryFee = deliveryAmount(10_000, 'Kargo ücreti en çok 10.000 TL olabilir')

const WeightClass = z.object({
  name: ruledText(weightClassRule, { minLength: 1, maxLength: 30 }),
  extra: deliveryFee
    .min(0.01, 'Ek ücret sıfırdan büyük olmalı')
    .openapi({ description: 'TL; of the classes in an order the highest is added, once' }),
})

/** As the owner sends them, in TL. */
export const DeliveryChange = z.object({
  fee: deliveryFee.openapi({ description: '0: delivery is free' }),
  freeFrom: deliveryAmount(1_000_000, 'Tutar en çok 1.000.000 TL olabilir').openapi({
    description: 'From goods of this price on it is free; 0: never',
  }),
  provinces: z
    .array(z.object({ city: cityText, fee: deliveryFee }), 'İller geçersiz')
    .max(81, 'En çok 81 il yazılabilir')
    .refine((list) => new Set(list.map(({ city }) => city)).size === list.length, 'Bir il iki kez yazılmış'),
  classes: z
    .array(
      WeightClass.extend({
        was: z
          .string()
          .max(30)
          .optional()
          .openapi({ description: 'The name that it had: its products keep the class' }),
      }),
      'Sınıflar geçersiz',
    )
    .max(5, 'En çok 5 kargo sınıfı yazılabilir')
    .refine((list) => new Set(list.map(({ name }) => fold(name))).size === list.length, 'Bir sınıf iki kez yazılmış')
    .optional()
    .openapi({ description: 'Classes of weight that a product may be of; left out they stay' }),
})

export type WireDelivery = z.infer<typeof WireDelivery>
const WireDelivery = DeliveryChange.extend({ classes: z.array(WeightClass), version: z.number().int() }).openapi(
  'DeliverySettings',
)

export type WireOrderDesk = z.infer<typeof WireOrderDesk>
const WireOrderDesk = z.object({ version: z.number().int(), settings: OrderDeskSettings }).openapi('OrderDeskSettings')

export type WireWaiting = z.infer<typeof WireWaiting>
const WireWaiting = WaitingSettings.extend({ version: z.number().int() }).openapi('WaitingSettings')

export type WireText = z.infer<typeof WireText>
const WireText = z.object({
  id: TextId,
  name: z.string(),
  own: z.boolean().openapi({ description: 'The owner wrote her own words' }),
  lead: z.string(),
  body: z.string(),
  usual: z.object({ lead: z.string(), body: z.string() }),
})

const WireEnvironment = z
  .object({
    mode: z.enum(['demo', 'live']),
    publicUrl: z.string(),
    database: z.enum(['postgresql', 'embedded']),
    paymentProvider: z.enum(providerNames),
    paymentAddress: z.string().nullable(),
    paymentKeys: z.object({ label: z.string(), set: z.boolean() }).nullable(),
    threeDs: z.enum(['always', 'never', 'auto']),
    holdMinutes: z.number().int(),
    ownPageOnly: z.boolean().openapi({ description: 'The provider takes cards on its own page alone' }),
    smtpSet: z.boolean(),
    smtpHost: z.string().nullable(),
    formMailSet: z.boolean(),
    picturesInBucket: z.boolean(),
    fixed: z
      .object({ payment: z.boolean(), mail: z.boolean() })
      .openapi({ description: 'Which of what the panel saves the environment settles' }),
  })
  .openapi({ description: 'What only the environment settles; of secrets, whether they are set' })

export type WireSettings = z.infer<typeof WireSettings>
const WireSettings = z
  .object({
    brand: z.object({
      version: z.number().int(),
      settings: BrandSettings.extend({ phone: z.string() }),
      defaults: z.object({ shopName: z.string(), shopEmail: z.string(), instagramUrl: z.string() }),
      inForce: z.object({
        shopName: z.string(),
        shopEmail: z.string(),
        instagramUrl: z.string(),
        publicUrl: z.string(),
      }),
    }),
    legal: WireLegal,
    landing: z.object({ version: z.number().int(), settings: LandingSettings }),
    sizes: z.object({ version: z.number().int(), settings: SizeCharts }),
    look: z.object({ version: z.number().int(), settings: Look }),
    announcement: z.object({ version: z.number().int(), settings: Announcement }),
    menu: z.object({ version: z.number().int(), settings: Menu }),
    links: z.object({ version: z.number().int(), settings: Links }),
    cards: z.object({ version: z.number().int(), settings: CardSettings }),
    stock: WireStockSettings,
    rhythm: z.object({ version: z.number().int(), settings: Rhythm }),
    terms: z.object({ version: z.number().int(), settings: TermsSettings }),
    texts: z.object({ version: z.number().int(), items: z.array(WireText) }),
    installments: WireInstallments,
    transfer: z.object({ version: z.number().int(), settings: TransferSettings }),
    door: WireDoor,
    returns: WireReturnSettings,
    delivery: WireDelivery,
    orderChanges: WireOrderDesk,
    guests: z.object({ version: z.number().int(), settings: GuestCheckout }),
    secondStep: z.object({
      version: z.number().int(),
      settings: StaffSecondStep,
      own: z.boolean().openapi({ description: 'Whoever asks has two-step login herself' }),
    }),
    giftCards: z.object({ version: z.number().int(), settings: GiftCardSettings }),
    reviews: z.object({ version: z.number().int(), settings: ReviewSettings }),
    whatsapp: z.object({ version: z.number().int(), settings: z.object({ number: z.string() }) }),
    waiting: WireWaiting,
    mail: z.object({
      version: z.number().int(),
      settings: z.object({ senderName: z.string(), senderEmail: z.string() }),
      defaults: z.object({ senderName: z.string(), senderEmail: z.string() }),
    }),
    environment: WireEnvironment,
  })
  .openapi('ShopSettings')

export type WireTextPreview = z.infer<typeof WireTextPreview>
const WireTextPreview = z.object({
  title: z.string(),
  lead: z.string(),
  parts: z.array(TextPart),
  version: z.string(),
})

const WireReadiness = z
  .object({
    ready: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        state: z.enum(['done', 'todo', 'advice']),
        text: z.string(),
        link: z.string().optional(),
      }),
    ),
  })
  .openapi('Readiness')

const WireDraft = z
  .object({
    token: z.string().openapi({ description: 'Goes into the address of any page: `/?taslak={token}`' }),
    expiresAt: z.iso.datetime(),
  })
  .openapi('SettingsDraft')

export type WireVersion = z.infer<typeof WireVersion>
const WireVersion = z
  .object({
    version: z.number().int().openapi({ description: '0: as the shop came' }),
    publishedAt: z.iso.datetime().nullable(),
    by: z.string().nullable(),
    current: z.boolean(),
  })
  .openapi('SettingsVersion')

export const settingsAnswers = {
  'GET /admin/settings': success(WireSettings),
  'PUT /admin/settings/brand': success(WireSettings),
  'PUT /admin/settings/landing': success(WireSettings),
  'POST /admin/logos': success(Logo),
  'POST /admin/settings/drafts': success(WireDraft),
  'GET /admin/settings/versions/{part}': success(z.array(WireVersion)),
  'POST /admin/settings/versions/{part}/{version}/restore': success(WireSettings),
  'PUT /admin/settings/size-charts': success(WireSettings),
  'PUT /admin/settings/look': success(WireSettings),
  'PUT /admin/settings/announcement': success(WireSettings),
  'PUT /admin/settings/menu': success(WireSettings),
  'PUT /admin/settings/links': success(WireSettings),
  'PUT /admin/settings/cards': success(WireSettings),
  'PUT /admin/settings/rhythm': success(WireSettings),
  'PUT /admin/settings/terms': success(WireSettings),
  'PUT /admin/settings/texts': success(WireSettings),
  'POST /admin/settings/texts/preview': success(WireTextPreview),
  'PUT /admin/settings/mail': success(WireSettings),
  'POST /admin/settings/mail/test': success(z.object({ mailId: z.uuid(), to: z.string() })),
  'GET /admin/settings/legal': success(WireLegal),
  'PUT /admin/settings/legal': success(WireLegal),
  'GET /admin/settings/installments': success(WireInstallments),
  'PUT /admin/settings/installments': success(WireInstallments),
  'PUT /admin/settings/transfer': success(WireSettings),
  'GET /admin/settings/door': success(WireDoor),
  'PUT /admin/settings/door': success(WireDoor),
  'PUT /admin/settings/returns': success(WireReturnSettings),
  'GET /admin/weight-classes': success(z.array(WeightClass)),
  'PUT /admin/settings/delivery': success(WireDelivery),
  'PUT /admin/settings/order-changes': success(WireOrderDesk),
  'PUT /admin/settings/gift-cards': success(WireSettings),
  'PUT /admin/settings/reviews': success(WireSettings),
  'PUT /admin/settings/whatsapp': success(WireSettings),
  'PUT /admin/settings/guests': success(WireSettings),
  'PUT /admin/settings/second-step': success(WireSettings),
  'PUT /admin/settings/waiting': success(WireWaiting),
  'GET /admin/readiness': success(WireReadiness),
}
