import { z } from '@hono/zod-openapi'
import { carrierIds } from '#shop/orders/carriers.ts'
import { success } from '../envelope.ts'

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

export const shippingAnswers = {
  'POST /admin/orders/tracking': success(WireTracking),
  'POST /admin/orders/tracking/file': success(WireTracking),
}
