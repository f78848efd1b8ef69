import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentOutcome } from '../payment-provider.ts'
import { seconds } from '../time.ts'
import { askProvider } from './ask.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 100 } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an answer within ten seconds is the outcome, and nothing waits after it', async () => {
  expect(await askProvider(Promise.resolve(charged))).toEqual(charged)
  expect(vi.getTimerCount()).toBe(0)
})

test('after ten seconds without an answer the outcome is unknown; a later failure ends nothing', async () => {
  let fail = (_: Error) => {}
  const late = new Promise<PaymentOutcome>((_, reject) => {
    fail = reject
  })
  let outcome: PaymentOutcome | undefined
  const asked = askProvider(late).then((answer) => {
    outcome = answer
  })
  await vi.advanceTimersByTimeAsync(seconds(10) - 1)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(outcome).toEqual({ kind: 'unknown', reason: 'no answer in time' })
  fail(new Error('too late'))
})

test('a failure is an unknown outcome that names the kind of failure only', async () => {
  expect(await askProvider(Promise.reject(new TypeError('card 5528')))).toEqual({
    kind: 'unknown',
    reason: 'TypeError',
  })
  expect(await askProvider(Promise.reject('a word'))).toEqual({ kind: 'unknown', reason: 'error' })
})
