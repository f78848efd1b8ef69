import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, requireRight } from '../../ctx.ts'
import { findBounce, forgetBounce } from '../../mail/bounces/bounces.ts'
import { getCustomerRow, nameOf } from './person.ts'

/** The staff say that her address works, as when she says so herself; nothing to forget is no failure. */
export async function forgetCustomerBounce(ctx: Ctx, userId: string): Promise<void> {
  requireRight(ctx, 'customers')
  const customer = await getCustomerRow(ctx, userId)
  await inTransaction(ctx, async (ctx) => {
    const bounce = await findBounce(ctx, customer.email)
    if (!bounce || !(await forgetBounce(ctx, customer.email))) return
    const subject = { id: userId, name: nameOf(customer) }
    const change = { before: { error: bounce.status }, after: { error: null } }
    await recordChange(ctx, { action: 'customer.mail', subject, ...change })
  })
}
