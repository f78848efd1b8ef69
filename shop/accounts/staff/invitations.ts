/** Inviting somebody to the staff by mail. The link is good for a week and once; a new one makes the old one useless. */

import { randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { forgetSubjects, nobodyName } from '../../audit/forget.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../../ctx.ts'
import { brokenConstraint, conflict, notFound } from '../../errors.ts'
import { takeLimit } from '../../limits.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { after, days } from '../../time.ts'
import { staffInvitations, staffRoles, users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { hashToken } from '../sessions/sessions.ts'
import { findUserByEmail } from '../users.ts'
import { getRoleToGive, nameOf } from './access.ts'
import type { Invitation } from './contract.ts'
import { invitationMail } from './invitation-mail.ts'
import { requireHeld } from './managers.ts'
import { rightsOf, roleColumns, roleName, type StaffRole } from './rights-of.ts'

type Invited = typeof staffInvitations.$inferSelect

const invitationLife = days(7)

/** How long one that nobody took can still be sent again. */
const forgottenAfter = days(30)

/** Invites who has no account yet, or a customer. CONFLICT when she is invited, or of the staff already. */
export async function inviteToStaff(ctx: Ctx, input: Invitation): Promise<string> {
  await takeTurn(ctx)
  return inTransaction(ctx, async (ctx) => {
    const role = await getRoleToGive(ctx, input.roleId)
    const account = await findUserByEmail(ctx, input.email)
    if (account?.staffRoleId) throw conflict({ email: ['Bu adresle çalışan biri ekipte zaten var'] })
    const { token, ...link } = newLink(ctx)
    const [invited] = await ctx.db
      .insert(staffInvitations)
      .values({
        id: newId(),
        ...input,
        ...link,
        invitedBy: ctx.actor.kind === 'user' ? ctx.actor.id : null,
        createdAt: ctx.clock(),
      })
      .returning()
      .catch(refuseInvited)
    if (!invited) throw new Error('an inserted invitation is missing')
    await send(ctx, invited, role, token)
    await recordChange(ctx, {
      ...{ action: 'staff.invite', subject: { id: invited.id, name: nameOf(invited) } },
      after: { email: invited.email, staffRole: roleName(role) },
    })
    return invited.id
  })
}

function refuseInvited(error: unknown): never {
  if (brokenConstraint(error) !== 'staff_invitations_email_key') throw error
  throw conflict({ email: ['Bu adrese zaten davet gönderildi; listeden yeniden gönderebilirsiniz'] })
}

/** Sends a new link; the one before opens nothing any more. */
export async function sendInvitationAgain(ctx: Ctx, id: string): Promise<void> {
  await takeTurn(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { token, ...link } = newLink(ctx)
    const [invited] = isId(id)
      ? await ctx.db.update(staffInvitations).set(link).where(eq(staffInvitations.id, id)).returning()
      : []
    if (!invited) throw notFound('Bu davet geri çekilmiş ya da kabul edilmiş; sayfayı yenileyin.')
    const [role] = await ctx.db.select(roleColumns).from(staffRoles).where(eq(staffRoles.id, invited.roleId))
    if (!role) throw new Error('an invitation has no role')
    requireHeld(ctx, rightsOf(role))
    await send(ctx, invited, role, token)
  })
}

/** Mails of the shop to any address are dear: few an hour. */
async function takeTurn(ctx: Ctx): Promise<void> {
  const key = `invitations:${requireRight(ctx, 'staff') ?? 'system'}`
  await takeLimit(ctx, { key, limit: 30, windowSeconds: 3600 })
}

function newLink(ctx: Ctx) {
  const token = randomBytes(32).toString('base64url')
  const now = ctx.clock()
  return { token, tokenHash: hashToken(token), sentAt: now, expiresAt: after(now, invitationLife) }
}

async function send(ctx: Ctx, invited: Invited, role: StaffRole, token: string): Promise<void> {
  const mail = invitationMail(await findBrand(ctx), {
    firstName: invited.firstName,
    role: roleName(role),
    by: await nameOfInviter(ctx),
    url: `${ctx.config.publicUrl}/admin/davet?token=${token}`,
  })
  await queueMail(ctx, { ...mail, to: invited.email })
  const account = await findUserByEmail(ctx, invited.email)
  await recordEvent(ctx, {
    ...{ kind: 'staff-invited', userId: account?.id, email: invited.email, detail: roleName(role) },
  })
}

async function nameOfInviter(ctx: Ctx): Promise<string | undefined> {
  if (ctx.actor.kind !== 'user') return undefined
  const [by] = await ctx.db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, ctx.actor.id))
  return by && nameOf(by)
}

/** Nobody took it: it goes, and the history names the person no more. */
export async function forgetOldInvitations(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(staffInvitations)
      .where(lt(staffInvitations.expiresAt, after(ctx.clock(), -forgottenAfter)))
      .returning({ id: staffInvitations.id })
    await forgetSubjects(
      ctx,
      gone.map(({ id }) => id),
      nobodyName,
    )
  })
}
