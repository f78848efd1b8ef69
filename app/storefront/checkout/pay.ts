import type { WirePayment } from '#api/wire/payments.ts'
import { ApiError, api } from '#app/browser/api-client.ts'
import type { CustomerFields } from '#shop/checkout/checks.ts'
import { invoiceBody } from '#shop/fields/invoice.ts'
import { seconds } from '#shop/time.ts'
import { type CartLine, readCart } from '../cart/store.ts'
import { type Attempt, keepAttempt, readAttempt } from './draft.ts'

export type CardValues = { cardHolderName: string; cardNumber: string; expiryDate: string; cvv: string }

/** The body of POST /payments/create, without how it is paid. */
export function orderBody(lines: CartLine[], totalKurus: number, customer: CustomerFields) {
  const own = Object.entries(customer).filter(([name]) => !name.startsWith('invoice'))
  const trimmed = Object.fromEntries(own.map(([name, value]) => [name, value.trim()]))
  const stockNotices = lines.flatMap(({ notice }) => notice ?? [])
  return {
    orderData: {
      cartItems: lines.map(({ productId, variantId, size, color, quantity }) => ({
        productId,
        variantId,
        size,
        color,
        quantity,
      })),
      customerInfo: { ...trimmed, ...invoiceBody(customer) },
      totalAmount: totalKurus / 100,
      ...(stockNotices.length > 0 ? { stockNotices } : {}),
    },
  }
}

/** The card as payments/create takes it. */
export function cardBody(card: CardValues, installments: number) {
  return { ...card, cardNumber: card.cardNumber.replace(/ /g, ''), installments: String(installments) }
}

/**
 * Sends a payment under its key. The key stays the same until an answer says for certain what became of it, so that a
 * second try after a lost answer, even after a reload, cannot charge twice. `ticket`: her place in line, where she waited in one.
 */
export async function pay(body: unknown, ticket?: string): Promise<WirePayment> {
  const { kept, attempt } = await takeAttempt()
  try {
    return await send(body, attempt, ticket)
  } catch (error) {
    // She came back from her bank and pays in another way: what she left there is not charged.
    if (kept?.outcome !== 'bank' || !(error instanceof ApiError) || error.code !== 'IDEMPOTENCY_CONFLICT') throw error
    return send(body, (await takeAttempt(kept.key)).attempt, ticket)
  }
}

/** Milliseconds until a tab of another process knows what this one has stored. */
const told = 100

/**
 * The payment under way, unless it is the one that is `over`, or a new one, kept before another tab looks: two that pay in the
 * same moment send the same key.
 */
function takeAttempt(over?: string): Promise<{ kept: Attempt | undefined; attempt: Attempt }> {
  const take = () => {
    const present = readAttempt()
    const kept = present?.key === over ? undefined : present
    const attempt: Attempt = kept ?? { key: crypto.randomUUID(), outcome: 'unknown', holds: piecesOf(readCart()) }
    if (!kept) keepAttempt(attempt)
    return { kept, attempt }
  }
  // Web Locks need a secure context; without them each tab is for itself.
  if (!navigator.locks) return Promise.resolve(take())
  return new Promise((resolve, reject) => {
    const work = () => {
      resolve(take())
      return new Promise((end) => setTimeout(end, told))
    }
    navigator.locks.request('payment', work).catch(reject)
  })
}

function piecesOf(lines: CartLine[]): Record<string, number> {
  return Object.fromEntries(lines.map(({ variantId, quantity }) => [variantId, quantity]))
}

async function send(body: unknown, attempt: Attempt, ticket: string | undefined): Promise<WirePayment> {
  keepAttempt(attempt)
  try {
    const state = await api.post<'POST /payments/create'>('/payments/create', body, {
      headers: { 'Idempotency-Key': attempt.key, ...(ticket ? { 'Line-Ticket': ticket } : {}) },
    })
    noteOutcome(attempt, state)
    return state
  } catch (error) {
    if (error instanceof ApiError && isCertain(error)) keepAttempt(undefined)
    throw error
  }
}

/** Keeps the key while the outcome is open, forgets it once it is not. */
function noteOutcome(attempt: Attempt, { status, orderId }: WirePayment): void {
  if (status === 'SUCCESS' || status === 'DECLINED' || status === 'AWAITING_TRANSFER') keepAttempt(undefined)
  else keepAttempt({ ...attempt, outcome: isElsewhere(status) ? 'bank' : 'unknown', orderId })
}

/** She is at her bank, on the page where she types her card, or looks for a code in her mails. */
function isElsewhere(status: WirePayment['status']): boolean {
  return status === '3DS_REQUIRED' || status === 'REDIRECT' || status === 'CODE_REQUIRED'
}

/** The server answered and nothing was charged: a new try is a new payment. */
function isCertain({ status, code }: ApiError): boolean {
  return status >= 400 && status < 500 && code !== 'IDEMPOTENCY_CONFLICT' && status !== 408 && status !== 429
}

/** `page`: how long a payment that was left on the provider's page may take to be told. */
type Poll = { every: number; atMost: number; page?: number; signal: AbortSignal }

/** Patient with a slow bank: most answer within half a minute. */
export const pollTiming = { every: seconds(2), atMost: seconds(150) }

/** Asks until the payment is decided; after `atMost` the last word, PENDING. Short losses of the network are waited out. */
export async function pollPayment(orderId: string, { every, atMost, page = 0, signal }: Poll): Promise<WirePayment> {
  let last: WirePayment = { status: 'PENDING', orderId, totalAmount: 0, installments: 1, installmentFee: 0 }
  for (let waited = 0; ; waited += every) {
    try {
      last = await api.get<'GET /payments/{orderId}'>(`/payments/${encodeURIComponent(orderId)}`, { signal })
      const isOpen = last.status === 'PENDING' || (last.status === 'REDIRECT' && waited < page)
      if (!isOpen) return settled(last)
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError) || (error.status !== 0 && error.status < 500)) throw error
    }
    if (waited >= atMost) return last
    await new Promise((resolve) => setTimeout(resolve, every))
    signal.throwIfAborted()
  }
}

function settled(state: WirePayment): WirePayment {
  if (readAttempt()?.orderId === state.orderId && !isElsewhere(state.status)) keepAttempt(undefined)
  return state
}
