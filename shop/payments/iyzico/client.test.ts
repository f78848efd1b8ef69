import pino from 'pino'
import { test as base, describe, expect } from 'vitest'
import type { Mischief } from '#test/outside/iyzico-mischief.ts'
import { type IyzicoSimulator, startIyzico } from '#test/outside/iyzico-simulator.ts'
import { iyzicoClient } from './client.ts'

const test = base.extend<{ iyzico: IyzicoSimulator; lines: string[] }>({
  iyzico: async ({ task: _ }, use) => {
    const iyzico = await startIyzico()
    await use(iyzico)
    await iyzico.close()
  },
  lines: async ({ task: _ }, use) => use([]),
})

const detail = '/payment/detail'
const question = {
  locale: 'tr',
  paymentConversationId: 'x',
  paymentCard: { cardNumber: '5528790000000008', cvc: '739' },
}

describe('iyzicoClient', () => {
  test('is understood by iyzico, with and without a body; a wrong key is not', async ({ iyzico, lines }) => {
    const client = iyzicoClient(iyzico, pino({}, { write: (line: string) => void lines.push(line) }))
    expect(await client.post(detail, question, 500)).toMatchObject({ kind: 'failure', code: '5087' })
    const day = { transactionDate: '2026-11-20', page: '1' }
    expect(await client.get('/v2/reporting/payment/transactions', day, 500)).toMatchObject({ kind: 'success' })
    const stranger = iyzicoClient({ ...iyzico, secretKey: 'another' }, pino({ level: 'silent' }))
    expect(await stranger.post(detail, question, 500)).toMatchObject({ kind: 'failure', code: '1000' })
    expect(lines, 'an answer is nothing to tell').toEqual([])
    expect(await client.post('/payment/unheard-of', {}, 500)).toMatchObject({ kind: 'unknown' })
    expect(lines).toEqual([expect.stringMatching(/"path":"\/payment\/unheard-of".*no usable answer/)])
  })

  test.for<[Mischief]>([['html 502'], ['half an answer'], ['drop before'], ['drop after'], ['slow'], ['redirect']])(
    'after %s nothing is known, and no card is in the error or the log',
    async ([mischief], { iyzico, lines }) => {
      // No clock and no process number: three digits of them may be those of the card.
      const log = pino({ timestamp: false, base: null }, { write: (line: string) => void lines.push(line) })
      iyzico.spoil(detail, mischief)
      const reply = await iyzicoClient(iyzico, log).post(detail, question, 400)
      expect(reply.kind).toBe('unknown')
      expect(JSON.stringify(reply) + lines.join()).not.toMatch(/5528790000000008|739/)
      expect(lines.length).toBeGreaterThan(0)
    },
  )

  test('a broken server is not believed, whether it says yes or no', async ({ iyzico }) => {
    const client = iyzicoClient(iyzico, pino({ level: 'silent' }))
    iyzico.spoil(detail, 'HTTP 500')
    expect(await client.post(detail, question, 500), 'a failure').toMatchObject({ kind: 'unknown' })
    const day = { transactionDate: '2026-11-20', page: '1' }
    iyzico.spoil('/v2/reporting/payment/transactions', 'HTTP 500')
    const list = await client.get('/v2/reporting/payment/transactions', day, 500)
    expect(list, 'a success').toMatchObject({ kind: 'unknown' })
  })

  test('a server that is not there got nothing', async ({ iyzico }) => {
    await iyzico.close()
    const client = iyzicoClient(iyzico, pino({ level: 'silent' }))
    expect(await client.post(detail, question, 500)).toEqual({ kind: 'unsent', reason: 'ECONNREFUSED' })
  })

  test('leaves a failing iyzico alone for a while, then tries again', async ({ iyzico, lines }) => {
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const client = iyzicoClient(iyzico, log, { failures: 3, pause: 200 })
    iyzico.state.down = true
    for (let i = 0; i < 3; i++) expect((await client.post(detail, question, 300)).kind).toBe('unknown')
    iyzico.state.down = false
    expect(await client.post(detail, question, 300)).toEqual({ kind: 'unsent', reason: 'the circuit is open' })
    expect(iyzico.calls).toEqual([])
    expect(lines.join()).toContain('it is left alone for a while')
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect((await client.post(detail, question, 300)).kind).toBe('failure')
    expect(lines.join(), 'and says so').toContain('iyzico answers again')
    expect((await client.post(detail, question, 300)).kind).toBe('failure')
  })

  test('when only charging fails, charging alone is left alone, which the log says', async ({ iyzico, lines }) => {
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const client = iyzicoClient(iyzico, log, { failures: 3 })
    const charge = () => client.post('/payment/auth', question, 300)
    for (let i = 0; i < 3; i++) {
      iyzico.spoil('/payment/auth', 'html 502')
      expect((await charge()).kind).toBe('unknown')
      expect((await client.post(detail, question, 300)).kind, 'questions are answered in between').toBe('failure')
    }
    expect(await charge()).toEqual({ kind: 'unsent', reason: 'the circuit is open' })
    expect(client.isAnswering?.()).toBe(false)
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['charge'])
    expect((await client.post(detail, question, 300)).kind).toBe('failure')
    expect((await client.post('/payment/cancel', { paymentId: '1' }, 300)).kind).toBe('failure')
  })

  test('when questions fail, charging waits as long as they do', async ({ iyzico }) => {
    let now = 0
    const tuning = { failures: 2, pause: 30_000, now: () => now }
    const client = iyzicoClient(iyzico, pino({ level: 'silent' }), tuning)
    for (let i = 0; i < 2; i++) {
      iyzico.spoil(detail, 'html 502')
      expect((await client.post(detail, question, 300)).kind).toBe('unknown')
    }
    const charge = () => client.post('/payment/auth', question, 300)
    expect(await charge()).toEqual({ kind: 'unsent', reason: 'the circuit is open' })
    now = 30_000
    expect((await charge()).kind, 'also when nobody asked meanwhile').toBe('failure')
  })

  test('honours the limit: a minute of silence on that path, other paths go on', async ({ iyzico }) => {
    let now = 0
    const client = iyzicoClient(iyzico, pino({ level: 'silent' }), { now: () => now })
    iyzico.spoil(detail, 'too many calls')
    expect(await client.post(detail, question, 500)).toEqual({ kind: 'unsent', reason: 'too many calls' })
    now = 59_000
    expect((await client.post(detail, question, 500)).kind).toBe('unsent')
    expect(iyzico.calls).toEqual([])
    expect((await client.post('/payment/cancel', { paymentId: '1' }, 500)).kind).toBe('failure')
    now = 61_000
    expect((await client.post(detail, question, 500)).kind).toBe('failure')
  })
})
