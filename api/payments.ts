import { createRoute, z } from '@hono/zod-openapi'
import { NewPayment } from '#shop/checkout/contract.ts'
import { findPaymentState, type PaymentState, placeOrder } from '#shop/checkout/place-order.ts'
import { isId } from '#shop/ctx.ts'
import { notFound, ShopError } from '#shop/errors.ts'
import { toTl } from '#shop/money.ts'
import { resumeThreeDs } from '#shop/payments/three-ds.ts'
import { answers, bearer, resource, success } from './api.ts'
import { signedIn } from './authenticate.ts'

const WirePayment = z
  .object({
    status: z.enum(['SUCCESS', '3DS_REQUIRED', 'PENDING', 'DECLINED']),
    orderId: z.uuid(),
    paymentId: z.string().optional(),
    redirectUrl: z.string().optional(),
    totalAmount: z.number(),
    message: z.string().optional(),
  })
  .openapi('Payment')

function toWire(state: PaymentState): z.infer<typeof WirePayment> {
  const { totalKurus, ...rest } = state
  return { ...rest, totalAmount: toTl(totalKurus) }
}

/** Where banks send the shopper's browser: a form POST from another site, without a token. */
const callback = resource()
callback.post('/payments/3ds-callback', async (c) => {
  const conversationId = c.req.query('conversationId') ?? ''
  const ctx = c.get('ctx')
  const form: Record<string, string | File> = await c.req.parseBody().catch(() => ({}))
  const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  const orderId = await resumeThreeDs({ ...ctx, actor: { kind: 'system' } }, conversationId, fields)
  return c.redirect(`${ctx.config.publicUrl}/odeme/sonuc${orderId ? `?order=${orderId}` : ''}`, 303)
})

export const payments = callback
  .openapi(
    createRoute({
      method: 'post',
      path: '/payments/create',
      tags: ['Checkout'],
      summary: 'Buys the cart with a card',
      description:
        'Prices come from the database; another totalAmount is PRICE_CHANGED. Send an Idempotency-Key: the same key and body give the same answer and one charge. 202 means that the bank has not answered yet: ask GET /payments/{orderId}.',
      security: bearer,
      middleware: signedIn,
      request: {
        headers: z.object({
          'idempotency-key': z.string().min(1).max(200, 'Idempotency-Key en çok 200 karakter olabilir').optional(),
        }),
        body: { required: true, content: { 'application/json': { schema: NewPayment } } },
      },
      responses: {
        ...answers(WirePayment, {
          400: 'Invalid input or contracts not accepted',
          401: 'Not signed in',
          402: 'The bank declined',
          403: 'E-mail not verified',
          404: 'A product is no longer on sale',
          409: 'Price changed, out of stock, or the key came with another body',
          429: 'Too many tries',
        }),
        202: {
          description: 'The bank has not answered yet',
          content: { 'application/json': { schema: success(WirePayment) } },
        },
      },
    }),
    async (c) => {
      const state = await placeOrder(c.get('ctx'), c.req.valid('json'), c.req.valid('header')['idempotency-key'])
      if (state.status === 'DECLINED') throw new ShopError('PAYMENT_DECLINED', state.message)
      if (state.status === 'PENDING') {
        const message =
          'Bankanız henüz yanıt vermedi; sonucu birazdan bu sayfada ve Siparişlerim bölümünde göreceksiniz.'
        return c.json({ success: true as const, data: toWire(state), message }, 202)
      }
      return c.json({ success: true as const, data: toWire(state) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/payments/{orderId}',
      tags: ['Checkout'],
      summary: 'How the payment of an own order stands',
      security: bearer,
      middleware: signedIn,
      request: { params: z.object({ orderId: z.string().max(64) }) },
      responses: answers(WirePayment, { 401: 'Not signed in', 404: 'No such order of this user' }),
    }),
    async (c) => {
      const { orderId } = c.req.valid('param')
      const state = isId(orderId) ? await findPaymentState(c.get('ctx'), orderId) : undefined
      if (!state) throw notFound('Sipariş bulunamadı.')
      return c.json({ success: true as const, data: toWire(state) }, 200)
    },
  )
