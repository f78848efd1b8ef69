import { createRoute, z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/orders/contract.ts'
import { resolutions } from '#shop/payments/contract.ts'
import {
  closeFinding,
  overviewOfPayments,
  reconcileNow,
  resolvePayment,
  type UnsettledAttempt,
} from '#shop/payments/resolution.ts'
import { istanbulDay } from '#shop/time.ts'
import { answers, bearer, resource } from './api.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }
const Id = z.object({ id: z.string().max(64) })

const Attempt = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  shownOrderId: z.string(),
  status: z.string(),
  customer: z.string(),
  amount: z.number(),
  installments: z.number().int(),
  cardLast4: z.string(),
  paymentId: z.string().nullable(),
  heldReason: z.string().nullable(),
  suggestion: z.enum(resolutions),
  createdAt: z.iso.datetime(),
})

const Overview = z
  .object({
    summary: z.object({
      chargedWithoutOrder: z.number().int(),
      openAttempts: z.number().int(),
      mismatches: z.number().int(),
    }),
    attempts: z.array(Attempt),
    findings: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['charged-without-order', 'order-without-charge', 'amount-differs']),
        day: z.string(),
        attemptId: z.uuid().nullable(),
        orderId: z.uuid().nullable(),
        paymentId: z.string().nullable(),
        ours: z.number(),
        theirs: z.number(),
      }),
    ),
    refunds: z.array(
      z.object({
        id: z.uuid(),
        orderId: z.uuid(),
        shownOrderId: z.string(),
        amount: z.number(),
        askedTimes: z.number().int(),
        createdAt: z.iso.datetime(),
      }),
    ),
    lastReconciliation: z
      .object({ day: z.string(), at: z.string(), payments: z.number().int(), findings: z.number().int() })
      .nullable()
      .openapi({ description: 'The last comparison with the provider, and what it came to' }),
    provider: z.object({
      name: z.string(),
      answering: z.boolean().openapi({ description: 'False while it is left alone because it did not answer' }),
    }),
    declines: z.object({ share: z.number().nullable(), alarming: z.boolean() }).openapi({
      description: 'The share of payments that banks declined in the last ten minutes; null while there are few',
    }),
  })
  .openapi('PaymentsOverview')

function toWireAttempt(attempt: UnsettledAttempt): z.infer<typeof Attempt> {
  const { id, orderId, status, customer, installments, cardLast4, heldReason, suggestion } = attempt
  return {
    id,
    orderId,
    shownOrderId: shownOrderId(orderId),
    status,
    customer,
    amount: toTl(attempt.amountKurus),
    installments,
    cardLast4,
    paymentId: attempt.providerPaymentId,
    heldReason,
    suggestion,
    createdAt: attempt.createdAt.toISOString(),
  }
}

export const adminPayments = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/payments',
      tags: ['Admin'],
      summary: 'Money without an order, open attempts, and where the provider’s books differ',
      security: bearer,
      responses: answers(Overview, guarded),
    }),
    async (c) => {
      const { summary, attempts, refunds, findings, lastReconciliation, provider, declines } = await overviewOfPayments(
        c.get('ctx'),
      )
      const data = {
        summary,
        provider,
        declines: { ...declines, share: declines.share ?? null },
        refunds: refunds.map(({ id, orderId, amountKurus, askedTimes, createdAt }) => ({
          ...{ id, orderId, askedTimes },
          shownOrderId: shownOrderId(orderId),
          amount: toTl(amountKurus),
          createdAt: createdAt.toISOString(),
        })),
        attempts: attempts.map(toWireAttempt),
        findings: findings.map(({ id, kind, day, attemptId, orderId, providerPaymentId, oursKurus, theirsKurus }) => ({
          ...{ id, kind, day, attemptId, orderId, paymentId: providerPaymentId },
          ours: toTl(oursKurus),
          theirs: toTl(theirsKurus),
        })),
        lastReconciliation: lastReconciliation ?? null,
      }
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/payments/{id}/resolution',
      tags: ['Admin'],
      summary: 'Settles an attempt: asks again, completes the order, or gives the money back',
      description: 'Without an action the shop does what is right: asks, or gives back money that has no order.',
      security: bearer,
      request: {
        params: Id,
        body: { content: { 'application/json': { schema: z.object({ action: z.enum(resolutions).optional() }) } } },
      },
      responses: answers(z.object({ id: z.uuid(), status: z.string() }), {
        ...guarded,
        404: 'No such attempt',
        409: 'Not possible as it stands',
        503: 'The provider does not answer',
      }),
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const { status } = await resolvePayment(c.get('ctx'), id, c.req.valid('json')?.action)
      return c.json({ success: true as const, data: { id, status } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/payments/findings/{id}/resolution',
      tags: ['Admin'],
      summary: 'Closes a finding that was settled elsewhere',
      security: bearer,
      request: {
        params: Id,
        body: {
          required: true,
          content: {
            'application/json': {
              schema: z.object({ note: z.string('Açıklama gerekli').trim().min(1, 'Açıklama gerekli').max(500) }),
            },
          },
        },
      },
      responses: answers(z.null(), { ...guarded, 404: 'No such open finding' }),
    }),
    async (c) => {
      await closeFinding(c.get('ctx'), c.req.valid('param').id, c.req.valid('json').note)
      return c.json({ success: true as const, data: null }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/payments/reconciliation',
      tags: ['Admin'],
      summary: 'Compares a day with the provider’s list now; today unless another is named',
      security: bearer,
      request: {
        body: { content: { 'application/json': { schema: z.object({ day: z.iso.date('Gün geçersiz').optional() }) } } },
      },
      responses: answers(z.object({ day: z.string() }), { ...guarded, 503: 'The provider does not answer' }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const day = c.req.valid('json')?.day ?? istanbulDay(ctx.clock())
      await reconcileNow(ctx, day)
      return c.json({ success: true as const, data: { day } }, 200)
    },
  )
