import { z } from '@hono/zod-openapi'
import { rights } from '#shop/rights.ts'
import { success } from './envelope.ts'

const Rights = z
  .array(z.enum(rights))
  .openapi({ description: 'Rights to call, named by x-right of each call, and the sights `amounts` and `contacts`' })

export type WireStaffMember = z.infer<typeof WireStaffMember>
const WireStaffMember = z
  .object({
    id: z.uuid().openapi({ description: 'Of the account, or of the invitation' }),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roleId: z.uuid(),
    roleName: z.string(),
    status: z.enum(['ACTIVE', 'INVITED']),
    self: z.boolean().openapi({ description: 'Who asks' }),
    lastSeenAt: z.iso.datetime().nullable(),
    sessions: z.array(z.object({ device: z.string(), lastUsedAt: z.iso.datetime() })),
    invitation: z
      .object({ sentAt: z.iso.datetime(), expiresAt: z.iso.datetime() })
      .nullable()
      .openapi({ description: 'While she has not joined' }),
  })
  .openapi('StaffMember')

export type WireRole = z.infer<typeof WireRole>
const WireRole = z
  .object({
    id: z.uuid(),
    name: z.string(),
    ready: z.boolean().openapi({ description: 'Comes with the shop and never changes' }),
    rights: Rights,
    people: z.number().int().openapi({ description: 'Who hold it, and who are invited to' }),
  })
  .openapi('StaffRole')

const WireInvitation = z
  .object({
    email: z.string(),
    firstName: z.string(),
    role: z.string(),
    needsPassword: z.boolean().openapi({ description: 'False: her account and its password stay as they are' }),
  })
  .openapi('Invitation')
export type WireInvitation = z.infer<typeof WireInvitation>

export const staffAnswers = {
  'GET /admin/me': success(z.object({ rights: Rights })),
  'GET /admin/staff': success(z.array(WireStaffMember)),
  'POST /admin/staff': success(WireStaffMember),
  'PUT /admin/staff/{id}': success(WireStaffMember),
  'DELETE /admin/staff/{id}': success(z.null()),
  'POST /admin/staff/{id}/invitation': success(WireStaffMember),
  'GET /admin/roles': success(z.array(WireRole)),
  'POST /admin/roles': success(WireRole),
  'PUT /admin/roles/{id}': success(WireRole),
  'DELETE /admin/roles/{id}': success(z.null()),
  'POST /auth/invitation': success(WireInvitation),
  'POST /auth/invitation/accept': success(z.null()),
}
