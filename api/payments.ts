import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { NewPayment } from '#shop/checkout/contract.ts'
import { placeOrderByCode } from '#shop/checkout/guest-order.ts'
import { findPaymentState } from '#shop/checkout/payment-state.ts'
import { placeOrder } from '#shop/checkout/place-order.ts'
import { resumeThreeDs } from '#shop/checkout/three-ds.ts'
import type { PaymentState, TransferDue } from '#shop/checkout/ways/way.ts'
import { isId } from '#shop/ctx.ts'
import { notFound, ShopError } from '#shop/errors.ts'
import { toTl } from '#shop/money.ts'
import { type ApiEnv, bearer, json, ok, resource, userFailures } from './api.ts'
import { bought, buying } from './authenticate.ts'
import { Failure } from './failures.ts'
import { route } from './route.ts'
import { success } from './wire/envelope.ts'
import { WirePayment, WirePlace } from './wire/payments.ts'

export function toWirePayment(state: PaymentState): WirePayment {
  const { totalKurus, feeKurus, ...rest } = state
  const amounts = { totalAmount: toTl(totalKurus), installmentFee: toTl(feeKurus) }
  if (rest.status === 'CODE_REQUIRED') return { ...rest, ...amounts, codeUntil: rest.codeUntil.toISOString() }
  if (rest.status !== 'AWAITING_TRANSFER') return { ...rest, ...amounts }
  const { transfer, ...others } = rest
  return { ...others, ...amounts, ...toWireTransfer(transfer) }
}

export function toWireTransfer({ reference, dueKurus, deadline, accounts }: TransferDue) {
  return { reference, amount: toTl(dueKurus), ibans: accounts, deadline: deadline.toISOString() }
}

/** Where banks and payment pages send the shopper's browser from another site, without a token: a form, or nothing. */
const callback = resource()
callback.post('/payments/3ds-callback', comeBack)
callback.on(['GET', 'POST'], '/payments/page/return', comeBack)

async function comeBack(c: Context<ApiEnv>) {
  const conversationId = c.req.query('conversationId') ?? ''
  const ctx = c.get('ctx')
  const form: Record<string, string | File> = await c.req.parseBody().catch(() => ({}))
  const fields = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  const orderId = await resumeThreeDs({ ...ctx, actor: { kind: 'system' } }, conversationId, fields)
  // A payer with a link needs no account; the page still knows the link.
  if (c.req.query('link')) return c.redirect(`${ctx.config.publicUrl}/odeme-baglantisi`, 303)
  return c.redirect(`${ctx.config.publicUrl}/odeme/sonuc${orderId ? `?order=${orderId}` : ''}`, 303)
}

export const payments = callback
  .openapi(
    route('POST /payments/create', {
      tags: ['Checkout'],
      summary: 'Buys the cart',
      description:
        'Prices come from the database; another totalAmount is PRICE_CHANGED. Send an Idempotency-Key: the same key and body give the same answer and one charge. 202 means that the bank has not answered yet: ask GET /payments/{orderId}. Without a token, where guests may buy: orderData.emailCode is the code of POST /checkout/email-code, and guestToken of the answer is the bearer token for what follows of this order; the page of GET /orders/guest opens by the link of a mail alone. While more want to check out than the shop can serve they wait in line: 429 IN_LINE with a place in data, which is one for each buyer, however often she asks. Nothing is charged or counted meanwhile. Ask GET /checkout/line, and once the place is called send the same again with Line-Ticket within fifteen minutes; without the header the place is found too.',
      security: [...bearer, {}],
      middleware: buying,
      request: {
        headers: z.object({
          'idempotency-key': z.string().min(1).max(200, 'Idempotency-Key en çok 200 karakter olabilir').optional(),
          'line-ticket': z.string().max(60).optional(),
        }),
        ...json(NewPayment),
      },
      failures: {
        400: 'Invalid input, contracts not accepted, or a wrong code',
        ...userFailures,
        402: 'The bank declined',
        403: 'E-mail not verified',
        404: 'A product is no longer on sale',
        409: 'Price changed, out of stock, this way to pay cannot be taken, the key came with another body, or the code is over',
      },
      responses: {
        429: {
          description: 'Too many tries, or IN_LINE: the place in line is in data',
          content: { 'application/json': { schema: Failure.extend({ data: WirePlace.optional() }) } },
        },
        202: {
          description: 'The bank has not answered yet',
          content: { 'application/json': { schema: success(WirePayment) } },
        },
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const header = c.req.valid('header')
      const buy = ctx.actor.kind === 'guest' ? placeOrderByCode : placeOrder
      const state = await buy(ctx, c.req.valid('json'), header['idempotency-key'], header['line-ticket'])
      if (state.status === 'DECLINED') throw new ShopError('PAYMENT_DECLINED', state.message)
      if (state.status === 'PENDING') {
        const where = ctx.actor.kind === 'user' ? 'bu sayfada ve Siparişlerim bölümünde' : 'bu sayfada ve e-postanızda'
        const message = `Bankanız henüz yanıt vermedi; sonucu birazdan ${where} göreceksiniz.`
        return c.json({ success: true as const, data: toWirePayment(state), message }, 202)
      }
      return ok(c, toWirePayment(state))
    },
  )
  .openapi(
    route('GET /payments/{orderId}', {
      tags: ['Checkout'],
      summary: 'How the payment of an own order stands',
      ...bought,
      request: { params: z.object({ orderId: z.string().max(64) }) },
      failures: { ...userFailures, 404: 'No such order of this user' },
    }),
    async (c) => {
      const { orderId } = c.req.valid('param')
      const state = isId(orderId) ? await findPaymentState(c.get('ctx'), orderId) : undefined
      if (!state) throw notFound('Sipariş bulunamadı.')
      return ok(c, toWirePayment(state))
    },
  )
