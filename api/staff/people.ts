import { changeStaffRole, removeFromStaff } from '#shop/accounts/staff/access.ts'
import { Invitation, StaffChange } from '#shop/accounts/staff/contract.ts'
import { inviteToStaff, sendInvitationAgain } from '#shop/accounts/staff/invitations.ts'
import { listStaff, type StaffMember } from '#shop/accounts/staff/people.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { badInput, created, Id, json, limited, ok, resource, staffFailures } from '../api.ts'
import { needs, ofStaff } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireStaffMember } from '../wire/staff.ts'

function toWire(ctx: Ctx, { lastSeenAt, sessions, invitation, ...member }: StaffMember): WireStaffMember {
  return {
    ...member,
    self: ctx.actor.kind === 'user' && ctx.actor.id === member.id,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    sessions: sessions.map(({ device, lastUsedAt }) => ({ device, lastUsedAt: lastUsedAt.toISOString() })),
    invitation: invitation && {
      sentAt: invitation.sentAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    },
  }
}

async function memberOf(ctx: Ctx, id: string): Promise<WireStaffMember> {
  const member = (await listStaff(ctx)).find((one) => one.id === id)
  if (!member) throw notFound('Bu kişi artık ekipte değil; sayfayı yenileyin.')
  return toWire(ctx, member)
}

const failures = {
  ...staffFailures,
  ...badInput,
  409: 'Nobody would be left who may manage the staff, or the role is gone',
}

export const adminMe = resource().openapi(
  route('GET /admin/me', {
    ...ofStaff,
    summary: 'What the caller may do and see',
    failures: staffFailures,
  }),
  async (c) => {
    const { actor } = c.get('ctx')
    return ok(c, { rights: actor.kind === 'user' ? [...actor.rights] : [] })
  },
)

export const adminStaff = resource()
  .openapi(
    route('GET /admin/staff', {
      ...needs('staff'),
      summary: 'The staff and its devices, and who is invited',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const people = await listStaff(ctx)
      return ok(
        c,
        people.map((member) => toWire(ctx, member)),
      )
    },
  )
  .openapi(
    route('POST /admin/staff', {
      ...needs('staff', 'confirmed'),
      summary: 'Invites somebody by mail; a customer joins with the account that she has',
      request: json(Invitation),
      created: true,
      failures: {
        ...staffFailures,
        ...badInput,
        ...limited,
        409: 'She is invited or of the staff already, or the role is gone',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const id = await inviteToStaff(ctx, c.req.valid('json'))
      return created(c, await memberOf(ctx, id), 'Davet gönderildi.')
    },
  )
  .openapi(
    route('PUT /admin/staff/{id}', {
      ...needs('staff', 'confirmed'),
      summary: 'Gives somebody another role, with effect at once',
      request: { params: Id, ...json(StaffChange) },
      failures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await changeStaffRole(ctx, id, c.req.valid('json').roleId)
      return ok(c, await memberOf(ctx, id), 'Rol değişti.')
    },
  )
  .openapi(
    route('DELETE /admin/staff/{id}', {
      ...needs('staff', 'confirmed'),
      summary: 'Ends somebody’s access at once, or withdraws an invitation',
      description: 'Her sessions, open streams and push subscriptions end. Her account stays, as a customer’s.',
      request: { params: Id },
      failures: { ...staffFailures, 409: 'The caller herself, or nobody would be left who may manage the staff' },
    }),
    async (c) => {
      await removeFromStaff(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Erişim kaldırıldı.')
    },
  )
  .openapi(
    route('POST /admin/staff/{id}/invitation', {
      ...needs('staff'),
      summary: 'Mails a new link to who is invited; the one before opens nothing any more',
      request: { params: Id },
      failures: { ...staffFailures, ...limited },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await sendInvitationAgain(ctx, id)
      return ok(c, await memberOf(ctx, id), 'Davet yeniden gönderildi.')
    },
  )
