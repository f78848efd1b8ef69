import { z } from '@hono/zod-openapi'
import { resolvePayment } from '#shop/checkout/decisions.ts'
import { closeDiscrepancy, overviewOfPayments, reconcileNow, type UnsettledAttempt } from '#shop/checkout/resolution.ts'
import { findTransferSettings } from '#shop/checkout/ways/transfer/settings.ts'
import { dayText, numberOrText } from '#shop/fields/contract.ts'
import { toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { enterRefundAccount, RefundAccount } from '#shop/orders/refund-account.ts'
import { decideRefund } from '#shop/orders/refund-decisions.ts'
import { RefundDecision, resolutions } from '#shop/payments/contract.ts'
import { isByHand } from '#shop/payments/providers.ts'
import { needsDecision } from '#shop/payments/refunds.ts'
import { takenKurus } from '#shop/payments/taken.ts'
import { istanbulDay } from '#shop/time.ts'
import { Id, json, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireAttempt } from '../wire/admin/payments.ts'

const Note = z.string('Açıklama gerekli').trim().min(1, 'Açıklama gerekli').max(500)
const wrongAmount = 'Okunan tutar geçersiz'
/** An amount of a discrepancy as it was read, in TL, given on in kuruş; databases count it in four bytes. */
const Seen = numberOrText(z.number(wrongAmount).min(-20_000_000, wrongAmount).max(20_000_000, wrongAmount), 'number')
  .transform((tl) => Math.round(tl * 100))
  .optional()
const ResolutionBody = z.object({ action: z.enum(resolutions).optional(), note: Note.optional() })

function toWireAttempt(attempt: UnsettledAttempt): WireAttempt {
  const { id, orderId, status, customer, installments, cardLast4, heldReason, suggestion } = attempt
  return {
    id,
    orderId,
    shownOrderId: shownOrderId(orderId),
    status,
    customer,
    amount: toTl(attempt.amountKurus),
    taken: toTl(takenKurus(attempt)),
    refunded: toTl(attempt.refundKurus),
    installments,
    cardLast4,
    paymentId: attempt.providerPaymentId,
    heldReason,
    suggestion,
    byHand: isByHand(attempt),
    goneProvider: attempt.isProviderGone ? attempt.provider : null,
    createdAt: attempt.createdAt.toISOString(),
  }
}

export const adminPayments = resource()
  .openapi(
    route('GET /admin/payments', {
      ...needs('payments-read', 'amounts'),
      summary: 'Money without an order, open attempts, and where the provider’s books differ',
      failures: staffFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const overview = await overviewOfPayments(ctx)
      const { summary, attempts, refunds, discrepancies, lastReconciliation, provider, declines } = overview
      const data = {
        summary,
        provider,
        takesTransfers: (await findTransferSettings(ctx)).on,
        declines: { ...declines, share: declines.share ?? null },
        refunds: refunds.map((refund) => ({
          ...{ id: refund.id, orderId: refund.orderId, askedTimes: refund.askedTimes },
          shownOrderId: shownOrderId(refund.orderId),
          customer: refund.customer,
          amount: toTl(refund.amountKurus),
          shown: refund.shownKurus === null ? null : toTl(refund.shownKurus),
          needsDecision: needsDecision(ctx, refund),
          reason: refund.note,
          byHand: refund.byHand,
          iban: refund.iban,
          ibanHolder: refund.ibanHolder,
          createdAt: refund.createdAt.toISOString(),
        })),
        attempts: attempts.map(toWireAttempt),
        findings: discrepancies.map(
          ({ id, kind, day, attemptId, orderId, providerPaymentId, oursKurus, theirsKurus, excessKurus, byHand }) => ({
            ...{ id, kind, day, attemptId, orderId, paymentId: providerPaymentId },
            ours: toTl(oursKurus),
            theirs: toTl(theirsKurus),
            excess: toTl(excessKurus),
            byHand,
          }),
        ),
        lastReconciliation: lastReconciliation ?? null,
      }
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /admin/payments/{id}/resolution', {
      ...needs('payments', 'amounts', 'confirmed'),
      summary:
        'Settles an attempt: asks again, completes the order, gives the money or the excess back, or closes it with a note',
      description:
        'Without an action the shop does what is right: asks, or gives back money that has no order, or what was taken too much for one. refund-excess: only what the provider took beyond the amount of a completed order. close: it was settled elsewhere; needs a note.',
      request: {
        params: Id,
        body: { content: { 'application/json': { schema: ResolutionBody } } },
      },
      failures: {
        ...staffFailures,
        404: 'No such attempt',
        400: 'Closed without a note',
        409: 'Somebody was first, or it is not possible as it stands; nothing has changed',
        503: 'The provider does not answer',
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const { status } = await resolvePayment(c.get('ctx'), id, c.req.valid('json') ?? {})
      return ok(c, { id, status })
    },
  )
  .openapi(
    route('POST /admin/payments/refunds/{id}/resolution', {
      ...needs('payments', 'amounts', 'confirmed'),
      summary: 'Settles a refund whose end the provider could not tell within a day',
      description: 'gone: it is booked as paid back. not-gone: it failed, and the money may be asked for anew.',
      request: {
        params: Id,
        ...json(RefundDecision),
      },
      failures: {
        ...staffFailures,
        404: 'No such refund',
        409: 'Settled, younger than a day, or the provider’s books say otherwise',
      },
    }),
    async (c) => {
      await decideRefund(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, null)
    },
  )
  .openapi(
    route('PUT /admin/payments/refunds/{id}/account', {
      ...needs('payments', 'amounts', 'confirmed'),
      summary: 'Enters the account that a customer told, for all that is owed by hand of her order',
      request: {
        params: Id,
        ...json(RefundAccount),
      },
      failures: { ...staffFailures, 400: 'No IBAN', 404: 'No such refund', 409: 'Nothing is owed by hand any more' },
    }),
    async (c) => {
      await enterRefundAccount(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, null, 'Hesap kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/payments/findings/{id}/resolution', {
      ...needs('payments', 'amounts'),
      summary: 'Closes a discrepancy that was settled elsewhere',
      request: {
        params: Id,
        ...json(z.object({ note: Note, ours: Seen, theirs: Seen })),
      },
      failures: { ...staffFailures, 404: 'No such open discrepancy', 409: 'It is no longer as it was read' },
    }),
    async (c) => {
      const { note, ours, theirs } = c.req.valid('json')
      const seen = ours === undefined || theirs === undefined ? undefined : { oursKurus: ours, theirsKurus: theirs }
      await closeDiscrepancy(c.get('ctx'), c.req.valid('param').id, note, seen)
      return ok(c, null)
    },
  )
  .openapi(
    route('POST /admin/payments/reconciliation', {
      ...needs('payments', 'amounts'),
      summary: 'Compares a day with the provider’s list now; today unless another is named',
      request: {
        body: { content: { 'application/json': { schema: z.object({ day: dayText('Gün geçersiz').optional() }) } } },
      },
      failures: { ...staffFailures, 503: 'The provider does not answer' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const day = c.req.valid('json')?.day ?? istanbulDay(ctx.clock())
      await reconcileNow(ctx, day)
      return ok(c, { day })
    },
  )
