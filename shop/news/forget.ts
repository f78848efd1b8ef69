import { eq, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { after, days } from '../time.ts'
import { forgetOldCarts } from './carts/kept.ts'
import { newsletterMails, priceFallsTold } from './schema.ts'

/** The recipients of a newsletter are forgotten three months after its end, as with other mails; its figures stay. */
export async function forgetOldNews(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    delete from newsletter_mails where newsletter_id in (
      select id from newsletters where state = 'SENT' and ended_at < ${after(ctx.clock(), -days(90)).toISOString()}::timestamptz
    )`)
  await ctx.db.delete(priceFallsTold).where(lt(priceFallsTold.toldAt, after(ctx.clock(), -days(365))))
  await forgetOldCarts(ctx)
}

/** Forgets which price falls an account was told of, as its favorites go. */
export async function forgetFalls(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(priceFallsTold).where(eq(priceFallsTold.userId, userId))
}

/** Takes an address out of what was sent to it; that something was sent stays, for the figures. In the caller's transaction. */
export async function forgetRecipient(ctx: Ctx, email: string): Promise<void> {
  await ctx.db
    .update(newsletterMails)
    .set({ recipient: sql`${newsletterMails.id} || '@silindi.invalid'` })
    .where(eq(newsletterMails.recipient, email.toLowerCase()))
}
