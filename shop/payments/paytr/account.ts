import type { Logger } from 'pino'
import type { PaymentOutcome } from '../../payment-provider.ts'
import { declineSentence } from '../declines.ts'
import type { PaytrClient, PaytrKeys } from './client.ts'

export type PaytrSettings = PaytrKeys & { testMode: boolean }

/** The first argument of this provider's functions. */
export type Paytr = { client: PaytrClient; settings: PaytrSettings; log: Logger }

/** The merchant's own test mode, switched on in PayTR's panel, takes no money though all says success. */
export function notReal({ log }: Pick<Paytr, 'log'>, conversationId: string): PaymentOutcome {
  log.error({ conversationId }, 'PayTR and PAYTR_TEST_MODE do not agree whether payments are tries')
  return { kind: 'unknown', reason: 'a try for a real payment' }
}

export function declined(code: string) {
  return { kind: 'declined' as const, code, message: declineSentence(code) }
}
