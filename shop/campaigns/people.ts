import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import type { Ctx } from '../ctx.ts'
import { guestRowOf, mailAddressOf } from '../fields/guest-address.ts'

/** The buyer as far as known: an account, or a guest with what she gave. `email` is set once the address is proved. */
export type Buyer = { userId: string; guest: boolean; email?: string | undefined; phone?: string | undefined }

/** The buyer that asks; undefined of a stranger. `phone`: of the order that is being written. */
export async function findBuyer(ctx: Ctx, phone?: string): Promise<Buyer | undefined> {
  if (ctx.actor.kind !== 'user' && ctx.actor.kind !== 'buyer') return undefined
  const { id: userId } = ctx.actor
  const { id, email, guest, emailVerifiedAt } = users
  const [user] = await ctx.db.select({ id, email, guest, emailVerifiedAt }).from(users).where(eq(users.id, userId))
  return user && { ...buyerOf(user), phone }
}

type Person = Pick<typeof users.$inferSelect, 'id' | 'email' | 'guest' | 'emailVerifiedAt'>

export function buyerOf(user: Person): Buyer {
  // An unproved address must not reveal what was bought under it.
  const isProved = user.guest || user.emailVerifiedAt !== null
  return { userId: user.id, guest: user.guest, email: isProved ? mailAddressOf(user).toLowerCase() : undefined }
}

/**
 * By what her uses of a campaign are counted: her account and its address, or as a guest the same address and her telephone. Hashes,
 * as they outlive the order's address; what stands after a + in it is no other person's; the campaign in them keeps two campaigns from
 * being compared.
 */
export function peopleOf(campaignId: string, { userId, guest, email, phone }: Buyer): string[] {
  // The second is what guests were counted by before accounts and guests were one person.
  const mail = email ? [`email ${email}`, `email ${guestRowOf(email)}`, `email ${withoutTag(email)}`] : []
  const names = [...mail, ...(guest ? (phone ? [`phone ${phone}`] : []) : [`account ${userId}`])]
  return [...new Set(names)]
    .map((name) => createHash('sha256').update(`${campaignId} ${name}`).digest('base64url').slice(0, 22))
    .toSorted()
}

/** 'ayse+kampanya@posta.example' is written to as 'ayse@posta.example'. */
function withoutTag(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@')
}
