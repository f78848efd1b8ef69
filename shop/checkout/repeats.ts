import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { type Attempt, findAttempt } from '../payments/attempt-rows.ts'
import { seconds } from '../time.ts'
import { stateOf } from './payment-state.ts'
import type { PaymentState } from './ways/way.ts'

/** A payment that this process is busy with. */
type UnderWay = { answer: Promise<PaymentState>; attempt?: Attempt; waiting: number }

/** Tells others who wait which attempt it is about, as soon as that is known. */
export type Tell = (attempt: Attempt) => void

/** How many requests may wait for the answer to another one: for one payment, and in the whole process. */
const mostWaiting = { perPayment: 50, inAll: 200 }

const underWay = new Map<string, UnderWay>()
let waiting = 0

/**
 * Does the work, or waits for the one of that name which is under way and answers as it does: the same request sent many
 * times at once is done once, and asks the database nothing while it waits. Those for whom there is no room to wait
 * hear at once that the bank has not answered yet, or RATE_LIMITED while not even that is known.
 */
export async function doOnce(
  ctx: Ctx,
  name: string,
  work: (tell: Tell) => Promise<PaymentState>,
): Promise<PaymentState> {
  const known = underWay.get(name)
  if (known) return waitFor(ctx, known)
  const tell: Tell = (attempt) => {
    payment.attempt = attempt
  }
  const payment: UnderWay = { answer: Promise.resolve(tell).then(work), waiting: 0 }
  underWay.set(name, payment)
  try {
    return await payment.answer
  } finally {
    underWay.delete(name)
  }
}

async function waitFor(ctx: Ctx, payment: UnderWay): Promise<PaymentState> {
  if (payment.waiting >= mostWaiting.perPayment || waiting >= mostWaiting.inAll) {
    if (payment.attempt) return stateOf(ctx, payment.attempt)
    const message = 'Ödemeniz şu anda işleniyor, lütfen birkaç saniye sonra tekrar deneyin.'
    throw new ShopError('RATE_LIMITED', message, { retryAfterSeconds: 3 })
  }
  payment.waiting++
  waiting++
  try {
    return await payment.answer
  } finally {
    payment.waiting--
    waiting--
  }
}

/** Waits while another process is busy with the attempt, then tells how it stands. */
export async function awaitState(ctx: Ctx, attemptId: string, tell: Tell): Promise<PaymentState> {
  const attempt = await getAttempt(ctx, attemptId)
  tell(attempt)
  if (attempt.status !== 'STARTED') return stateOf(ctx, attempt)
  return doOnce(ctx, attemptId, (tellWaiting) => {
    tellWaiting(attempt)
    return watch(ctx, attemptId)
  })
}

/** Looks soon at first, then ever more rarely. */
async function watch(ctx: Ctx, attemptId: string): Promise<PaymentState> {
  let waited = 0
  for (let pause = 100; ; pause = Math.min(pause * 2, seconds(2))) {
    await wait(pause)
    waited += pause
    const attempt = await getAttempt(ctx, attemptId)
    if (attempt.status !== 'STARTED' || waited >= seconds(25)) return stateOf(ctx, attempt)
  }
}

async function getAttempt(ctx: Ctx, id: string): Promise<Attempt> {
  const attempt = await findAttempt(ctx, id)
  if (!attempt) throw new Error(`payment attempt ${id} is gone`)
  return attempt
}
