import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { listAddresses } from '../accounts/addresses.ts'
import type { ConsentEvent } from '../accounts/consents/ledger.ts'
import { listConsents } from '../accounts/consents/own.ts'
import { securityEvents, sessions } from '../accounts/schema.ts'
import { findSecondStep } from '../accounts/second-step/own.ts'
import { recordEvent } from '../accounts/security-log.ts'
import { deviceName } from '../accounts/sessions/devices.ts'
import { getUser } from '../accounts/users.ts'
import { products } from '../catalog/schema.ts'
import { findBalance, listEntries } from '../credit/ledger.ts'
import type { Ctx } from '../ctx.ts'
import { listFavorites } from '../favorites/favorites.ts'
import { findSharedList } from '../favorites/shared.ts'
import { mailAddressOf } from '../fields/guest-address.ts'
import { giftCards } from '../gift-cards/schema.ts'
import { takeLimit } from '../limits.ts'
import { mails } from '../mail/schema.ts'
import { messageAnswers, messages } from '../messages/schema.ts'
import { toTl } from '../money.ts'
import { keptCarts, newsletterMails, newsletters } from '../news/schema.ts'
import { shownOrderId } from '../order-id.ts'
import { listMyOrders, type Order } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import { refunds } from '../payments/schema.ts'
import { stockRequests } from '../restock/schema.ts'
import { listMyReturns, type Return } from '../returns/returns.ts'
import { listMyReviews, type Review } from '../reviews/reviews.ts'
import { findOwnSizes } from '../sizes/own-sizes.ts'
import { sms } from '../sms/schema.ts'

export type OwnData = Awaited<ReturnType<typeof collectOwnData>>

/** Exports everything that the shop stores about the signed-in user, for her own use. No password hash, no token. */
export async function exportOwnData(ctx: Ctx) {
  const user = await getUser(ctx)
  await takeLimit(ctx, { key: `export:${user.id}`, limit: 10, windowSeconds: 3600 })
  await recordEvent(ctx, { kind: 'data-exported', userId: user.id })
  return collectOwnData(ctx)
}

/** As her own ctx finds it. */
export async function collectOwnData(ctx: Ctx) {
  const user = await getUser(ctx)
  const email = mailAddressOf(user)
  const { id, firstName, lastName, emailVerifiedAt, createdAt } = user
  return {
    exportedAt: ctx.clock(),
    account: { id, firstName, lastName, email, emailVerifiedAt, createdAt },
    addresses: (await listAddresses(ctx)).map(addressOf),
    orders: (await listMyOrders(ctx)).map(orderOf),
    ...(await refundAccountsOf(ctx, id)),
    returns: (await listMyReturns(ctx)).map(returnOf),
    ...(await reviewsOf(ctx)),
    ...(await creditOf(ctx, id)),
    favorites: (await listFavorites(ctx)).map(({ product, addedAt }) => ({ name: product.name, addedAt })),
    ...(await sharedOf(ctx)),
    ...(await cartOf(ctx, id)),
    ...(await ownSizesOf(ctx)),
    consents: (await listConsents(ctx)).map(consentOf),
    sessions: await sessionsOf(ctx, id),
    ...(user.secondStepSince ? { secondStep: await secondStepOf(ctx, id) } : {}),
    securityEvents: await securityEventsOf(ctx, id),
    // Messages sent under an address are shown only to the user who has verified it.
    ...(await messagesOf(ctx, emailVerifiedAt === null ? undefined : email)),
    ...(emailVerifiedAt === null ? {} : await giftsTo(ctx, email)),
    ...(await smsOf(ctx, id)),
  }
}

/** Where staff sat who entered it for her is not hers to know. */
function consentOf({ actorId, address, ...event }: ConsentEvent) {
  const { recipient, channel, status, form, source, textVersion, text, happenedAt } = event
  const from = actorId === null ? address : null
  return { recipient, channel, status, form, source, textVersion, text, address: from, happenedAt }
}

/** Nothing of it for those who told none. */
async function ownSizesOf(ctx: Ctx) {
  const saved = await findOwnSizes(ctx)
  return saved ? { ownSizes: saved } : {}
}

/** Nothing of it for those who never had any. */
async function creditOf(ctx: Ctx, userId: string) {
  const entries = await listEntries(ctx, userId)
  if (entries.length === 0) return {}
  const told = entries.map(({ amountKurus, cause, orderId, note, createdAt }) => ({
    ...{ cause, orderId, note, createdAt },
    amount: toTl(amountKurus),
  }))
  return { storeCredit: { balance: toTl(await findBalance(ctx, userId)), entries: told } }
}

