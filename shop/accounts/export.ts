import { asc, desc, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { listFavorites } from '../favorites/favorites.ts'
import { takeLimit } from '../limits.ts'
import { mails } from '../mail/schema.ts'
import { messages, stockRequests } from '../messages/schema.ts'
import { toTl } from '../money.ts'
import { shownOrderId } from '../orders/contract.ts'
import { listMyOrders } from '../orders/orders.ts'
import { listAddresses } from './addresses.ts'
import { listConsents } from './consents.ts'
import { deviceName } from './devices.ts'
import { securityEvents, sessions } from './schema.ts'
import { recordEvent } from './security-log.ts'
import { getUser } from './users.ts'

export type OwnData = Awaited<ReturnType<typeof exportOwnData>>

/** All that the shop keeps about the signed-in user, for herself. No password hash, no token. */
export async function exportOwnData(ctx: Ctx) {
  const user = await getUser(ctx)
  await takeLimit(ctx, { key: `export:${user.id}`, limit: 10, windowSeconds: 3600 })
  await recordEvent(ctx, { kind: 'data-exported', userId: user.id })
  // What others left under an address shows itself only to whom the address is known to belong.
  const verified = user.emailVerifiedAt !== null
  return {
    exportedAt: ctx.clock(),
    account: {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      emailVerifiedAt: user.emailVerifiedAt,
      createdAt: user.createdAt,
    },
    addresses: (await listAddresses(ctx)).map(
      ({ title, firstName, lastName, phone, address, city, postalCode, isDefault, createdAt }) => ({
        title,
        firstName,
        lastName,
        phone,
        address,
        city,
        postalCode,
        isDefault,
        createdAt,
      }),
    ),
    orders: (await listMyOrders(ctx)).map((order) => ({
      id: order.id,
      number: shownOrderId(order.id),
      createdAt: order.createdAt,
      status: order.status,
      paymentStatus: order.paymentStatus,
      total: toTl(order.totalKurus),
      firstName: order.firstName,
      lastName: order.lastName,
      email: order.email,
      phone: order.phone,
      address: order.address,
      city: order.city,
      postalCode: order.postalCode,
      acceptedContracts: order.acceptedContracts,
      items: order.items.map((item) => ({
        name: item.productName,
        color: item.color,
        size: item.size,
        sku: item.sku,
        quantity: item.quantity,
        unitPrice: toTl(item.unitPriceKurus),
      })),
    })),
    favorites: (await listFavorites(ctx)).map(({ product, addedAt }) => ({ name: product.name, addedAt })),
    consents: (await listConsents(ctx)).map(({ id: _, userId: _user, ...consent }) => consent),
    sessions: await sessionsOf(ctx, user.id),
    securityEvents: await ctx.db
      .select({
        kind: securityEvents.kind,
        address: securityEvents.address,
        device: securityEvents.device,
        createdAt: securityEvents.createdAt,
      })
      .from(securityEvents)
      .where(eq(securityEvents.userId, user.id))
      .orderBy(desc(securityEvents.createdAt))
      .limit(1000),
    stockRequests: verified
      ? await ctx.db
          .select({
            productId: stockRequests.productId,
            size: stockRequests.size,
            createdAt: stockRequests.createdAt,
            notifiedAt: stockRequests.notifiedAt,
          })
          .from(stockRequests)
          .where(eq(stockRequests.email, user.email))
      : [],
    messages: verified
      ? await ctx.db
          .select({ kind: messages.kind, body: messages.body, createdAt: messages.createdAt })
          .from(messages)
          .where(eq(messages.email, user.email))
          .orderBy(asc(messages.createdAt))
      : [],
    mails: verified
      ? await ctx.db
          .select({ subject: mails.subject, createdAt: mails.createdAt, sentAt: mails.sentAt })
          .from(mails)
          .where(eq(mails.toEmail, user.email))
          .orderBy(desc(mails.createdAt))
          .limit(1000)
      : [],
  }
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
