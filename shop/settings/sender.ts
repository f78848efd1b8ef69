import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { BrandSettings, brandKey, brandOf, findBrand } from './brand.ts'
import { findSettings } from './settings.ts'

/** The sender of mails. Blank fields come from the environment, or from the shop's name and address. */
export const SenderSettings = z.object({
  senderName: z
    .string()
    .trim()
    .max(60, 'Gönderen adı en çok 60 karakter olabilir')
    .regex(/^[^<>"\r\n]*$/, 'Gönderen adında < > ve " kullanılamaz')
    .default(''),
  senderEmail: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.union([z.literal(''), z.email('Geçerli bir e-posta adresi girin')], 'Geçerli bir e-posta adresi girin'))
    .default(''),
})
export type SenderSettings = z.infer<typeof SenderSettings>

export const senderKey = 'mail.sender'

type Sender = { name: string; address: string }

/** The one place that decides the sender of mails. */
export async function findSender(ctx: Ctx): Promise<Sender> {
  return (await findSenderAndReplies(ctx)).from
}

/** With it the address for replies, which the mails invite: the shop's own, where mails come from another one; undefined where they do not. */
export async function findSenderAndReplies(ctx: Ctx): Promise<{ from: Sender; replyTo: string | undefined }> {
  const shapes = { [senderKey]: SenderSettings, [brandKey]: BrandSettings }
  const { [senderKey]: own, [brandKey]: saved } = await findSettings(ctx, shapes)
  const brand = brandOf(ctx, saved)
  const usual = usualOf(ctx, brand)
  const from = { name: own?.senderName || usual.name, address: own?.senderEmail || usual.address }
  return { from, replyTo: brand.shopEmail === from.address ? undefined : brand.shopEmail }
}

/** The default sender: MAIL_FROM if it is set, else the shop's current name and address. */
export async function usualSender(ctx: Ctx): Promise<Sender> {
  return usualOf(ctx, await findBrand(ctx))
}

function usualOf(ctx: Ctx, brand: { shopName: string; shopEmail: string }): Sender {
  const { mailFrom, shopName, shopEmail } = ctx.config
  if (mailFrom !== `${shopName} <${shopEmail}>`) return senderOf(mailFrom)
  return { name: brand.shopName, address: brand.shopEmail }
}

/** Splits 'Narçiçeği <a@b.example>' into its two parts, so that a comma in the name separates no addresses. */
function senderOf(from: string): Sender {
  const [, name = '', address = from] = /^(.*?)\s*<([^<>]+)>\s*$/s.exec(from) ?? []
  return { name: name.replace(/^"(.*)"$/, '$1'), address }
}
