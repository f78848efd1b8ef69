import { z } from '@hono/zod-openapi'
import { success } from '../envelope.ts'
import { WireStatementTable } from './sheets.ts'

export type WireTransfer = z.infer<typeof WireTransfer>
const WireTransfer = z
  .object({
    orderId: z.uuid(),
    shownOrderId: z.string(),
    reference: z.string().openapi({ description: "What the bank's line should hold" }),
    customer: z.string(),
    phone: z.string().optional().openapi({ description: 'For who may see `contacts`' }),
    amount: z.number(),
    received: z.number().openapi({ description: 'What has come of it so far' }),
    deadline: z.iso.datetime(),
    overdue: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Transfer')

export type WireReceipt = z.infer<typeof WireReceipt>
const WireReceipt = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    receivedAt: z.iso.datetime(),
    note: z.string(),
    byStatement: z.boolean().openapi({ description: 'A line of a bank statement shows it' }),
    takenBackAt: z.iso.datetime().nullable().openapi({ description: 'Set once it no longer counts' }),
  })
  .openapi('TransferReceipt')

export type WireStatement = z.infer<typeof WireStatement>
const WireStatement = z
  .object({
    id: z.uuid(),
    lines: z.array(
      z.object({
        key: z.string(),
        day: z.iso.date(),
        amount: z.number(),
        text: z.string(),
        entered: z.boolean().openapi({ description: 'It counts already: an earlier statement brought it' }),
        byHand: z.boolean().openapi({
          description: 'As much was entered for this order by hand; confirmed, the line is kept beside it',
        }),
        orderId: z.uuid().optional().openapi({ description: 'The order that it most probably pays' }),
        certainty: z.enum(['sure', 'likely', 'possible']).optional(),
        named: z
          .object({
            orderId: z.uuid(),
            shownOrderId: z.string(),
            customer: z.string(),
            standing: z.enum(['paid', 'over']),
          })
          .optional()
          .openapi({
            description:
              'The order that it names, whose transfer is awaited no more; confirmed for it, the money is too much, opens it again or goes back',
          }),
      }),
    ),
    waiting: z.array(WireTransfer),
    table: WireStatementTable,
  })
  .openapi('BankStatement')

export const transferAnswers = {
  'POST /admin/transfers/statement': success(WireStatement),
  'POST /admin/transfers/statement/{id}/confirm': success(
    z.array(
      z.object({
        key: z.string(),
        outcome: z.enum(['paid', 'part', 'goes-back']).optional(),
        error: z.string().optional(),
      }),
    ),
  ),
  'GET /admin/transfers': success(z.array(WireTransfer)),
  'POST /admin/orders/{id}/transfer': success(
    z.object({
      outcome: z.enum(['paid', 'part', 'goes-back']).openapi({
        description: 'part: the rest is asked for. goes-back: the order had ended, and what came is given back by hand',
      }),
    }),
  ),
  'GET /admin/orders/{id}/transfer': success(z.array(WireReceipt)),
  'DELETE /admin/orders/{id}/transfer/{receipt}': success(
    z.object({
      outcome: z.enum(['waits', 'paid']).openapi({
        description: 'waits: for its money again. paid: it is paid all the same, only what was too much is gone',
      }),
    }),
  ),
  'POST /admin/orders/{id}/transfer/deadline': success(z.object({ deadline: z.iso.datetime() })),
}
