import { z } from '@hono/zod-openapi'
import { creditCauses } from '#shop/credit/contract.ts'
import { success } from './envelope.ts'

export type WireCredit = z.infer<typeof WireCredit>
const WireCredit = z
  .object({
    balance: z.number(),
    entries: z.array(
      z.object({
        id: z.uuid(),
        amount: z.number().openapi({ description: 'Below nought: taken' }),
        cause: z.enum(creditCauses),
        orderId: z.uuid().nullable(),
        note: z.string().openapi({ description: 'The reason that the owner wrote; may be empty' }),
        createdAt: z.iso.datetime(),
      }),
    ),
  })
  .openapi('StoreCredit')

export type WireCustomerCredit = z.infer<typeof WireCustomerCredit>
const WireCustomerCredit = WireCredit.extend({
  customer: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string(), email: z.string() }),
}).openapi('CustomerCredit')

export const creditAnswers = {
  'GET /account/credit': success(WireCredit),
  'GET /admin/customers/{id}/credit': success(WireCustomerCredit),
  'POST /admin/customers/{id}/credit': success(WireCustomerCredit),
}
