import { createRoute, z } from '@hono/zod-openapi'
import { NewProductGroup } from '#shop/catalog/contract.ts'
import {
  type AdminGroup,
  createProductGroup,
  deleteProductGroup,
  listProductGroups,
  updateProductGroup,
} from '#shop/catalog/groups.ts'
import { toTl } from '#shop/money.ts'
import { AdminImage, toWireImage } from './admin-images.ts'
import { answers, bearer, resource } from './api.ts'
import { pictureUrl } from './products.ts'

const WireGroup = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    members: z.array(
      z.object({
        product: z.object({
          id: z.uuid(),
          name: z.string(),
          slug: z.string(),
          mainImage: z.string().nullable(),
          picture: AdminImage.nullable(),
          price: z.number().nullable(),
          published: z.boolean(),
        }),
      }),
    ),
  })
  .openapi('ProductGroup')

function toWire({ members, createdAt, ...group }: AdminGroup): z.infer<typeof WireGroup> {
  return {
    ...group,
    createdAt: createdAt.toISOString(),
    members: members.map(({ image, priceKurus, ...product }) => ({
      product: {
        ...product,
        mainImage: image ? pictureUrl(image) : null,
        picture: image ? toWireImage(image) : null,
        price: priceKurus === null ? null : toTl(priceKurus),
      },
    })),
  }
}

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }
const found = { ...guarded, 404: 'No such group' }
const refused = { 400: 'Invalid fields', 409: 'A product is in another group' }
const Id = z.object({ id: z.string().max(64) })
const body = { required: true, content: { 'application/json': { schema: NewProductGroup } } }

export const adminProductGroups = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/product-groups',
      tags: ['Admin'],
      summary: 'All groups: products that are one design in several colours',
      security: bearer,
      responses: answers(z.array(WireGroup), guarded),
    }),
    async (c) => {
      const groups = await listProductGroups(c.get('ctx'))
      return c.json({ success: true as const, data: groups.map(toWire) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/product-groups',
      tags: ['Admin'],
      summary: 'Joins at least two products, in this order',
      security: bearer,
      request: { body },
      responses: answers(WireGroup, { ...refused, ...guarded }, 201),
    }),
    async (c) => {
      const group = await createProductGroup(c.get('ctx'), c.req.valid('json'))
      return c.json({ success: true as const, data: toWire(group), message: 'Grup oluşturuldu.' }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/product-groups/{id}',
      tags: ['Admin'],
      summary: 'Gives a group its name and exactly these products, in this order',
      security: bearer,
      request: { params: Id, body },
      responses: answers(WireGroup, { ...refused, ...found }),
    }),
    async (c) => {
      const group = await updateProductGroup(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return c.json({ success: true as const, data: toWire(group), message: 'Grup kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/product-groups/{id}',
      tags: ['Admin'],
      summary: 'Parts a group; its products stay',
      security: bearer,
      request: { params: Id },
      responses: answers(z.null(), found),
    }),
    async (c) => {
      await deleteProductGroup(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: null, message: 'Grup silindi.' }, 200)
    },
  )
