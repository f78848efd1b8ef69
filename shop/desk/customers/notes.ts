import { desc, eq } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, newId, requireRight } from '../../ctx.ts'
import { customerNotes } from '../schema.ts'
import { getCustomerRow, nameOf } from './person.ts'

export type CustomerNote = Omit<typeof customerNotes.$inferSelect, 'userId' | 'authorId'>

/** The newest first. */
export async function customerNotesOf(ctx: Ctx, userId: string): Promise<CustomerNote[]> {
  const { id, text, authorName, createdAt } = customerNotes
  return ctx.db
    .select({ id, text, authorName, createdAt })
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(200)
}

/** Adds a note, which is never changed or deleted while she is a customer. */
export async function addCustomerNote(ctx: Ctx, userId: string, text: string): Promise<void> {
  const authorId = requireRight(ctx, 'customers')
  const customer = await getCustomerRow(ctx, userId)
  await inTransaction(ctx, async (ctx) => {
    const [author] = authorId ? await ctx.db.select().from(users).where(eq(users.id, authorId)) : []
    const authorName = author ? nameOf(author) : 'Mağaza'
    await ctx.db
      .insert(customerNotes)
      .values({ id: newId(), userId, text, authorId: authorId ?? null, authorName, createdAt: ctx.clock() })
    await recordChange(ctx, { action: 'customer.note', subject: { id: userId, name: nameOf(customer) }, after: {} })
  })
}
