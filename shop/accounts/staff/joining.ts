/** The link of an invitation. Using it deletes its row, so that only one of two simultaneous uses joins. */

import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { addressOf, type Ctx, inTransaction } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { requireGoodPassword } from '../passwords/choice.ts'
import { hashPassword, noPassword } from '../passwords/passwords.ts'
import { staffInvitations, staffRoles, users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { closeSessionsOf, hashToken } from '../sessions/sessions.ts'
import { voidTokens } from '../user-tokens.ts'
import { findUserByEmail } from '../users.ts'
import { markVerified } from '../verification.ts'
import { nameOf } from './access.ts'
import type { Joining } from './contract.ts'
import { lockStaff } from './managers.ts'
import { roleColumns, roleName } from './rights-of.ts'

type User = typeof users.$inferSelect
type Invited = typeof staffInvitations.$inferSelect

export type OpenInvitation = {
  email: string
  firstName: string
  role: string
  /** She has no account, or nobody knows whether it is hers. */
  needsPassword: boolean
}

/** The invitation as its page shows it. INVALID when it is gone, LINK_EXPIRED when it is too old. */
export async function openInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const { invited, role } = await getInvitation(ctx, token)
  const { email, firstName } = invited
  return { email, firstName, role: roleName(role), needsPassword: !isSurelyHers(await findUserByEmail(ctx, email)) }
}

async function getInvitation(ctx: Ctx, token: string) {
  const [found] = await ctx.db
    .select({ invited: staffInvitations, role: roleColumns })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
    .where(eq(staffInvitations.tokenHash, hashToken(token)))
  if (!found) throw used()
  if (found.invited.expiresAt <= ctx.clock()) {
    throw new ShopError('LINK_EXPIRED', 'Davetin süresi dolmuş. Sizi davet eden kişiden yeniden göndermesini isteyin.')
  }
  return found
}

function used(): ShopError {
  const sentence = 'Bu davet kullanılmış, yenilenmiş ya da geri çekilmiş. Kabul ettiyseniz giriş yapın; etmediyseniz'
  return new ShopError('INVALID', `${sentence} sizi davet eden kişiden yeni bir davet isteyin.`)
}

/** Somebody proved to have the address, and she has a password. */
function isSurelyHers(account: User | undefined): account is User {
  return account !== undefined && account.emailVerifiedAt !== null && account.passwordHash !== noPassword
}

/**
 * Makes her one of the staff. The link came by mail, so the address is hers. All her sessions end: one may be on a device that must not
 * hold the shop's panel.
 */
export async function joinStaff(ctx: Ctx, { token, password }: Joining): Promise<void> {
  // Looked at first, so that made-up tokens do not cost a slow hash.
  const { invited } = await getInvitation(ctx, token)
  const needsPassword = !isSurelyHers(await findUserByEmail(ctx, invited.email))
  if (needsPassword && password === undefined) throw invalid({ password: ['Bir şifre belirleyin'] })
  const passwordHash = needsPassword && password !== undefined ? await hashPassword(ctx, password) : undefined
  await inTransaction(ctx, async (ctx) => {
    await lockStaff(ctx)
    const invited = await useUp(ctx, token)
    const user = await accountOf(ctx, invited, passwordHash)
    if (user.staffRoleId) throw new ShopError('CONFLICT', 'Ekiptesiniz; davet beklemeden giriş yapabilirsiniz.')
    // Refused, it undoes all of this: the link stays good for a better one.
    if (passwordHash && password !== undefined) await requireGoodPassword(ctx, password, user, 'password')
    const [role] = await ctx.db.select(roleColumns).from(staffRoles).where(eq(staffRoles.id, invited.roleId))
    if (!role) throw used()
    await ctx.db
      .update(users)
      .set({ role: 'ADMIN', staffRoleId: role.id, updatedAt: ctx.clock() })
      .where(eq(users.id, user.id))
    await markVerified(ctx, user.id)
    await voidTokens(ctx, user.id)
    await closeSessionsOf(ctx, user.id)
    const own = {
      ...ctx,
      actor: { kind: 'user', id: user.id, sessionId: '', address: addressOf(ctx), rights: [] },
    } as const
    await recordEvent(own, { kind: 'role-changed', userId: user.id, detail: `${roleName(role)} (daveti kabul etti)` })
    await recordChange(own, {
      ...{ action: 'staff.join', subject: { id: user.id, name: nameOf(user) } },
      after: { staffRole: roleName(role) },
    })
  })
}

async function useUp(ctx: Ctx, token: string): Promise<Invited> {
  const [invited] = await ctx.db
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.tokenHash, hashToken(token)), gt(staffInvitations.expiresAt, ctx.clock())))
    .returning()
  if (!invited) throw used()
  return invited
}

/** Her account as it is, under her new password, or a new one. */
async function accountOf(ctx: Ctx, invited: Invited, passwordHash: string | undefined): Promise<User> {
  const now = ctx.clock()
  const { email, firstName, lastName } = invited
  const known = and(eq(users.email, email), eq(users.guest, false), isNull(users.deletedAt))
  if (!passwordHash) {
    const [user] = await ctx.db.select().from(users).where(known).for('update')
    if (!user) throw used()
    return user
  }
  // A new account has the id of its invitation, by which it may still be asked for.
  const { id } = invited
  const [made] = await ctx.db
    .insert(users)
    .values({ id, email, firstName, lastName, passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: users.email,
      // An account that was verified meanwhile keeps its password. One that was not may be a stranger's, and so its name.
      set: { firstName, lastName, passwordHash, updatedAt: now },
      setWhere: sql`${users.emailVerifiedAt} is null or ${users.passwordHash} = ''`,
    })
    .returning()
  if (!made) throw new ShopError('CONFLICT', 'Hesabınız az önce değişti; sayfayı yenileyip yeniden deneyin.')
  if (made.id === id) await recordEvent(ctx, { kind: 'account-created', userId: made.id })
  return made
}
