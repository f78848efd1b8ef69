import type { ShopPolicies } from '#shop/settings/policies.ts'
import type { Terms } from '#shop/settings/promises.ts'
import type { TextPart } from '#shop/settings/texts.ts'

export type Legal = {
  settings: ShopPolicies & { priceWindowDays: number }
  inForce: ShopPolicies
  missing: (keyof ShopPolicies)[]
  version: number
}

export type Installments = {
  counts: number[]
  feeBearer: 'shopper' | 'shop'
  minimumAmount: number
  version: number
}

export type EditedText = {
  id: string
  name: string
  /** The owner wrote her own words. */
  own: boolean
  lead: string
  body: string
  usual: { lead: string; body: string }
}

/** All settings as the admin API writes them. */
export type ShopSettings = {
  brand: {
    version: number
    settings: { shopName: string; shopEmail: string; instagramUrl: string; instagramShown: boolean; phone: string }
    defaults: { shopName: string; shopEmail: string; instagramUrl: string }
  }
  legal: Legal
  terms: { version: number; settings: Terms }
  texts: { version: number; items: EditedText[] }
  installments: Installments
  mail: {
    version: number
    settings: { senderName: string; senderEmail: string }
    defaults: { senderName: string; senderEmail: string }
  }
  environment: {
    mode: 'demo' | 'live'
    publicUrl: string
    database: 'postgresql' | 'embedded'
    paymentProvider: 'demo' | 'iyzico'
    paymentAddress: string | null
    paymentKeysSet: boolean
    threeDs: 'always' | 'never' | 'auto'
    holdMinutes: number
    smtpSet: boolean
    smtpHost: string | null
    formMailSet: boolean
    picturesInBucket: boolean
  }
}

export type TextPreview = { title: string; lead: string; parts: TextPart[]; version: string }

/** What a section's form gets: all settings, and where to put those that came back. */
export type SectionProps = {
  settings: ShopSettings
  onSaved: (settings: Partial<ShopSettings>) => void
  /** Fetches them anew, because somebody else has saved. */
  onReload: () => void
}