/** Nothing of it for those who show their favorites to nobody. */
async function sharedOf(ctx: Ctx) {
  const favoriteList = await findSharedList(ctx)
  return favoriteList ? { favoriteList } : {}
}

/** The cart that is kept to remind her of it. */
async function cartOf(ctx: Ctx, userId: string) {
  const [cart] = await ctx.db.select().from(keptCarts).where(eq(keptCarts.userId, userId))
  if (!cart) return {}
  const { rows: items } = await ctx.db.execute<{ name: string; color: string; size: string; quantity: number }>(sql`
    select p.name, v.color, v.size, (l->>'quantity')::int as quantity
    from jsonb_array_elements(${JSON.stringify(cart.lines)}::jsonb) l
    join variants v on v.id = (l->>'variantId')::uuid join products p on p.id = v.product_id`)
  return { keptCart: { items, changedAt: cart.changedAt, toldAt: cart.toldAt } }
}

/** Left out when she got none. Only the end of the code; notes of the owner and people who paid with the card are not hers to read. */
async function giftsTo({ db }: Ctx, email: string) {
  const { codeTail, initialKurus, balanceKurus, recipientName, message, blockedAt, createdAt } = giftCards
  const cards = await db
    .select({ codeTail, initialKurus, balanceKurus, recipientName, message, blockedAt, createdAt })
    .from(giftCards)
    .where(eq(giftCards.recipientEmail, email))
    .orderBy(desc(createdAt), desc(giftCards.id))
    .limit(1000)
  const told = cards.map(({ codeTail, initialKurus, balanceKurus, ...card }) => ({
    ...{ codeEnd: codeTail, amount: toTl(initialKurus), balance: toTl(balanceKurus) },
    ...card,
  }))
  return told.length > 0 ? { giftCards: told } : {}
}

/**
 * The SMS about her orders, which are kept for a few days; nothing of it for those who got none. Those about others' orders are not
 * hers, whatever number they went to, and what one says is a code.
 */
async function smsOf({ db }: Ctx, userId: string) {
  const { kind, toPhone: to, createdAt, sentAt } = sms
  const sent = await db
    .select({ kind, order: orders.id, to, createdAt, sentAt })
    .from(sms)
    .innerJoin(orders, eq(orders.id, sms.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(desc(createdAt), desc(sms.id))
    .limit(1000)
  return sent.length > 0 ? { sms: sent.map(({ order, ...row }) => ({ ...row, order: shownOrderId(order) })) } : {}
}

type Address = Awaited<ReturnType<typeof listAddresses>>[number]

function addressOf({ id: _, userId: _user, updatedAt: _updated, ...address }: Address) {
  return address
}

function orderOf(order: Order) {
  return {
    id: order.id,
    number: shownOrderId(order.id),
    createdAt: order.createdAt,
    status: order.status,
    paymentStatus: order.paymentStatus,
    total: toTl(order.totalKurus),
    ...(order.creditKurus > order.giftKurus ? { paidWithCredit: toTl(order.creditKurus - order.giftKurus) } : {}),
    ...(order.giftKurus > 0 ? { paidWithGiftCards: toTl(order.giftKurus) } : {}),
    firstName: order.firstName,
    lastName: order.lastName,
    email: order.email,
    phone: order.phone,
    address: order.address,
    city: order.city,
    district: order.district,
    neighbourhood: order.neighbourhood,
    postalCode: order.postalCode,
    invoice: order.invoice,
    invoiceAddress: order.invoiceAddress,
    acceptedContracts: order.acceptedContracts,
    items: order.items.map((item) => ({
      name: item.productName,
      color: item.color,
      size: item.size,
      sku: item.sku,
      quantity: item.quantity,
      unitPrice: toTl(item.unitPriceKurus),
    })),
  }
}

/** The accounts that she named for what the shop pays back by hand; nothing of it for those who named none. */
async function refundAccountsOf({ db }: Ctx, userId: string) {
  const { orderId, iban, ibanHolder: holder } = refunds
  const named = await db
    .selectDistinct({ orderId, iban, holder })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(orders.userId, userId), isNotNull(iban)))
    .orderBy(desc(orderId), iban)
    .limit(1000)
  const told = named.map(({ orderId, ...account }) => ({ order: shownOrderId(orderId), ...account }))
  return told.length > 0 ? { refundAccounts: told } : {}
}

