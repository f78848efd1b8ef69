import { z } from 'zod'
import { isEqual, webhookSignature } from './iyzico-signature.ts'
import type { WebhookReading } from './provider.ts'

/** Ids and words of theirs, all of them plain ASCII; a NUL could not even be asked for in the database. */
const text = z.coerce
  .string()
  .max(200)
  .regex(/^[ -~]*$/)
const Webhook = z.object({
  paymentConversationId: text,
  paymentId: text,
  status: text,
  iyziReferenceCode: text,
  iyziEventType: text,
})

/** Reads what iyzico sends to the webhook address. The signature comes only after iyzico switched it on for the shop. */
export function readWebhook(secretKey: string, body: unknown, signature: string | undefined): WebhookReading {
  const parsed = Webhook.safeParse(body)
  if (!parsed.success) return { kind: 'unreadable' }
  const event = {
    reference: parsed.data.iyziReferenceCode,
    eventType: parsed.data.iyziEventType,
    status: parsed.data.status,
    conversationId: parsed.data.paymentConversationId,
  }
  if (!signature) return { kind: 'unsigned', event }
  return isEqual(webhookSignature(secretKey, parsed.data), signature) ? { kind: 'signed', event } : { kind: 'forged' }
}
