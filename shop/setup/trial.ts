/**
 * The last test of a shop: its owner pays one lira with a card of her own and gets it back. An order of its own, without a
 * product, paid by a payment link and cancelled like any other.
 */

import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getUser } from '../accounts/users.ts'
import { recordChange } from '../audit/audit.ts'
import { insertAttempt } from '../checkout/place-order.ts'
import { type Ctx, inRetriedTransaction, newId, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { toE164 } from '../fields/phone.ts'
import { provinces } from '../fields/provinces.ts'
import { linkEnd, makePaymentLink } from '../order-desk/links.ts'
import { shownOrderId } from '../order-id.ts'
import { markPlaced } from '../orders/placed.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { cancelOrder } from '../orders/status.ts'
import { byHand } from '../payments/providers.ts'
import { findPolicies } from '../settings/policies.ts'
import { findSetting, saveSetting } from '../settings/settings.ts'
import { trialKurus } from './contract.ts'

const trialKey = 'setup.trial'
const Kept = z.object({ orderId: z.uuid() })

/** `ended`: cancelled without money, or its link ran out; another may be begun. */
export type Trial = { state: 'none' | 'waiting' | 'paid' | 'passed' | 'ended'; orderId?: string }

/** The state of the newest trial payment. */
export async function findTrial(ctx: Ctx): Promise<Trial> {
  const kept = await findSetting(ctx, trialKey, Kept)
  if (!kept) return { state: 'none' }
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, kept.orderId))
  if (!order) return { state: 'none' }
  const { orderId } = kept
  if (order.paymentStatus === 'REFUNDED') return { orderId, state: 'passed' }
  if (order.status === 'CANCELLED') return { orderId, state: order.paidAt ? 'paid' : 'ended' }
  return { orderId, state: order.paidAt ? 'paid' : 'waiting' }
}

/** Makes the order of one lira, or takes the one that waits, and the link to pay it. CONFLICT in a demo. */
export async function beginTrial(ctx: Ctx): Promise<{ orderId: string; url: string }> {
  requireRight(ctx, 'settings')
  if (ctx.config.mode !== 'live')
    throw new ShopError('CONFLICT', 'Deneme ödemesi gerçek kartla yapılır; önce mağazanızı yayına alın.')
  const before = await findTrial(ctx)
  if (before.state === 'paid') throw new ShopError('CONFLICT', 'Deneme ödemeniz alınmış; şimdi iade edin.')
  const shop: Ctx = { ...ctx, actor: { kind: 'system' } }
  const orderId = before.state === 'waiting' && before.orderId ? before.orderId : await writeOrder(ctx)
  const { url } = await makePaymentLink(shop, orderId)
  return { orderId, url }
}

async function writeOrder(ctx: Ctx): Promise<string> {
  const user = await getUser(ctx)
  const { address, phone: shopPhone } = await findPolicies(ctx)
  const phone = toE164(shopPhone)
  if (!phone)
    throw new ShopError(
      'CONFLICT',
      'Ödeme kuruluşu bir telefon numarası ister; Ayarlar → Marka’ya 0XXX XXX XX XX biçiminde telefonunuzu yazın.',
    )
  const [id, now] = [newId(), ctx.clock()]
  return inRetriedTransaction(ctx, async (ctx) => {
    // Two taps on the button begin one.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtext(${trialKey}))`)
    const before = await findTrial(ctx)
    if (before.state === 'waiting' && before.orderId) return before.orderId
    await ctx.db.insert(orders).values({
      id,
      userId: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      phone,
      address,
      city: provinces.find((name) => address.includes(name)) ?? 'İstanbul',
      paymentMethod: 'CARD',
      totalKurus: trialKurus,
      manual: true,
      adminNotes: 'Yayına geçişin deneme ödemesi: gönderilecek bir şey yok.',
      createdAt: now,
      updatedAt: now,
    })
    const waiting = { provider: byHand.link, status: 'AWAITING_LINK', leaseUntil: await linkEnd(ctx) } as const
    await insertAttempt(
      ctx,
      { orderId: id, amountKurus: trialKurus, ...waiting },
      { cause: 'the owner tries a payment' },
    )
    await ctx.db.insert(orderItems).values({
      ...{ id: newId(), orderId: id, position: 0, quantity: 1, unitPriceKurus: trialKurus },
      ...{ productName: 'Deneme ödemesi', productSlug: '', color: '-', size: '-', sku: '' },
    })
    await markPlaced(ctx, id, 'PENDING')
    const subject = { id, name: shownOrderId(id) }
    await recordChange(ctx, { action: 'order.create', subject, after: { totalKurus: trialKurus } })
    await saveSetting(ctx, trialKey, { orderId: id })
    return id
  })
}

/** Gives the lira back. CONFLICT while it was not paid; the bank's refusals as of every cancellation. */
export async function refundTrial(ctx: Ctx): Promise<void> {
  requireRight(ctx, 'settings')
  const { state, orderId } = await findTrial(ctx)
  if (state === 'passed') throw new ShopError('CONFLICT', 'Deneme ödemeniz iade edilmiş; yapılacak bir şey yok.')
  if (state !== 'paid' || !orderId)
    throw new ShopError('CONFLICT', 'Deneme ödemesi henüz alınmadı; önce bağlantıyı açıp 1 TL ödeyin.')
  await cancelOrder({ ...ctx, actor: { kind: 'system' } }, orderId)
}
