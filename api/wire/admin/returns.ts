import { z } from '@hono/zod-openapi'
import { pageOf, success } from '../envelope.ts'
import { WireReturn } from '../returns.ts'

export type WireAdminReturn = z.infer<typeof WireAdminReturn>
const WireAdminReturn = WireReturn.extend({
  customer: z.string(),
  email: z.string(),
  phone: z.string(),
  shownOrderId: z.string(),
  paymentMethod: z.string(),
  daysLeft: z.number().int().openapi({ description: 'Until the money must be back; below 0: it is late' }),
  enteredByStaff: z.boolean(),
  noticedAt: z.iso.datetime(),
  receivedAt: z.iso.datetime().nullable(),
  shelvedAt: z.iso.datetime().nullable().openapi({ description: 'When its pieces were put away' }),
  completedAt: z.iso.datetime().nullable(),
}).openapi('AdminReturn')

export const adminReturnAnswers = {
  'GET /admin/returns': pageOf(WireAdminReturn),
  'GET /admin/returns/{id}': success(WireAdminReturn),
  'POST /admin/orders/{id}/returns': success(WireAdminReturn),
  'POST /admin/returns/{id}/approve': success(WireAdminReturn),
  'POST /admin/returns/{id}/refuse': success(WireAdminReturn),
  'POST /admin/returns/{id}/receive': success(WireAdminReturn),
  'POST /admin/returns/{id}/complete': success(WireAdminReturn),
}
