import { z } from 'zod'
import type { WebhookReading } from '../../payment-provider.ts'
import { isEqual, webhookSignature } from './signature.ts'

export const signatureHeader = 'x-iyz-signature-v3'

/** Ids and words of theirs, all of them plain ASCII; a NUL could not even be asked for in the database. */
const text = z.coerce
  .string()
  .max(200)
  .regex(/^[ -~]*$/)
const Webhook = z.object({
  paymentConversationId: text,
  /** News of a payment on iyzico's page names the page, and the payment in another field. */
  paymentId: text.optional(),
  iyziPaymentId: text.optional(),
  token: text.optional(),
  status: text,
  iyziReferenceCode: text,
  iyziEventType: text,
})

/**
 * Reads what iyzico sends to the webhook address. The signature comes only after iyzico switched it on for the shop.
 * Its page on webhooks, read in November 2026, names REFUND_RETRY_SUCCESS and REFUND_RETRY_FAILURE among the types of
 * events: how a refund ended that iyzico called retryable. They are of the payment's conversation and hold no amount.
 */
export function readWebhook(secretKey: string, body: unknown, signature: string | undefined): WebhookReading {
  const parsed = Webhook.safeParse(body)
  if (!parsed.success) return { kind: 'unreadable' }
  const { token, iyziPaymentId, paymentId = '' } = parsed.data
  const named = token === undefined ? paymentId : `${iyziPaymentId ?? ''}${token}`
  if (named === '') return { kind: 'unreadable' }
  const event = {
    reference: parsed.data.iyziReferenceCode,
    eventType: parsed.data.iyziEventType,
    status: parsed.data.status,
    conversationId: parsed.data.paymentConversationId,
  }
  if (!signature) return { kind: 'unsigned', event }
  return isEqual(webhookSignature(secretKey, { ...parsed.data, paymentId: named }), signature)
    ? { kind: 'signed', event }
    : { kind: 'forged' }
}
