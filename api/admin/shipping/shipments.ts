import { createRoute, z } from '@hono/zod-openapi'
import { ShipmentOrders } from '#shop/shipping/contract.ts'
import { getShipmentLabel, makeShipment, makeShipments } from '#shop/shipping/shipments.ts'
import { badInput, Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { failed, route } from '../../route.ts'
import { adminOrderOf } from '../orders.ts'

export const adminShipments = resource()
  .openapi(
    route('POST /admin/orders/{id}/shipment', {
      ...needs('orders'),
      summary: 'Has the provider of shipments make one for an order, with its label and tracking number',
      request: { params: Id },
      failures: {
        ...staffFailures,
        404: 'No such order',
        409: 'It has one, may not be sent, or the provider refused it',
        503: 'The provider did not answer; whether it was made settles by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await makeShipment(ctx, id)
      return ok(c, await adminOrderOf(ctx, id), 'Gönderi oluşturuldu.')
    },
  )
  .openapi(
    route('POST /admin/shipments', {
      ...needs('orders'),
      summary: 'The same for several orders; says which were refused, and why',
      request: json(ShipmentOrders),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const data = await makeShipments(c.get('ctx'), c.req.valid('json').orderIds)
      const { length } = data.made
      return ok(c, data, length > 0 ? `${length} gönderi oluşturuldu.` : 'Hiçbir gönderi oluşturulmadı.')
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}/shipment/label.pdf',
      ...needs('orders'),
      summary: "The carrier's label of an order's shipment",
      request: { params: Id },
      responses: {
        ...failed({ ...staffFailures, 404: 'No shipment', 503: 'The provider does not give it now' }),
        200: { description: 'The file', content: { 'application/pdf': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const { filename, content } = await getShipmentLabel(c.get('ctx'), c.req.valid('param').id)
      return c.body(new Uint8Array(content), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `inline; filename="${filename}"`,
      })
    },
  )
