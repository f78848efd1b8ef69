import { z } from '@hono/zod-openapi'
import { success } from './envelope.ts'
import { WireContractPreview, WireItem } from './orders.ts'
import { TransferDue, WirePayment } from './payments.ts'

export type WireLinkedOrder = z.infer<typeof WireLinkedOrder>
const WireLinkedOrder = z
  .object({
    orderId: z.uuid(),
    state: z.enum(['OPEN', 'PAYING', 'PAID', 'ENDED', 'AWAITING_TRANSFER']),
    items: z.array(WireItem),
    discount: z.number().openapi({ description: 'Contained in the prices of the items' }),
    discountReason: z.string(),
    delivery: z.number(),
    exchange: z
      .number()
      .optional()
      .openapi({ description: 'Of an exchange: what the old pieces pay; totalAmount is the rest' }),
    totalAmount: z.number().openapi({ description: 'To be paid' }),
    seller: z.string(),
    recipient: z.string(),
    address: z.string(),
    open: z
      .object({
        expiresAt: z.iso.datetime(),
        methods: z.array(z.enum(['CARD', 'HOSTED', 'BANK_TRANSFER'])),
        contracts: WireContractPreview,
      })
      .optional()
      .openapi({ description: 'While it can be paid' }),
    transfer: TransferDue.optional(),
  })
  .openapi('LinkedOrder')

export const linkAnswers = {
  'POST /payment-links/order': success(WireLinkedOrder),
  'POST /payment-links/payment': success(WirePayment),
}
