import { z } from '@hono/zod-openapi'
import { carrierIds } from '#shop/orders/carriers.ts'
import { success } from '../envelope.ts'
import { WireAdminOrder, WireStaffOrder } from './orders.ts'

export type WireTrackingOutcome = z.infer<typeof WireTrackingOutcome>
const WireTrackingOutcome = z
  .object({
    order: z.string().openapi({ description: 'The order’s number; as it came where there is no such order' }),
    orderId: z.uuid().nullable(),
    customer: z.string().nullable(),
    carrier: z.enum(carrierIds).nullable(),
    trackingNumber: z.string(),
    outcome: z
      .enum(['READY', 'SHIPPED', 'UNCHANGED', 'REFUSED'])
      .openapi({ description: 'READY, in a preview alone: it would become SHIPPED' }),
    message: z.string(),
  })
  .openapi('TrackingOutcome')

const WireTracking = z.object({ rows: z.array(WireTrackingOutcome) })

export type WireParcel = z.infer<typeof WireParcel>
const WireParcel = z
  .object({
    order: WireStaffOrder,
    problem: z.string().nullable().openapi({ description: 'Why it is not to be packed' }),
  })
  .openapi('ParcelToPack')

const WireShipmentsMade = z.object({
  made: z.array(z.uuid()),
  refused: z.array(z.object({ orderId: z.uuid(), message: z.string() })),
})

export const shippingAnswers = {
  'POST /admin/orders/{id}/shipment': success(WireAdminOrder),
  'POST /admin/shipments': success(WireShipmentsMade),
  'GET /admin/packing': success(z.object({ orders: z.array(WireStaffOrder), total: z.number().int() })),
  'GET /admin/packing/{code}': success(WireParcel),
  'POST /admin/orders/{id}/packed': success(WireParcel),
  'POST /admin/orders/tracking': success(WireTracking),
  'POST /admin/orders/tracking/file': success(WireTracking),
}
