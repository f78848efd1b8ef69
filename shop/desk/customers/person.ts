import { eq } from 'drizzle-orm'
import { type Ctx, isId } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { customers } from '../schema.ts'
import { type Customer, foldCustomers } from './list.ts'

/** NOT_FOUND for staff who never bought, for accounts that are gone, and for what is no id. */
export async function getCustomerRow(ctx: Ctx, id: string): Promise<Customer> {
  if (!isId(id)) throw missing()
  await foldCustomers(ctx)
  const [row] = await ctx.db.select().from(customers).where(eq(customers.userId, id))
  if (!row) throw missing()
  return row
}

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

export function missing() {
  return notFound('Müşteri bulunamadı.')
}
