import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { BrandSettings, brandKey, brandOf } from '../brand.ts'
import { CampaignSwitches, campaignsKey } from '../campaigns/switches.ts'
import { NewsSwitches, newsKey } from '../carts/kept-carts.ts'
import { lookKey } from '../face/look.ts'
import { faceOf, faceShapes } from '../face/page-face.ts'
import { GiftCardSettings, giftCardsKey } from '../gift-cards/gift-cards.ts'
import { ReviewSettings, reviewsKey, reviewsOf } from '../reviews/reviews.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting, findSettings, findSettingVersion } from '../settings.ts'
import { WhatsappSettings, whatsappKey } from '../whatsapp/whatsapp.ts'

/** Whether shoppers may buy without an account. */
export const GuestCheckout = z.object({ on: z.boolean('Üyeliksiz alışverişin açık olup olmadığını belirtin') })
export type GuestCheckout = z.infer<typeof GuestCheckout>

const guestsKey = 'guests'

/** Off until the owner switches it on, in a demo too: docs/payments.md says why. */
export async function findGuestCheckout(ctx: Ctx): Promise<GuestCheckout> {
  return (await findSetting(ctx, guestsKey, GuestCheckout)) ?? { on: false }
}

/** The settings that every page needs, in one query. */
export async function findPageSettings(ctx: Ctx) {
  const shapes = {
    ...{ [brandKey]: BrandSettings, [guestsKey]: GuestCheckout },
    ...{ [campaignsKey]: CampaignSwitches, [giftCardsKey]: GiftCardSettings, [whatsappKey]: WhatsappSettings },
    [newsKey]: NewsSwitches,
    [reviewsKey]: ReviewSettings,
    ...faceShapes,
  }
  const own = await findSettings(ctx, shapes)
  const { codes, automatic } = own[campaignsKey] ?? {}
  return {
    brand: brandOf(ctx, own[brandKey], own[lookKey]),
    ...faceOf(ctx, own, own[guestsKey]?.on ?? false),
    guests: own[guestsKey]?.on ? (true as const) : undefined,
    giftCards: own[giftCardsKey]?.on ? (true as const) : undefined,
    whatsapp: own[whatsappKey]?.number || undefined,
    keptCarts: own[newsKey]?.keptCarts.on ? (true as const) : undefined,
    reviews: reviewsOf(ctx, own[reviewsKey]).on ? (true as const) : undefined,
    campaigns: codes ? ('code' as const) : automatic ? ('automatic' as const) : undefined,
  }
}

/** NOT_FOUND while it is off, as of an address that does not exist. */
export async function requireGuestCheckout(ctx: Ctx): Promise<void> {
  if (!(await findGuestCheckout(ctx)).on) throw notFound('Böyle bir adres yok.')
}

export async function findGuestCheckoutVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, guestsKey)
}

export async function saveGuestCheckout(ctx: Ctx, settings: GuestCheckout, edited: EditedVersion = {}): Promise<void> {
  await changeSection(ctx, 'guests', guestsKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findGuestCheckout(ctx)) },
    after: { ...settings },
  }))
}
