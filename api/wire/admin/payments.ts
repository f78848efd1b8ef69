import { z } from '@hono/zod-openapi'
import { resolutions } from '#shop/payments/contract.ts'
import { success } from '../envelope.ts'

export type WireAttempt = z.infer<typeof WireAttempt>
const WireAttempt = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  shownOrderId: z.string(),
  status: z.string(),
  customer: z.string(),
  amount: z.number().openapi({ description: 'What was asked for' }),
  taken: z.number().openapi({ description: 'What the provider has of it, as far as it said' }),
  refunded: z.number().openapi({ description: 'What of it went back or is on its way' }),
  installments: z.number().int(),
  cardLast4: z.string().nullable(),
  paymentId: z.string().nullable(),
  heldReason: z.string().nullable(),
  suggestion: z.enum(resolutions),
  byHand: z.boolean().openapi({ description: 'No provider took it: the owner pays back herself' }),
  goneProvider: z.string().nullable().openapi({
    description: 'The provider that it was begun with, where that is not set up any more: it answers nothing',
  }),
  createdAt: z.iso.datetime(),
})

export type WireDiscrepancy = z.infer<typeof WireDiscrepancy>
const WireDiscrepancy = z.object({
  id: z.uuid(),
  kind: z.enum(['charged-without-order', 'order-without-charge', 'amount-differs']),
  day: z.string(),
  attemptId: z.uuid().nullable(),
  orderId: z.uuid().nullable(),
  paymentId: z.string().nullable(),
  ours: z.number(),
  theirs: z.number(),
  excess: z.number().openapi({
    description:
      'What was taken beyond a completed order and can go back by itself; 0 while another refund is under way',
  }),
  byHand: z.boolean().openapi({ description: 'No provider took it: the owner pays back herself' }),
})

export type WireOpenRefund = z.infer<typeof WireOpenRefund>
const WireOpenRefund = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  shownOrderId: z.string(),
  customer: z.string(),
  amount: z.number(),
  askedTimes: z.number().int(),
  shown: z.number().nullable().openapi({ description: 'What of it the provider’s books show; null: not read yet' }),
  reason: z.string().openapi({ description: 'What the owner wrote; may be empty' }),
  byHand: z.boolean().openapi({ description: 'The owner pays it herself, and says when' }),
  iban: z.string().nullable().openapi({ description: 'Where to, once the buyer has named it' }),
  ibanHolder: z.string().nullable(),
  needsDecision: z
    .boolean()
    .openapi({ description: 'The provider could not tell its end within a day, or could not be asked' }),
  createdAt: z.iso.datetime(),
})

export type WirePaymentsOverview = z.infer<typeof WirePaymentsOverview>
const WirePaymentsOverview = z
  .object({
    summary: z.object({
      chargedWithoutOrder: z.number().int(),
      openAttempts: z.number().int(),
      mismatches: z.number().int(),
    }),
    attempts: z.array(WireAttempt),
    findings: z.array(WireDiscrepancy),
    refunds: z.array(WireOpenRefund),
    lastReconciliation: z
      .object({ day: z.string(), at: z.string(), payments: z.number().int(), findings: z.number().int() })
      .nullable()
      .openapi({ description: 'The last comparison with the provider, and what it came to' }),
    provider: z.object({
      name: z.string(),
      answering: z.boolean().openapi({ description: 'False while it is left alone because it did not answer' }),
    }),
    takesTransfers: z.boolean().openapi({ description: 'Shoppers may pay by bank transfer' }),
    declines: z.object({ share: z.number().nullable(), alarming: z.boolean() }).openapi({
      description: 'The share of payments that banks declined in the last ten minutes; null while there are few',
    }),
  })
  .openapi('PaymentsOverview')

export const adminPaymentAnswers = {
  'GET /admin/payments': success(WirePaymentsOverview),
  'POST /admin/payments/{id}/resolution': success(z.object({ id: z.uuid(), status: z.string() })),
  'POST /admin/payments/refunds/{id}/resolution': success(z.null()),
  'PUT /admin/payments/refunds/{id}/account': success(z.null()),
  'POST /admin/payments/findings/{id}/resolution': success(z.null()),
  'POST /admin/payments/reconciliation': success(z.object({ day: z.string() })),
}
