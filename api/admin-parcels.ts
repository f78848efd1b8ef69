import { createRoute, z } from '@hono/zod-openapi'
import { AddressLabels, PackingSlips } from '#shop/orders/contract.ts'
import { makeAddressLabels, makePackingSlips, type Paper } from '#shop/orders/parcel-papers.ts'
import { type ApiContext, answers, bearer, resource } from './api.ts'

const responses = {
  ...answers(z.null(), {
    400: 'No orders, or too many',
    401: 'Not signed in',
    403: 'Not an admin',
    404: 'One of them is no paid order',
  }),
  200: { description: 'The file', content: { 'application/pdf': { schema: z.string() } } },
}

const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

export const adminParcels = resource()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/packing-slips',
      tags: ['Admin'],
      summary: 'A packing slip for each order, in one PDF on A4',
      security: bearer,
      request: body(PackingSlips),
      responses,
    }),
    async (c) => send(c, await makePackingSlips(c.get('ctx'), c.req.valid('json'))),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/address-labels',
      tags: ['Admin'],
      summary: 'An address label for each order, in one PDF',
      security: bearer,
      request: body(AddressLabels),
      responses,
    }),
    async (c) => send(c, await makeAddressLabels(c.get('ctx'), c.req.valid('json'))),
  )

function send(c: ApiContext, { filename, content }: Paper) {
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${filename}"`,
  })
}
