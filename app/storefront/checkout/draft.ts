import { readStored, writeStored } from '#app/browser/browser-storage.ts'
import { currentUser } from '#app/browser/session-store.ts'
import type { CustomerFields } from '#shop/checkout/checks.ts'
import { blankInvoice } from '#shop/fields/invoice.ts'
import { days } from '#shop/time.ts'
import { readGuest } from './guest/session.ts'
import { wish, wishesNow } from './ways/wishes.ts'

const draftKey = 'checkout'

const blank: CustomerFields = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  address: '',
  city: '',
  district: '',
  neighbourhood: '',
  postalCode: '',
  ...blankInvoice,
}

/** The fields as typed so far, for this tab; her name and e-mail are known from the account, a guest's address from its code. Never anything of a card. */
export function readDraft(): CustomerFields {
  const user = currentUser()
  const known = user && { firstName: user.firstName, lastName: user.lastName, email: user.email }
  const guest = readGuest()
  const proven = guest && { email: guest.email }
  try {
    const kept: Record<string, unknown> = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}')
    const texts = Object.entries(kept).filter(([name, value]) => name in blank && typeof value === 'string')
    return { ...blank, ...known, ...Object.fromEntries(texts), ...proven }
  } catch {
    return { ...blank, ...known, ...proven }
  }
}

export function keepDraft(values: CustomerFields): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(values))
  } catch {
    // A browser that keeps nothing still sells.
  }
}

/** Key under which this tab keeps her payment choices, so that they are there again when she returns from her bank. */
const leftKey = 'wishes'

export function leaveWishes(): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify(wishesNow()))
  } catch {
    // She chooses again.
  }
}

export function takeUpWishes(): void {
  try {
    wish(JSON.parse(sessionStorage.getItem(leftKey) ?? '{}'))
  } catch {
    // She chooses again.
  }
  forgetLeftWishes()
}

/** Gift cards are among them. */
export function forgetLeftWishes(): void {
  try {
    sessionStorage.removeItem(leftKey)
  } catch {
    // Then none were kept.
  }
}

const attemptKey = 'payment'
/** A payment of yesterday is decided, whether this browser heard of it or not. */
const attemptLife = days(1)

/**
 * The payment under way for the cart, which all tabs share: the bank may send her back in another one. It outlives a
 * reload, so that paying again after one is the same payment and not a second one.
 * `unknown`: it may have reached the bank. `bank`: the shopper was sent to her bank. `holds`: how many of each variant.
 */
export type Attempt = {
  key: string
  outcome: 'unknown' | 'bank'
  orderId?: string
  holds?: Record<string, number>
}

export function readAttempt(): Attempt | undefined {
  try {
    const { since, ...attempt } = JSON.parse(readStored(attemptKey) ?? '{}')
    const live = typeof attempt.key === 'string' && Date.now() - Number(since) < attemptLife
    return live ? attempt : undefined
  } catch {
    return undefined
  }
}

export function keepAttempt(attempt: Attempt | undefined): void {
  writeStored(attemptKey, attempt ? JSON.stringify({ ...attempt, since: Date.now() }) : null)
}
