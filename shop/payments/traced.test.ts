import { expect, test } from 'vitest'
import { wildBank } from '#test/outside/wild-bank.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { Trace } from '../trace.ts'
import { tracedProvider } from './traced.ts'

test('each call to the provider is timed under its name, with the kind of its outcome and nothing else', async () => {
  const told: unknown[] = []
  const trace: Trace = (span, work) => work((more) => void told.push([span.name, span.kind, span.attributes, more]))
  const answers = { charge: 'charged', finishThreeDs: '3ds', find: 'none', refund: 'refunded', findRefund: 'none' }
  const provider = Object.fromEntries(
    Object.entries(answers).map(([name, kind]) => [name, async () => ({ kind, secret: 'a card' })]),
  )
  const timed = tracedProvider({ ...wildBank().provider, ...provider } as PaymentProvider, trace)
  for (const name of Object.keys(answers)) await Reflect.apply(Reflect.get(timed, name), timed, [{}])
  const attributes = { 'payment.provider': 'wild' }
  expect(told).toEqual(
    [
      ['payment charge', 'charged'],
      ['payment finish 3-D Secure', '3ds'],
      ['payment find', 'none'],
      ['payment refund', 'refunded'],
      ['payment find refund', 'none'],
    ].map(([name, kind]) => [name, 'client', attributes, { 'payment.outcome': kind }]),
  )
})

test('lists and books have no outcome, and what the provider cannot do stays undone', async () => {
  const names: string[] = []
  const trace: Trace = (span, work) => {
    names.push(span.name)
    return work(() => expect.fail('an outcome was told'))
  }
  const timed = tracedProvider(wildBank().provider, trace)
  expect(await timed.listInstallments(1)).toEqual([])
  expect(await timed.listCharges('2026-11-20')).toEqual([])
  expect(await timed.findBooks({ conversationId: 'x', paymentId: 'y' })).toBeUndefined()
  expect(names).toEqual(['payment list installments', 'payment list charges', 'payment find books'])
  expect([timed.name, 'findRefund' in timed]).toEqual(['wild', false])
})
