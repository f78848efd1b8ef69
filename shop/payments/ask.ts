import type { PaymentOutcome } from '../payment-provider.ts'
import { seconds } from '../time.ts'

/** How long the provider may take to answer before its answer is looked up instead. */
const providerTimeout = seconds(10)

/** Asks the provider, with a timeout: whatever goes wrong on the way is an unknown outcome, never a success. */
export async function askProvider(ask: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<PaymentOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unknown', reason: 'no answer in time' }), providerTimeout)
  })
  try {
    return await Promise.race([ask, tooLong])
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
  } finally {
    clearTimeout(timer)
    // An answer after the timeout is found by asking again; it must not end the process.
    ask.catch(() => {})
  }
}
