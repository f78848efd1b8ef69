import { seconds } from '../time.ts'
import type { PaymentOutcome } from './provider.ts'

/** How long the provider may take to answer before its answer is looked up instead. */
const providerPatience = seconds(10)

/** Asks the provider with patience: whatever goes wrong on the way is an unknown outcome, never a success. */
export async function askProvider(ask: Promise<PaymentOutcome>): Promise<PaymentOutcome> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<PaymentOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'unknown', reason: 'no answer in time' }), providerPatience)
  })
  try {
    return await Promise.race([ask, tooLong])
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
  } finally {
    clearTimeout(timer)
    // An answer after our patience is found by asking again; it must not end the process.
    ask.catch(() => {})
  }
}
