import { z } from '@hono/zod-openapi'
import { success } from '../envelope.ts'

export type WireTransfer = z.infer<typeof WireTransfer>
const WireTransfer = z
  .object({
    orderId: z.uuid(),
    shownOrderId: z.string(),
    reference: z.string().openapi({ description: "What the bank's line should hold" }),
    customer: z.string(),
    phone: z.string(),
    amount: z.number(),
    received: z.number().openapi({ description: 'What has come of it so far' }),
    deadline: z.iso.datetime(),
    overdue: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Transfer')

export const transferAnswers = {
  'GET /admin/transfers': success(z.array(WireTransfer)),
  'POST /admin/orders/{id}/transfer': success(
    z.object({
      outcome: z.enum(['paid', 'part', 'goes-back']).openapi({
        description: 'part: the rest is asked for. goes-back: the order had ended and its goods are gone',
      }),
    }),
  ),
  'POST /admin/orders/{id}/transfer/deadline': success(z.object({ deadline: z.iso.datetime() })),
}
