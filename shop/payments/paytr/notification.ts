import { z } from 'zod'
import type { PaymentOutcome, WebhookReading } from '../../payment-provider.ts'
import { declined, notReal, type Paytr } from './account.ts'
import { toCurrency } from './books.ts'
import { fromOid, isFromPaytr, toOid } from './token.ts'

const text = z
  .string()
  .max(200)
  .regex(/^[ -~]*$/)
const Notification = z.object({
  merchant_oid: text,
  status: z.enum(['success', 'failed']),
  total_amount: text.regex(/^\d{1,9}$/),
  hash: text,
  failed_reason_code: z.coerce.string().max(10).optional(),
  test_mode: z.coerce.string().max(10).optional(),
  currency: text.optional(),
})
type Notification = z.infer<typeof Notification>

/**
 * Reads what PayTR sends to the notification address. Its hash covers order, status and amount, so that it proves the outcome by
 * itself; PayTR repeats it until it hears OK, and its status query may not show the payment before.
 */
export function readNotification(paytr: Paytr, body: unknown): WebhookReading {
  const { data: told } = Notification.safeParse(body)
  if (!told) return { kind: 'unreadable' }
  const { merchant_oid: oid, status, total_amount: amount, hash } = told
  if (!isFromPaytr(paytr.settings, { oid, status, amount, hash })) return { kind: 'forged' }
  const conversationId = fromOid(oid)
  const event = { reference: hash, eventType: 'payment', status, conversationId }
  return { kind: 'signed', event, outcome: outcomeOf(paytr, conversationId, told) }
}

/** A card that failed ends nothing for certain: she may type another one while the page is open. */
function outcomeOf(paytr: Paytr, conversationId: string, told: Notification): PaymentOutcome {
  if (told.status === 'failed') return { ...declined(groups[told.failed_reason_code ?? ''] ?? 'UNKNOWN'), vague: true }
  if ((told.test_mode === '1') !== paytr.settings.testMode) return notReal(paytr, conversationId)
  const [amountKurus, currency] = [Number(told.total_amount), toCurrency(told.currency)]
  return { kind: 'charged', paymentId: toOid(conversationId), amountKurus, currency }
}

/** PayTR's reasons (*2. Adım İçin Hata Kodları*) in the words of `declines.ts`; its own free text is not shown. */
const groups: Record<string, string> = {
  '1': 'THREE_DS_FAILED',
  '2': 'THREE_DS_FAILED',
  '6': 'PAGE_LEFT',
  '8': 'INSTALLMENT_NOT_ALLOWED',
  '9': 'NOT_PERMITTED_TO_TERMINAL',
}
