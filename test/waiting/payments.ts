import { inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#db/database.ts'
import { openStatuses, paymentAttempts, refunds } from '#shop/payments/schema.ts'

/** Makes open payments and refunds older than a lease and than the demo bank's memory, so that the shop no longer leaves them alone. */
export async function letTimePass(db: Db): Promise<void> {
  const earlier = (moment: AnyPgColumn) => sql`${moment} - interval '1 minute'`
  const { createdAt, leaseUntil, status } = paymentAttempts
  await db
    .update(paymentAttempts)
    .set({ createdAt: earlier(createdAt), leaseUntil: earlier(leaseUntil) })
    .where(inArray(status, [...openStatuses]))
  await db.update(refunds).set({ leaseUntil: earlier(refunds.leaseUntil) })
}
