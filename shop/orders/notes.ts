import { asc, eq } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, newId, requireRight } from '../ctx.ts'
import { shownOrderId } from '../order-id.ts'
import { lockOrder } from './locked.ts'
import { orderNotes } from './schema.ts'

export type OrderNote = Pick<typeof orderNotes.$inferSelect, 'id' | 'text' | 'authorName' | 'createdAt'>

/** Returns admins' notes on an order, oldest first. The caller has checked that the actor is an admin. */
export async function notesOf(ctx: Ctx, orderId: string): Promise<OrderNote[]> {
  const { id, text, authorName, createdAt } = orderNotes
  return ctx.db
    .select({ id, text, authorName, createdAt })
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(createdAt), asc(id))
}

/** Adds a note; nobody changes or deletes one, it goes with what else names the buyer (desk/old-buyers.ts). */
export async function addOrderNote(ctx: Ctx, orderId: string, text: string): Promise<void> {
  const adminId = requireRight(ctx, 'orders')
  await inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx, orderId)
    const [author] = adminId ? await ctx.db.select().from(users).where(eq(users.id, adminId)) : []
    await ctx.db.insert(orderNotes).values({
      id: newId(),
      orderId,
      text,
      authorId: adminId ?? null,
      authorName: author ? `${author.firstName} ${author.lastName}` : 'Mağaza',
      createdAt: ctx.clock(),
    })
    const subject = { id: orderId, name: shownOrderId(orderId) }
    await recordChange(ctx, { action: 'order.note', subject, after: { note: text } })
  })
}
