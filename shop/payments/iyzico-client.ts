import { randomBytes } from 'node:crypto'
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { Logger } from 'pino'
import { z } from 'zod'
import { minutes, seconds } from '../time.ts'
import { authorization } from './iyzico-signature.ts'

export type IyzicoKeys = { apiKey: string; secretKey: string; baseUrl: string }

const Answer = z.looseObject({
  status: z.enum(['success', 'failure']),
  errorCode: z.coerce.string().optional(),
  errorGroup: z.string().nullish(),
  errorMessage: z.string().nullish(),
})

/** What iyzico said. Only a readable answer counts: whatever else arrives is unknown, never a success. */
export type IyzicoReply =
  | { kind: 'success'; body: Record<string, unknown> }
  | { kind: 'failure'; code: string; group: string; message: string; body: Record<string, unknown> }
  /** The request never left us, or was turned away at the door: nothing was done. */
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string }

export type IyzicoClient = {
  post(path: string, body: object, patience: number): Promise<IyzicoReply>
  get(path: string, query: Record<string, string>, patience: number): Promise<IyzicoReply>
  /** False while it is left alone. */
  isAnswering?(): boolean
}

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
 * Speaks iyzico's REST API: signs, waits only so long, follows no redirect. After several failures in a row it stops
 * asking for a while; after the error for too many calls it leaves that path alone for a minute. Nothing of a request
 * gets into an error or the log: it may hold a card.
 */
export function iyzicoClient(keys: IyzicoKeys, log: Logger, tuning: Partial<Tuning> = {}): IyzicoClient {
  const { failures, pause, now } = { ...usual, ...tuning }
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(failures) })
  breaker.onBreak(() => log.error('iyzico does not answer: it is left alone for a while and payments are refused'))
  breaker.onReset(() => log.info('iyzico answers again'))
  const pausedUntil = new Map<string, number>()

  async function call(method: 'GET' | 'POST', path: string, query: string, body: string, patience: number) {
    if ((pausedUntil.get(path) ?? 0) > now()) return { kind: 'unsent', reason: 'too many calls' } as const
    const reply = await breaker.execute(() => send(keys, method, path, query, body, patience)).catch(notAnswered)
    if (reply.kind === 'failure' && reply.code === tooManyCalls) {
      pausedUntil.set(path, now() + limitPause)
      log.error({ path }, 'iyzico says that we call it too often')
      return { kind: 'unsent', reason: 'too many calls' } as const
    }
    if (reply.kind === 'unknown') log.warn({ path, reason: reply.reason }, 'no usable answer from iyzico')
    return reply
  }

  return {
    post: (path, body, patience) => call('POST', path, '', JSON.stringify(body), patience),
    get: (path, query, patience) => call('GET', path, `?${new URLSearchParams(query)}`, '', patience),
    isAnswering: () => breaker.state !== CircuitState.Open,
  }
}

function notAnswered(error: unknown): IyzicoReply {
  if (error instanceof BrokenCircuitError) return { kind: 'unsent', reason: 'the circuit is open' }
  if (error instanceof Outage) return { kind: error.sent ? 'unknown' : 'unsent', reason: error.message }
  return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
}

async function send(
  keys: IyzicoKeys,
  method: 'GET' | 'POST',
  path: string,
  query: string,
  body: string,
  patience: number,
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
      signal: AbortSignal.timeout(patience),
    })
    status = response.status
    text = await response.text()
  } catch (error) {
    throw new Outage(...whyLost(error))
  }
  return read(status, text)
}

/** An answer of any HTTP status counts if it is iyzico's JSON; a gateway's HTML page or half an answer does not. */
function read(status: number, text: string): IyzicoReply {
  if (status === 429) return { kind: 'failure', code: tooManyCalls, group: '', message: '', body: {} }
  const { success, data } = Answer.safeParse(parsed(text))
  if (!success || status >= 500) throw new Outage(`HTTP ${status} without a readable answer`, true)
  if (data.status === 'success') return { kind: 'success', body: data }
  const { errorCode = '', errorGroup, errorMessage } = data
  return { kind: 'failure', code: errorCode, group: errorGroup ?? '', message: errorMessage ?? '', body: data }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

function whyLost(error: unknown): [reason: string, sent: boolean] {
  if (!(error instanceof Error)) return ['error', true]
  const code = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.name
  return [code, !neverConnected.includes(code)]
}