function returnOf(found: Return) {
  const { code, orderId, kind, status, note, refusal, trackingNumber, createdAt } = found
  const items = found.items.map(({ item, quantity, reason }) => ({ name: item.productName, quantity, reason }))
  return { code, order: shownOrderId(orderId), kind, status, note, refusal, trackingNumber, items, createdAt }
}

/** Nothing of it for those who wrote none. */
async function reviewsOf(ctx: Ctx) {
  const list = await listMyReviews(ctx)
  return list.length > 0 ? { reviews: list.map(reviewOf) } : {}
}

function reviewOf({ id, productId, orderId, author, stars, fit, text, height, sizeWorn, images, ...review }: Review) {
  const { status, refusal, answer, createdAt, updatedAt } = review
  const words = { author, stars, fit, text, height, sizeWorn, pictures: images.length }
  return { id, productId, order: shownOrderId(orderId ?? ''), ...words, status, refusal, answer, createdAt, updatedAt }
}

/** That there is one, and what its owner called her passkeys; no secret and no code. */
async function secondStepOf(ctx: Ctx, userId: string) {
  const { totpSince, passkeys, recoveryCodesLeft } = await findSecondStep(ctx, userId)
  const told = passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt }))
  return { totpSince, passkeys: told, recoveryCodesLeft }
}

async function sessionsOf(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(1000)
  return rows.map(({ userAgent, address, createdAt, lastUsedAt, revokedAt }) => ({
    device: deviceName(userAgent),
    address,
    createdAt,
    lastUsedAt,
    endedAt: revokedAt,
  }))
}

/** Events caused by staff leave out their address and device. */
async function securityEventsOf({ db }: Ctx, userId: string) {
  const { kind, address, device, createdAt, actorId } = securityEvents
  const rows = await db
    .select({ kind, address, device, createdAt, actorId })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(createdAt))
    .limit(1000)
  return rows.map(({ actorId, ...event }) =>
    actorId === null || actorId === userId ? event : { ...event, address: '', device: '' },
  )
}

/** Stock requests, messages, mails and newsletters of an address; all empty without one. */
async function messagesOf(ctx: Ctx, email: string | undefined) {
  const { productId, size, color, notifiedAt } = stockRequests
  type Column =
    | typeof mails.toEmail
    | typeof messages.email
    | typeof stockRequests.email
    | typeof newsletterMails.recipient
  const known = (column: Column) => (email === undefined ? sql`false` : eq(column, email))
  return {
    stockRequests: await ctx.db
      .select({ productId, name: products.name, size, color, createdAt: stockRequests.createdAt, notifiedAt })
      .from(stockRequests)
      .leftJoin(products, eq(products.id, productId))
      .where(known(stockRequests.email)),
    messages: await writtenOf(ctx, known(messages.email)),
    mails: await ctx.db
      .select({ subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
      .from(mails)
      .where(known(mails.toEmail))
      .orderBy(desc(mails.createdAt))
      .limit(1000),
    newsletters: await ctx.db
      .select({
        subject: newsletters.subject,
        sentAt: newsletterMails.sentAt,
        unsubscribedAt: newsletterMails.unsubscribedAt,
      })
      .from(newsletterMails)
      .innerJoin(newsletters, eq(newsletters.id, newsletterMails.newsletterId))
      .where(and(known(newsletterMails.recipient), isNotNull(newsletterMails.sentAt)))
      .orderBy(desc(newsletterMails.sentAt))
      .limit(1000),
  }
}

/** Messages from and to her, each with its answers; the names of the staff who wrote them are left out. */
async function writtenOf({ db }: Ctx, which: SQL) {
  const { id, kind, email, body, fileName, createdAt } = messages
  const rows = await db
    .select({ id, kind, email, body, fileName, createdAt })
    .from(messages)
    .where(which)
    .orderBy(asc(createdAt))
  const { messageId, subject, text } = messageAnswers
  const answers = await db
    .select({ messageId, subject, text, createdAt: messageAnswers.createdAt })
    .from(messageAnswers)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(which)
    .orderBy(asc(messageAnswers.createdAt))
  const answersTo = Map.groupBy(answers, (answer) => answer.messageId)
  return rows.map(({ id, ...message }) => ({
    ...message,
    answers: (answersTo.get(id) ?? []).map(({ messageId: _, ...answer }) => answer),
  }))
}
