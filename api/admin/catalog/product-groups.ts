import { NewProductGroup, ProductGroupChange } from '#shop/catalog/contract.ts'
import {
  type AdminGroup,
  createProductGroup,
  deleteProductGroup,
  listProductGroups,
  updateProductGroup,
} from '#shop/catalog/groups.ts'
import { created, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireProductGroup } from '../../wire/admin/catalog.ts'
import { toWireLine } from './product-line.ts'

function toWire({ members, createdAt, ...group }: AdminGroup): WireProductGroup {
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    members: members.map((member) => ({ product: toWireLine(member) })),
  }
}

const found = { ...staffFailures, 404: 'No such group' }
const refused = { 400: 'Invalid fields', 409: 'A product is in another group' }
const body = { required: true, content: { 'application/json': { schema: NewProductGroup } } }

export const adminProductGroups = resource()
  .openapi(
    route('GET /admin/product-groups', {
      ...needs('catalog'),
      summary: 'All groups: products that are one design in several colors',
      failures: staffFailures,
    }),
    async (c) => {
      const groups = await listProductGroups(c.get('ctx'))
      return ok(c, groups.map(toWire))
    },
  )
  .openapi(
    route('POST /admin/product-groups', {
      ...needs('catalog'),
      summary: 'Joins at least two products, in this order',
      request: { body },
      created: true,
      failures: { ...refused, ...staffFailures },
    }),
    async (c) => {
      const group = await createProductGroup(c.get('ctx'), c.req.valid('json'))
      return created(c, toWire(group), 'Grup oluşturuldu.')
    },
  )
  .openapi(
    route('PUT /admin/product-groups/{id}', {
      ...needs('catalog'),
      summary: 'Gives a group its name and exactly these products, in this order',
      request: { params: Id, ...json(ProductGroupChange) },
      failures: {
        ...refused,
        ...found,
        409: 'A product is in another group, or EDIT_CONFLICT when it is not as `seen`',
      },
    }),
    async (c) => {
      const group = await updateProductGroup(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWire(group), 'Grup kaydedildi.')
    },
  )
  .openapi(
    route('DELETE /admin/product-groups/{id}', {
      ...needs('catalog'),
      summary: 'Parts a group; its products stay',
      request: { params: Id },
      failures: found,
    }),
    async (c) => {
      await deleteProductGroup(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Grup silindi.')
    },
  )
