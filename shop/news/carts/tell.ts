/**
 * Mails a shopper who agreed to mails about a cart that she left, once; off until switched on. The cart is claimed and the mail queued
 * in one transaction, and the cart's row names the mail: once the row is gone, usually by a purchase, the outbox drops the mail
 * (mail/outbox).
 */

import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { hashToken } from '../../accounts/sessions/sessions.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { keptCartKind, queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { after, days, hours } from '../../time.ts'
import type { NewsPart } from '../layout.ts'
import { hasSender, productPart, renderParts } from '../render.ts'
import { keptCarts } from '../schema.ts'
import { findNewsSettings } from '../settings.ts'
import type { CartPiece } from './contract.ts'
import { findPieces, type KeptPiece } from './kept.ts'

type Left = { userId: string; email: string; lines: CartPiece[]; changedAt: string }

/** A shopper gets at most one such mail in this time, however many carts she leaves. */
const oneEach = days(7)
/** A purchase that was begun so lately may still come to be. */
const paying = hours(1)

/** At most a sixth of an hour's mails at a time: it is called every ten minutes. */
export async function tellKeptCarts(ctx: Ctx): Promise<void> {
  const { keptCarts, mailsAnHour } = await findNewsSettings(ctx)
  if (!keptCarts.on || !(await hasSender(ctx))) return
  for (const left of await findLeft(ctx, keptCarts.hours, Math.ceil(mailsAnHour / 6))) await tell(ctx, left)
}

async function findLeft(ctx: Ctx, waitHours: number, most: number): Promise<Left[]> {
  const ago = (span: number) => sql`${after(ctx.clock(), -span).toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<Left>(sql`
    select k.user_id as "userId", u.email, k.lines, k.changed_at::text as "changedAt"
    from kept_carts k
    join users u on u.id = k.user_id and u.deleted_at is null
    join consent_states s on s.recipient = u.email and s.channel = 'EMAIL' and s.status = 'GIVEN'
    where k.told_at is null and k.changed_at between ${ago(days(14))} and ${ago(hours(waitHours))}
      and not exists (
        select from orders o where o.user_id = k.user_id and (o.placed_at > k.changed_at or o.created_at > ${ago(paying)}))
      and not exists (
        select from mails m where m.kind = ${keptCartKind} and m.to_email = u.email and m.created_at > ${ago(oneEach)})
      and exists (
        select from jsonb_array_elements(k.lines) l
        join variants v on v.id = (l->>'variantId')::uuid and v.retired_at is null and v.stock > 0
        join products p on p.id = v.product_id and p.deleted_at is null and p.published_at is not null)
    order by k.changed_at limit ${most}`)
  return rows
}

/** When two processes run at once, only one finds the cart untold. A cart that changed or went meanwhile is left alone. */
async function tell(ctx: Ctx, { userId, email, lines, changedAt }: Left): Promise<void> {
  const { pieces, gone } = await findPieces(ctx, lines)
  if (pieces.length === 0) return
  const token = randomBytes(24).toString('base64url')
  const news = await renderCart(ctx, { pieces, gone, token })
  const { html, text, oneClick } = news.for(email)
  await inTransaction(ctx, async (ctx) => {
    const as = sql`${changedAt}::timestamptz`
    const [claimed] = await ctx.db
      .update(keptCarts)
      .set({ toldAt: ctx.clock(), tokenHash: hashToken(token) })
      .where(and(eq(keptCarts.userId, userId), isNull(keptCarts.toldAt), eq(keptCarts.changedAt, as)))
      .returning({ userId: keptCarts.userId })
    if (!claimed) return
    const mail = { kind: keptCartKind, subject: news.subject, html, text, to: email, unsubscribeUrl: oneClick }
    const mailId = await queueMail(ctx, mail)
    await ctx.db.update(keptCarts).set({ mailId }).where(eq(keptCarts.userId, userId))
  })
}

type Shown = { pieces: KeptPiece[]; gone: number; token: string }

async function renderCart(ctx: Ctx, { pieces, gone, token }: Shown) {
  const { shopName } = await findBrand(ctx)
  const what = pieces.length === 1 ? `“${pieces[0]?.product.name}”` : `${pieces.length} parça`
  const parts: NewsPart[] = [
    { kind: 'text', heading: 'Sepetiniz sizi bekliyor', text: wordsOf(gone) },
    { kind: 'products', products: pieces.map((piece) => shownPiece(ctx, piece)) },
    { kind: 'button', label: 'Sepetime dön', url: `${ctx.config.publicUrl}/liste/sepet#token=${token}` },
  ]
  return renderParts(ctx, { subject: `${shopName}: ${what} sepetinizde kaldı`, preheader: '' }, parts)
}

function wordsOf(gone: number): string {
  const now = 'Sepetinize koyduğunuz parçalar hâlâ burada; fiyatlar bugünküdür ve stok ayrılmış değildir.'
  return gone === 0
    ? now
    : `${now}\n\nBu arada tükenen ${gone === 1 ? 'bir parçayı' : `${gone} parçayı`} göstermiyoruz.`
}

function shownPiece(ctx: Ctx, { product, variant, quantity }: KeptPiece) {
  const [image = product.images[0]] = variant.images
  const detail = [variant.color, variant.size, quantity > 1 && `${quantity} adet`].filter(Boolean).join(', ')
  const { slug, originalPriceKurus } = product
  const isStruck = (originalPriceKurus ?? 0) > variant.priceKurus && variant.priceKurus === product.priceKurus
  return productPart(ctx, {
    ...{ name: `${product.name} (${detail})`, slug, image, priceKurus: variant.priceKurus },
    struckKurus: isStruck ? originalPriceKurus : null,
  })
}
