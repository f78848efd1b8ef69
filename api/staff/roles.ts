import { NewRole, RoleChange } from '#shop/accounts/staff/contract.ts'
import { createRole, deleteRole, type ListedRole, listRoles, updateRole } from '#shop/accounts/staff/roles.ts'
import type { Ctx } from '#shop/ctx.ts'
import { notFound } from '#shop/errors.ts'
import { badInput, created, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireRole } from '../wire/staff.ts'

const toWire = (role: ListedRole): WireRole => ({ ...role, rights: [...role.rights] })

async function roleOf(ctx: Ctx, id: string): Promise<WireRole> {
  const role = (await listRoles(ctx)).find((one) => one.id === id)
  if (!role) throw notFound('Bu rol silinmiş; sayfayı yenileyin.')
  return toWire(role)
}

export const adminRoles = resource()
  .openapi(
    route('GET /admin/roles', {
      ...needs('staff'),
      summary: 'The roles that come with the shop, and the owner’s own',
      failures: staffFailures,
    }),
    async (c) => ok(c, (await listRoles(c.get('ctx'))).map(toWire)),
  )
  .openapi(
    route('POST /admin/roles', {
      ...needs('staff', 'confirmed'),
      summary: 'Makes a role out of rights; the sights that they need come with them',
      request: json(NewRole),
      created: true,
      failures: { ...staffFailures, 400: 'No right', 409: 'Another role has the name' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return created(c, await roleOf(ctx, await createRole(ctx, c.req.valid('json'))), 'Rol kaydedildi.')
    },
  )
  .openapi(
    route('PUT /admin/roles/{id}', {
      ...needs('staff', 'confirmed'),
      summary: 'Changes a role, with effect at once for all who hold it',
      request: { params: Id, ...json(RoleChange) },
      failures: {
        ...staffFailures,
        ...badInput,
        409: 'It comes with the shop, another has the name, nobody would be left who may manage the staff, or EDIT_CONFLICT when it is not as `seen`',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await updateRole(ctx, id, c.req.valid('json'))
      return ok(c, await roleOf(ctx, id), 'Rol kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/roles/{id}', {
      ...needs('staff', 'confirmed'),
      summary: 'Deletes a role that nobody holds',
      request: { params: Id },
      failures: { ...staffFailures, 409: 'It comes with the shop, or somebody holds it or is invited to it' },
    }),
    async (c) => {
      await deleteRole(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Rol silindi.')
    },
  )
