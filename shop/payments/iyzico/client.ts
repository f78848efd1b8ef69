import { randomBytes } from 'node:crypto'
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { Logger } from 'pino'
import { z } from 'zod'
import { jsonIn, readAnswer, whyLost } from '../../network.ts'
import { minutes, seconds } from '../../time.ts'
import { authorization } from './signature.ts'

export type IyzicoKeys = { apiKey: string; secretKey: string; baseUrl: string }

const Answer = z.looseObject({
  status: z.enum(['success', 'failure']),
  errorCode: z.coerce.string().optional(),
  errorGroup: z.string().nullish(),
  errorMessage: z.string().nullish(),
})

/** iyzico's answer. Only a readable one counts: anything else that arrives is unknown, never a success. */
export type IyzicoReply =
  | { kind: 'success'; body: Record<string, unknown> }
  | { kind: 'failure'; code: string; group: string; message: string; body: Record<string, unknown> }
  /** The request never left us, or was turned away at the door: nothing was done. */
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string }

export type IyzicoClient = {
  post(path: string, body: object, timeout: number): Promise<IyzicoReply>
  get(path: string, query: Record<string, string>, timeout: number): Promise<IyzicoReply>
  /** False while it is left alone. */
  isAnswering?(): boolean
}

const circuitOpen = { kind: 'unsent', reason: 'the circuit is open' } as const satisfies IyzicoReply

type Kind = 'charge' | 'refund' | 'question'
type Tuning = { failures: number; pause: number; now: () => number }
const usual: Tuning = { failures: 5, pause: seconds(30), now: () => Date.now() }

/** iyzico's error for too many calls; it counts them by the minute. */
const tooManyCalls = '50000'
const limitPause = minutes(1)

class Outage extends Error {
  readonly sent: boolean
  constructor(reason: string, sent: boolean) {
    super(reason)
    this.sent = sent
  }
}

/**
 * Speaks iyzico's REST API: signs, waits only so long, follows no redirect. After several failures in a row of one kind
 * of call it stops making such calls for a while, and charging with the questions; after the error for too many calls it
 * leaves that path alone for a minute. Nothing of a request gets into an error or the log: it may hold a card.
 */
export function iyzicoClient(keys: IyzicoKeys, log: Logger, tuning: Partial<Tuning> = {}): IyzicoClient {
  const { failures, pause, now } = { ...usual, ...tuning }
  const leftAloneUntil = new Map<Kind, number>()
  const breakerFor = (kind: Kind) => {
    const breaker = circuitBreaker(handleAll, { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) })
    breaker.onBreak(() => {
      leftAloneUntil.set(kind, now() + pause)
      log.error({ kind }, 'iyzico does not answer: it is left alone for a while')
    })
    breaker.onReset(() => {
      leftAloneUntil.delete(kind)
      log.info({ kind }, 'iyzico answers again')
    })
    return breaker
  }
  // Apart, so that questions that are answered do not hide that charging fails.
  const breakers = { charge: breakerFor('charge'), refund: breakerFor('refund'), question: breakerFor('question') }
  const pausedUntil = new Map<string, number>()

  async function call(method: 'GET' | 'POST', path: string, query: string, body: string, timeout: number) {
    if ((pausedUntil.get(path) ?? 0) > now()) return { kind: 'unsent', reason: 'too many calls' } as const
    const kind = kindOf(path)
    // Without questions no charge is made, as its outcome could not be looked up. A charge may take longer to fail.
    if (kind === 'charge' && (leftAloneUntil.get('question') ?? 0) > now()) return circuitOpen
    const breaker = breakers[kind]
    const reply = await breaker.execute(() => send(keys, method, path, query, body, timeout)).catch(notAnswered)
    if (reply.kind === 'failure' && reply.code === tooManyCalls) {
      pausedUntil.set(path, now() + limitPause)
      log.error({ path }, 'iyzico says that we call it too often')
      return { kind: 'unsent', reason: 'too many calls' } as const
    }
    if (reply.kind === 'unknown') log.warn({ path, reason: reply.reason }, 'no usable answer from iyzico')
    return reply
  }

  return {
    post: (path, body, timeout) => call('POST', path, '', JSON.stringify(body), timeout),
    get: (path, query, timeout) => call('GET', path, `?${new URLSearchParams(query)}`, '', timeout),
    isAnswering: () => Object.values(breakers).every((breaker) => breaker.state !== CircuitState.Open),
  }
}

const charging = [
  '/payment/auth',
  '/payment/3dsecure/initialize',
  '/payment/v2/3dsecure/auth',
  '/payment/iyzipos/checkoutform/initialize/auth/ecom',
]
const givingBack = ['/payment/cancel', '/v2/payment/refund']

function kindOf(path: string): Kind {
  if (charging.includes(path)) return 'charge'
  return givingBack.includes(path) ? 'refund' : 'question'
}

function notAnswered(error: unknown): IyzicoReply {
  if (error instanceof BrokenCircuitError) return circuitOpen
  if (error instanceof Outage) return { kind: error.sent ? 'unknown' : 'unsent', reason: error.message }
  return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
}

async function send(
  keys: IyzicoKeys,
  method: 'GET' | 'POST',
  path: string,
  query: string,
  body: string,
  timeout: number,
): Promise<IyzicoReply> {
  const random = randomBytes(16).toString('hex')
  let text: string
  let status: number
  try {
    const response = await fetch(keys.baseUrl + path + query, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: authorization(keys, random, path, body),
        'x-iyzi-rnd': random,
        ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      },
      body: method === 'POST' ? body : undefined,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    status = response.status
    text = await readAnswer(response)
  } catch (error) {
    const { reason, sent } = whyLost(error)
    throw new Outage(reason, sent)
  }
  return read(status, text)
}

/** An answer counts if it is iyzico's JSON; a gateway's HTML page, half an answer or one of a broken server does not. */
function read(status: number, text: string): IyzicoReply {
  if (status === 429) return { kind: 'failure', code: tooManyCalls, group: '', message: '', body: {} }
  const { success, data } = Answer.safeParse(jsonIn(text))
  if (!success || status >= 500) throw new Outage(`HTTP ${status} without a readable answer`, true)
  if (data.status === 'success') return { kind: 'success', body: data }
  const { errorCode = '', errorGroup, errorMessage } = data
  return { kind: 'failure', code: errorCode, group: errorGroup ?? '', message: errorMessage ?? '', body: data }
}
