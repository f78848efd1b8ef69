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
    recipient: z.string().openapi({ description: 'Empty once it is paid or over, as the address is' }),
    address: z.string(),
    open: z
      .object({
        expiresAt: z.iso.datetime(),
        methods: z.array(z.enum(['CARD', 'HOSTED', 'BANK_TRANSFER'])),
        contracts: WireContractPreview,
        declined: z.string().optional().openapi({ description: 'Why the last try was not paid, for ten minutes' }),
      })
      .optional()
      .openapi({ description: 'While it can be paid' }),
    transfer: TransferDue.optional(),
  })
  .openapi('LinkedOrder')

export type WireKeptCart = z.infer<typeof WireKeptCart>
const WireKeptCart = z
  .object({
    items: z.array(
      z.object({
        productId: z.uuid(),
        variantId: z.uuid(),
        slug: z.string(),
        name: z.string(),
        color: z.string(),
        size: z.string(),
        price: z.number(),
        quantity: z.number().int().openapi({ description: 'No more than there are' }),
        stockQuantity: z.number().int(),
        image: z
          .object({ id: z.string(), width: z.number().int(), height: z.number().int(), tone: z.string() })
          .nullable(),
      }),
    ),
    gone: z.number().int().openapi({ description: 'So many other pieces can no longer be bought' }),
  })
  .openapi('KeptCart')

export const linkAnswers = {
  'PUT /account/cart': success(z.object({ kept: z.boolean() })),
  'GET /kept-carts/{token}': success(WireKeptCart),
  'POST /payment-links/order': success(WireLinkedOrder),
  'POST /payment-links/payment': success(WirePayment),
}
