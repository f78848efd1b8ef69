import { unsubscribeLinks } from '../accounts/consents/links.ts'
import { findProducts, type Product } from '../catalog/products.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { imageUrl, jpegWidth } from '../media/urls.ts'
import { findBrand } from '../settings/brand.ts'
import { findPolicies, type ShopPolicies } from '../settings/policies.ts'
import type { NewsBlock, NewsletterContent } from './contract.ts'
import { type NewsMail, type NewsPart, type NewsProduct, newsHtml, newsText } from './layout.ts'

/** A newsletter as it is sent now, but for the link that is each recipient's own. */
export type Rendered = {
  subject: string
  for(recipient: string, mailId?: string): { html: string; text: string; oneClick: string }
  /** Chosen products that are not on sale: they are left out. */
  gone: number
}

export async function renderNews(ctx: Ctx, { blocks, ...head }: NewsletterContent): Promise<Rendered> {
  const { parts, gone } = await partsOf(ctx, blocks)
  return { ...(await renderParts(ctx, head, parts)), gone }
}

type Head = Pick<NewsletterContent, 'subject' | 'preheader'>

/** The same for parts that are known already, such as the pieces of a cart. */
export async function renderParts(
  ctx: Ctx,
  { subject, preheader }: Head,
  parts: NewsPart[],
): Promise<Omit<Rendered, 'gone'>> {
  const { shopName, shopEmail, publicUrl } = await findBrand(ctx)
  const mail: NewsMail = {
    ...{ shopName, shopUrl: publicUrl, subject, preheader, parts },
    sender: senderLines(await findPolicies(ctx), { shopName, shopEmail }),
    reason: `Bu ticari e-posta size, ${shopName} mağazasına verdiğiniz e-posta izni üzerine gönderildi.`,
    unsubscribePage: mark,
  }
  const [html, text] = [newsHtml(mail), newsText(mail)]
  return {
    subject,
    for(recipient, mailId) {
      const { page, oneClick } = unsubscribeLinks(ctx, recipient, mailId)
      return { html: html.replaceAll(mark, page), text: text.replaceAll(mark, page), oneClick }
    },
  }
}

/** Stands for the recipient's own link; nobody can write it into a text, as each start of the process draws another one. */
const mark = `https://${crypto.randomUUID()}.invalid/`

async function partsOf(ctx: Ctx, blocks: NewsBlock[]): Promise<{ parts: NewsPart[]; gone: number }> {
  const ids = blocks.flatMap((block) => (block.kind === 'products' ? block.productIds : []))
  const products = new Map((await findProducts(ctx, [...new Set(ids)])).map((product) => [product.id, product]))
  const images = await findImages(
    ctx,
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.imageId] : [])),
  )
  const parts = blocks.flatMap((block): NewsPart[] => {
    if (block.kind === 'picture') {
      const image = images.get(block.imageId)
      if (!image) return []
      return [{ kind: 'picture', src: pictureOf(ctx, image), alt: block.alt, url: wholeUrl(ctx, block.url) }]
    }
    if (block.kind === 'button') return [{ ...block, url: wholeUrl(ctx, block.url) }]
    if (block.kind === 'text') return [block]
    const shown = block.productIds.flatMap((id) => shownProduct(ctx, products.get(id)))
    return shown.length > 0 ? [{ kind: 'products', products: shown }] : []
  })
  return { parts, gone: ids.filter((id) => !products.get(id)?.priceKurus).length }
}

function shownProduct(ctx: Ctx, product: Product | undefined): NewsProduct[] {
  if (!product?.priceKurus) return []
  const { name, slug, images, priceKurus, originalPriceKurus } = product
  return [productPart(ctx, { name, slug, image: images[0], priceKurus, struckKurus: originalPriceKurus })]
}

type Piece = Pick<NewsProduct, 'name' | 'priceKurus' | 'struckKurus'> & { slug: string; image: Image | undefined }

/** A product with its whole addresses. */
export function productPart(ctx: Ctx, { slug, image, ...piece }: Piece): NewsProduct {
  return { ...piece, url: `${ctx.config.publicUrl}/urun/${slug}`, src: image && pictureOf(ctx, image) }
}

/** Not every mail program knows more than JPEG. */
function pictureOf(ctx: Ctx, { id, width }: Image): string {
  return `${ctx.config.publicUrl}${imageUrl(id, jpegWidth(width), 'jpg')}`
}

function wholeUrl(ctx: Ctx, url: string): string {
  return url.startsWith('/') ? `${ctx.config.publicUrl}${url}` : url
}

type Contact = { shopName: string; shopEmail: string }

/** The sender's title, MERSİS number (a tax number where there is none, as for a craftsman), and contact details. */
function senderLines(policies: ShopPolicies, { shopName, shopEmail }: Contact): string[] {
  const { merchantTitle, mersis, taxOffice, taxNumber, address, phone } = policies
  const number = mersis ? `MERSİS No: ${mersis}` : taxNumber && `${taxOffice} V.D. ${taxNumber}`
  return [[merchantTitle || shopName, number].filter(Boolean).join(' · '), address, reachedBy(phone, shopEmail)].filter(
    Boolean,
  )
}

function reachedBy(phone: string, email: string): string {
  return [phone && `Tel: ${phone}`, `E-posta: ${email}`].filter(Boolean).join(' · ')
}

/** CONFLICT while the law's lines about the sender are not known. */
export async function requireSender(ctx: Ctx): Promise<void> {
  if (await hasSender(ctx)) return
  throw new ShopError(
    'CONFLICT',
    'Ticari e-postada unvanınız ve MERSİS (esnafsanız vergi) numaranız yer almalı; Ayarlar › Yasal bilgiler bölümünde tamamlayın.',
  )
}

export async function hasSender(ctx: Ctx): Promise<boolean> {
  const { merchantTitle, mersis, taxNumber } = await findPolicies(ctx)
  return merchantTitle !== '' && (mersis !== '' || taxNumber !== '')
}
