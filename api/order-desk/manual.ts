import { z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { ManualOrder, ManualQuote } from '#shop/order-desk/contract.ts'
import { makePaymentLink } from '#shop/order-desk/links.ts'
import { createManualOrder, quoteManualOrder } from '#shop/order-desk/manual.ts'
import { adminOrderOf } from '../admin/orders.ts'
import { badInput, created, Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

const buying = {
  ...staffFailures,
  ...badInput,
  404: 'A product is no longer on sale',
  409: 'Too little stock, this way to pay cannot be taken, or the key was used for another order',
}

/** Orders that the shop writes for a customer. */
export const manualOrders = resource()
  .openapi(
    route('POST /admin/orders', {
      ...needs('orders', 'amounts'),
      summary: 'Writes an order for a customer; its goods are held while it waits to be paid',
      description:
        'By a link (`LINK`, the default; POST /admin/orders/{id}/payment-link makes it), by transfer, or at the door. A discount is so many TL or percent, with its reason, and is contained in the prices of the lines. An account with the address is the buyer; whoever has none is a guest. With an Idempotency-Key the same request again writes no other order.',
      request: {
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(ManualOrder),
      },
      created: true,
      failures: buying,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const id = await createManualOrder(ctx, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
      return created(c, await adminOrderOf(ctx, id), 'Sipariş oluşturuldu, ürünler ayrıldı.')
    },
  )
  .openapi(
    route('POST /admin/order-quote', {
      ...needs('orders', 'amounts'),
      summary: 'What a manual order would cost; nothing is held',
      request: json(ManualQuote),
      failures: buying,
    }),
    async (c) => {
      const { quote, discountKurus } = await quoteManualOrder(c.get('ctx'), c.req.valid('json'))
      const { goodsKurus, deliveryKurus, methodFeeKurus, totalKurus } = quote
      return ok(c, {
        goods: toTl(goodsKurus + discountKurus),
        discount: toTl(discountKurus),
        delivery: toTl(deliveryKurus),
        methodFee: toTl(methodFeeKurus),
        total: toTl(totalKurus),
      })
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/payment-link', {
      ...needs('orders', 'amounts'),
      summary: 'A link by which a manual order is paid; mailed to its customer too, if `mail`',
      description: 'Each link of an order opens the same one and renews its deadline; earlier links stay good.',
      request: {
        params: Id,
        body: { content: { 'application/json': { schema: z.object({ mail: z.boolean().default(false) }) } } },
      },
      failures: {
        ...staffFailures,
        404: 'No such order',
        409: 'It does not wait for a link: paid, over, or paid otherwise',
      },
    }),
    async (c) => {
      const { mail: byMail = false } = c.req.valid('json')
      const { url, expiresAt } = await makePaymentLink(c.get('ctx'), c.req.valid('param').id, { byMail })
      const message = byMail ? 'Ödeme bağlantısı müşteriye e-postayla gönderiliyor.' : 'Ödeme bağlantısı hazır.'
      return ok(c, { url, expiresAt: expiresAt.toISOString() }, message)
    },
  )
