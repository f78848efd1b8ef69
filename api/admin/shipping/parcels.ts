import { createRoute, z } from '@hono/zod-openapi'
import { AddressLabels, PackingSlips } from '#shop/orders/contract.ts'
import { makeAddressLabels, makePackingSlips, type ParcelDocument } from '#shop/shipping/parcel-documents.ts'
import { type ApiContext, json, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { bodyFailures, failed } from '../../route.ts'

const responses = {
  ...failed({ ...bodyFailures, 400: 'No orders, or too many', ...staffFailures, 404: 'One of them is no paid order' }),
  200: { description: 'The file', content: { 'application/pdf': { schema: z.string() } } },
}

export const adminParcels = resource()
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/packing-slips',
      ...needs('orders'),
      summary: 'A packing slip for each order, in one PDF on A4',
      request: json(PackingSlips),
      responses,
    }),
    async (c) => send(c, await makePackingSlips(c.get('ctx'), c.req.valid('json'))),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/address-labels',
      ...needs('orders'),
      summary: 'An address label for each order, in one PDF',
      request: json(AddressLabels),
      responses,
    }),
    async (c) => send(c, await makeAddressLabels(c.get('ctx'), c.req.valid('json'))),
  )

function send(c: ApiContext, { filename, content }: ParcelDocument) {
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${filename}"`,
  })
}
