import { z } from '@hono/zod-openapi'
import { returnReasons } from '#shop/returns/kinds.ts'
import { pageOf, success } from '../envelope.ts'
import { WireReturn } from '../returns.ts'

export type WireAdminReturn = z.infer<typeof WireAdminReturn>
const WireAdminReturn = WireReturn.partial({ refundAmount: true, difference: true })
  .extend({
    items: z.array(WireReturn.shape.items.element.partial({ price: true })),
    customer: z.string(),
    email: z
      .string()
      .optional()
      .openapi({ description: 'Like the phone, for who may see `contacts`; sums for who may see `amounts`' }),
    phone: z.string().optional(),
    shownOrderId: z.string(),
    paymentMethod: z.string(),
    unpaid: z.boolean().openapi({
      description: 'The money of its order is still to be collected at the door: nothing of it can go back before',
    }),
    paysBack: z.boolean().openapi({
      description: 'Money goes back, or went back; told to who may not see how much, too',
    }),
    daysLeft: z.number().int().openapi({ description: 'Until the money must be back; below 0: it is late' }),
    enteredByStaff: z.boolean(),
    early: z.boolean().openapi({
      description: 'Asked for before its order arrived; she is not asked why then, and the reason is OTHER',
    }),
    noticedAt: z.iso.datetime(),
    receivedAt: z.iso.datetime().nullable(),
    shelvedAt: z.iso.datetime().nullable().openapi({ description: 'When its pieces were put away' }),
    completedAt: z.iso.datetime().nullable(),
  })
  .openapi('AdminReturn')

const counts = z.partialRecord(z.enum(returnReasons), z.number().int())
const FitNote = z.enum(['SMALL', 'BIG']).nullable()

export type WireProductReasons = z.infer<typeof WireProductReasons>
const WireProductReasons = z
  .object({
    productId: z.uuid(),
    name: z.string(),
    slug: z.string(),
    delivered: z.number().int().openapi({ description: 'Pieces of the last year' }),
    reasons: counts,
    fitNote: FitNote.openapi({ description: 'What its page says' }),
    finding: FitNote.openapi({ description: 'What its page could say: at least 30 % of at least ten pieces' }),
    faulty: z.number().int().openapi({ description: 'Pieces that came back and are not for sale' }),
    variants: z.array(z.object({ color: z.string(), size: z.string(), delivered: z.number().int(), reasons: counts })),
  })
  .openapi('ProductReasons')

export const adminReturnAnswers = {
  'GET /admin/return-reasons': success(z.array(WireProductReasons)),
  'PUT /admin/products/{id}/fit-note': success(z.array(WireProductReasons)),
  'GET /admin/returns': pageOf(WireAdminReturn),
  'GET /admin/returns/{id}': success(WireAdminReturn),
  'POST /admin/orders/{id}/returns': success(WireAdminReturn),
  'POST /admin/returns/{id}/approve': success(WireAdminReturn),
  'POST /admin/returns/{id}/refuse': success(WireAdminReturn),
  'POST /admin/returns/{id}/receive': success(WireAdminReturn),
  'POST /admin/returns/{id}/complete': success(WireAdminReturn),
  'POST /admin/returns/{id}/keep': success(WireAdminReturn),
  'POST /admin/returns/{id}/to-return': success(WireAdminReturn),
}
