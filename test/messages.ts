import { asc } from 'drizzle-orm'
import type { Ctx } from '#shop/ctx.ts'
import { messages } from '#shop/messages/schema.ts'
import { stockRequests } from '#shop/restock/schema.ts'

/** Returns the stored messages, oldest first. */
export async function messagesOf(ctx: Ctx) {
  return ctx.db.select().from(messages).orderBy(asc(messages.createdAt), asc(messages.id))
}

export async function stockRequestsOf(ctx: Ctx) {
  return ctx.db.select().from(stockRequests).orderBy(asc(stockRequests.createdAt), asc(stockRequests.id))
}
