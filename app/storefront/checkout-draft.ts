import { currentUser } from '#app/account/session-store.ts'
import type { CustomerFields } from './checkout-checks.ts'

const draftKey = 'checkout'

const blank: CustomerFields = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  address: '',
  city: '',
  postalCode: '',
}

/** What she has typed so far, for this tab; her name and e-mail are known from the account. Never anything of a card. */
export function readDraft(): CustomerFields {
  const user = currentUser()
  const known = user && { firstName: user.firstName, lastName: user.lastName, email: user.email }
  try {
    const kept: Record<string, unknown> = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}')
    const texts = Object.entries(kept).filter(([name, value]) => name in blank && typeof value === 'string')
    return { ...blank, ...known, ...Object.fromEntries(texts) }
  } catch {
    return { ...blank, ...known }
  }
}

export function keepDraft(values: CustomerFields): void {
  keep(draftKey, JSON.stringify(values))
}

const attemptKey = 'payment'

/**
 * The payment under way. It outlives a reload, so that paying again after one is the same payment and not a second one.
 * `unknown`: it may have reached the bank. `bank`: the shopper was sent to her bank.
 */
export type Attempt = { key: string; outcome: 'unknown' | 'bank'; orderId?: string }

export function readAttempt(): Attempt | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(attemptKey) ?? 'null')
    return typeof kept?.key === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepAttempt(attempt: Attempt | undefined): void {
  keep(attemptKey, attempt ? JSON.stringify(attempt) : undefined)
}

function keep(key: string, text: string | undefined) {
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // A browser that keeps nothing still sells.
  }
}
