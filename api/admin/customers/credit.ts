import { z } from '@hono/zod-openapi'
import { NewCredit } from '#shop/credit/contract.ts'
import { type CustomerCredit, changeCredit, getCustomerCredit } from '#shop/credit/customers.ts'
import { toWireCredit } from '../../account/credit.ts'
import { Id, json, ok, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireCustomerCredit } from '../../wire/credit.ts'

function toWire({ customer, ...credit }: CustomerCredit): WireCustomerCredit {
  return { customer, ...toWireCredit(credit) }
}

export const adminCredit = resource()
  .openapi(
    route('GET /admin/customers/{id}/credit', {
      ...needs('orders-read', 'amounts', 'contacts'),
      summary: 'A customer’s store credit and its history',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such customer' },
    }),
    async (c) => ok(c, toWire(await getCustomerCredit(c.get('ctx'), c.req.valid('param').id))),
  )
  .openapi(
    route('POST /admin/customers/{id}/credit', {
      ...needs('orders', 'amounts', 'contacts', 'confirmed'),
      summary: 'Gives a customer store credit as a gift, or takes some back',
      description: 'With an Idempotency-Key the same request again gives nothing more. She reads the reason.',
      request: {
        params: Id,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(NewCredit),
      },
      failures: {
        ...staffFailures,
        400: 'No amount, too much of it, or no reason',
        404: 'No such customer',
        409: 'More than she has, or the key came with another body',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      const input = c.req.valid('json')
      await changeCredit(ctx, id, input, c.req.valid('header')['idempotency-key'])
      const message = input.takeBack ? 'Kredi geri alındı.' : 'Kredi verildi, müşteriye e-posta gönderildi.'
      return ok(c, toWire(await getCustomerCredit(ctx, id)), message)
    },
  )
