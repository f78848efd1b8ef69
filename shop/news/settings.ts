import { z } from 'zod'
import { recordChange } from '../audit/audit.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, requireRight } from '../ctx.ts'
import { keptCartsSwitch, newsKey } from '../settings/carts/kept-carts.ts'
import { findSetting, findSettingVersion, saveSetting } from '../settings/settings.ts'
import { forgetAllCarts } from './carts/kept.ts'

const badPace = 'Saatte 60 ile 1.000.000 arasında e-posta gönderilebilir'

const badPercent = 'Düşüş %5 ile %90 arasında olmalı'
const PriceFall = z.object({
  /** Tells of favorites whose price fell by at least so much. */
  on: z.boolean('Fiyatı düşen favorilerin bildirilip bildirilmeyeceğini seçin'),
  percent: z.number(badPercent).int(badPercent).min(5, badPercent).max(90, badPercent),
})

export type NewsSettings = z.infer<typeof NewsSettings>
export const NewsSettings = z.object({
  /** The most mails of newsletters in an hour: as many as the mail server takes of the shop. */
  mailsAnHour: z.number(badPace).int(badPace).min(60, badPace).max(1_000_000, badPace),
  priceFall: PriceFall.default({ on: false, percent: 10 }),
  ...keptCartsSwitch,
})

/** A pace that most mail servers of small shops allow; transactional mails come on top. */
const usual: NewsSettings = {
  mailsAnHour: 1000,
  priceFall: { on: false, percent: 10 },
  keptCarts: { on: false, hours: 4 },
}

export async function findNewsSettings(ctx: Ctx): Promise<NewsSettings> {
  return (await findSetting(ctx, newsKey, NewsSettings)) ?? usual
}

export async function presentNewsSettings(ctx: Ctx): Promise<{ version: number; settings: NewsSettings }> {
  requireRight(ctx, 'news')
  return { version: await findSettingVersion(ctx, newsKey), settings: await findNewsSettings(ctx) }
}

export async function saveNewsSettings(ctx: Ctx, settings: NewsSettings, version?: number): Promise<void> {
  requireRight(ctx, 'news')
  await inTransaction(ctx, async (ctx) => {
    const before = await findNewsSettings(ctx)
    await saveSetting(ctx, newsKey, settings, version)
    await recordChange(ctx, {
      action: 'settings.update',
      subject: { id: 'news', name: 'Bültenler' },
      before: factsOf(before),
      after: factsOf(settings),
    })
    if (!settings.keptCarts.on) await forgetAllCarts(ctx)
    // Pages tell browsers whether to send a cart, and the text on data whether the shop keeps it.
    if (before.keptCarts.on !== settings.keptCarts.on) await announceCatalogChange(ctx, 'everything')
  })
}

/** For the history. */
function factsOf({ mailsAnHour, priceFall: { on, percent }, keptCarts }: NewsSettings) {
  const carts = { keptCartsTold: keptCarts.on, keptCartsHours: keptCarts.hours }
  return { mailsAnHour, priceFallTold: on, priceFallPercent: percent, ...carts }
}
