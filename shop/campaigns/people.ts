import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { guestRowOf, mailAddressOf } from '../accounts/guests/guests.ts'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'

/** Who buys, as far as is known: an account, or a guest with what she gave. `email`: the address itself, of both alike. */
export type Buyer = { userId: string; guest: boolean; email: string; phone?: string | undefined }

/** The buyer that asks; undefined of a stranger. `phone`: of the order that is being written. */
export async function findBuyer(ctx: Ctx, phone?: string): Promise<Buyer | undefined> {
  if (ctx.actor.kind !== 'user' && ctx.actor.kind !== 'buyer') return undefined
  const { id: userId } = ctx.actor
  const [user] = await ctx.db.select({ email: users.email, guest: users.guest }).from(users).where(eq(users.id, userId))
  return user && { userId, guest: user.guest, email: mailAddressOf(user).toLowerCase(), phone }
}

/**
 * By what her uses of a campaign are counted: her account and its address, or as a guest the same address and her telephone. Hashes,
 * as they outlive the order's address; the campaign in them keeps two campaigns from being compared.
 */
export function peopleOf(campaignId: string, { userId, guest, email, phone }: Buyer): string[] {
  const names = guest
    ? // The second is what older processes count guests by.
      [`email ${email}`, `email ${guestRowOf(email)}`, ...(phone ? [`phone ${phone}`] : [])]
    : [`account ${userId}`, `email ${email}`]
  return names
    .map((name) => createHash('sha256').update(`${campaignId} ${name}`).digest('base64url').slice(0, 22))
    .toSorted()
}
