import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm'
import { type Ctx, requireRight } from '../../ctx.ts'
import { sessions, staffInvitations, staffRoles, users } from '../schema.ts'
import { deviceName } from '../sessions/devices.ts'
import { isOpenSession } from '../sessions/session-list.ts'
import { roleColumns, roleName } from './rights-of.ts'

export type StaffMember = {
  /** The id of her account or of the invitation. */
  id: string
  email: string
  firstName: string
  lastName: string
  roleId: string
  roleName: string
  status: 'ACTIVE' | 'INVITED'
  /** The last use of any of her sessions. */
  lastSeenAt: Date | null
  sessions: { device: string; lastUsedAt: Date }[]
  invitation: { sentAt: Date; expiresAt: Date } | null
}

/** The staff in the order of joining, then who is invited. */
export async function listStaff(ctx: Ctx): Promise<StaffMember[]> {
  requireRight(ctx, 'staff')
  const people = await ctx.db
    .select({ user: users, role: roleColumns })
    .from(users)
    .innerJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(and(eq(users.role, 'ADMIN'), isNull(users.deletedAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
  const open = await openSessionsOf(
    ctx,
    people.map(({ user }) => user.id),
  )
  const invited = await ctx.db
    .select({ invitation: staffInvitations, role: roleColumns })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))
    .orderBy(asc(staffInvitations.createdAt), asc(staffInvitations.id))
  return [
    ...people.map(({ user: { id, email, firstName, lastName }, role }): StaffMember => {
      const own = open.filter(({ userId }) => userId === id)
      return {
        ...{ id, email, firstName, lastName, roleId: role.id, roleName: roleName(role), status: 'ACTIVE' },
        lastSeenAt: own[0]?.lastUsedAt ?? null,
        sessions: own.map(({ userAgent, lastUsedAt }) => ({ device: deviceName(userAgent), lastUsedAt })),
        invitation: null,
      }
    }),
    ...invited.map(({ invitation, role }): StaffMember => {
      const { id, email, firstName, lastName, sentAt, expiresAt } = invitation
      return {
        ...{ id, email, firstName, lastName, roleId: role.id, roleName: roleName(role), status: 'INVITED' },
        ...{ lastSeenAt: null, sessions: [], invitation: { sentAt, expiresAt } },
      }
    }),
  ]
}

/** The last used first. */
async function openSessionsOf(ctx: Ctx, userIds: string[]) {
  return ctx.db
    .select({ userId: sessions.userId, userAgent: sessions.userAgent, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(inArray(sessions.userId, userIds), isOpenSession(ctx)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
}
