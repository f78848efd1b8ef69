import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import type { Logger } from 'pino'
import { z } from 'zod'
import { jsonIn, readAnswer, whyLost } from '../../network.ts'
import { seconds } from '../../time.ts'

export type PaytrKeys = { merchantId: string; key: string; salt: string; baseUrl: string }

const Answer = z.looseObject({
  status: z.enum(['success', 'failed', 'error']),
  err_no: z.coerce.string().nullish(),
  err_msg: z.string().nullish(),
  reason: z.string().nullish(),
})

/** PayTR's answer. Only a readable one counts: anything else that arrives is unknown, never a success. */
type PaytrReply =
  | { kind: 'success'; body: Record<string, unknown> }
  /** `failed` where nothing was found or the request was turned away, `error` with a number where it is wrong. */
  | { kind: 'failure'; status: 'failed' | 'error'; code: string; message: string }
  /** The request never left us: nothing was done. */
  | { kind: 'unsent'; reason: string }
  | { kind: 'unknown'; reason: string }

/** The kinds of calls that fail apart from each other. */
const kinds = { '/odeme/api/get-token': 'page', '/odeme/iade': 'refund' } as const

export type PaytrClient = {
  post(path: string, fields: Record<string, string>, timeout: number): Promise<PaytrReply>
  /** False while it is left alone. */
  isAnswering(): boolean
}

class Outage extends Error {
  readonly sent: boolean
  constructor(reason: string, sent: boolean) {
    super(reason)
    this.sent = sent
  }
}

/**
 * Speaks PayTR's API: forms there, JSON back, no redirect. After five failures in a row of one kind of call such calls are
 * left out for half a minute. Nothing of a request gets into an error or the log.
 */
export function paytrClient({ baseUrl }: Pick<PaytrKeys, 'baseUrl'>, log: Logger, pause = seconds(30)): PaytrClient {
  const breakerFor = (kind: string) => {
    const breaker = circuitBreaker(handleAll, { halfOpenAfter: pause, breaker: new ConsecutiveBreaker(5) })
    breaker.onBreak(() => log.error({ kind }, 'PayTR does not answer: it is left alone for a while'))
    breaker.onReset(() => log.info({ kind }, 'PayTR answers again'))
    return breaker
  }
  const breakers = { page: breakerFor('page'), refund: breakerFor('refund'), question: breakerFor('question') }
  const kindOf = (path: string) => (path in kinds ? kinds[path as keyof typeof kinds] : 'question')
  return {
    async post(path, fields, timeout) {
      const breaker = breakers[kindOf(path)]
      const reply = await breaker.execute(() => send(baseUrl + path, fields, timeout)).catch(notAnswered)
      if (reply.kind === 'unknown') log.warn({ path, reason: reply.reason }, 'no usable answer from PayTR')
      return reply
    },
    isAnswering: () => Object.values(breakers).every((breaker) => breaker.state !== CircuitState.Open),
  }
}

function notAnswered(error: unknown): PaytrReply {
  if (error instanceof BrokenCircuitError) return { kind: 'unsent', reason: 'the circuit is open' }
  if (error instanceof Outage) return { kind: error.sent ? 'unknown' : 'unsent', reason: error.message }
  return { kind: 'unknown', reason: error instanceof Error ? error.name : 'error' }
}

async function send(url: string, fields: Record<string, string>, timeout: number): Promise<PaytrReply> {
  let text: string
  let status: number
  try {
    const body = new URLSearchParams(fields)
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(url, { method: 'POST', body, redirect: 'error', signal })
    status = response.status
    text = await readAnswer(response)
  } catch (error) {
    const { reason, sent } = whyLost(error)
    throw new Outage(reason, sent)
  }
  const { success, data } = Answer.safeParse(jsonIn(text))
  if (!success || status >= 500) throw new Outage(`HTTP ${status} without a readable answer`, true)
  if (data.status === 'success') return { kind: 'success', body: data }
  return {
    kind: 'failure',
    status: data.status,
    code: data.err_no ?? '',
    message: data.err_msg ?? data.reason ?? '',
  }
}
