import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import type { Logo } from './face/logo.ts'
import { Look, lookKey } from './face/look.ts'
import { findSettings } from './settings.ts'

/** The shop's name and contact data. Blank fields come from the environment. */
export const BrandSettings = z.object({
  shopName: z
    .string()
    .trim()
    .max(60, 'Mağaza adı en çok 60 karakter olabilir')
    .regex(/^[^<>\r\n]*$/, 'Mağaza adında < ve > kullanılamaz')
    .default(''),
  shopEmail: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.union([z.literal(''), z.email('Geçerli bir e-posta adresi girin')], 'Geçerli bir e-posta adresi girin'))
    .default(''),
  instagramUrl: z
    .string()
    .trim()
    .max(300, 'Bağlantı en çok 300 karakter olabilir')
    .pipe(
      z.union(
        [z.literal(''), z.url({ protocol: /^https$/, error: 'Bağlantı https:// ile başlamalı' })],
        'Bağlantı https:// ile başlamalı',
      ),
    )
    .default(''),
  /** False: the shop names no Instagram anywhere, whatever the environment says. */
  instagramShown: z.boolean('Instagram seçimi geçersiz').default(true),
})
export type BrandSettings = z.infer<typeof BrandSettings>

export const brandKey = 'brand'

/** The brand as pages, mails, contracts and structured data show it; `instagramUrl` is empty when there is none. */
export type ShopBrand = {
  shopName: string
  shopEmail: string
  instagramUrl: string
  publicUrl: string
  /** The owner's own, where she has one. */
  accent?: string
  logo?: Logo
}

/** The one place that decides the shop's name and contact data: the owner's settings come before the environment. */
export async function findBrand(ctx: Ctx): Promise<ShopBrand> {
  const own = await findSettings(ctx, { [brandKey]: BrandSettings, [lookKey]: Look })
  return brandOf(ctx, own[brandKey], own[lookKey])
}

/** Makes the brand from the owner's settings. */
export function brandOf(ctx: Ctx, own: BrandSettings | undefined, look?: Look): ShopBrand {
  const { shopName, shopEmail, instagramUrl, publicUrl } = ctx.config
  return {
    shopName: own?.shopName || shopName,
    shopEmail: own?.shopEmail || shopEmail,
    instagramUrl: own?.instagramShown === false ? '' : own?.instagramUrl || instagramUrl,
    publicUrl,
    ...(look?.accent && { accent: look.accent }),
    ...(look?.logo && { logo: look.logo }),
  }
}
