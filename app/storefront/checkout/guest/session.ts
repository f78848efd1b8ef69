import type { WireGuest, WireGuestCode } from '#api/wire/payments.ts'
import { lenders } from '#app/browser/api-client.ts'
import { readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'
import { currentUser, useSession } from '#app/browser/session-store.ts'

/**
 * A shopper without an account, from the code that she entered until her purchase is over. All tabs share it: her bank may send her
 * back in another one. Whoever signs in is no guest.
 */
const key = 'guest'

export function readGuest(): WireGuest | undefined {
  return currentUser() ? undefined : guestIn(readStored(key))
}

/** Nobody on the server and while hydrating. */
export function useGuest(): WireGuest | undefined {
  const kept = guestIn(useStored(key))
  return useSession().user ? undefined : kept
}

export function keepGuest(guest: WireGuest | undefined): void {
  writeStored(key, guest ? JSON.stringify(guest) : null)
}

function guestIn(text: string | null): WireGuest | undefined {
  try {
    const guest = JSON.parse(text ?? 'null') as WireGuest | null
    return guest && Date.parse(guest.until) > Date.now() ? guest : undefined
  } catch {
    return undefined
  }
}

const askedKey = 'guest-code'

type AskedCode = { email: string; sent: WireGuestCode }

/** The code that this tab asked for: she reads it in another app, and a phone may drop the page meanwhile. Undefined once it is too old. */
export function readAskedCode(): AskedCode | undefined {
  try {
    const asked = JSON.parse(sessionStorage.getItem(askedKey) ?? 'null') as AskedCode | null
    return asked && Date.parse(asked.sent.until) > Date.now() ? asked : undefined
  } catch {
    return undefined
  }
}

export function keepAskedCode(asked: AskedCode | undefined): void {
  try {
    if (asked) sessionStorage.setItem(askedKey, JSON.stringify(asked))
    else sessionStorage.removeItem(askedKey)
  } catch {
    // She asks for another one.
  }
}

/** The calls of a purchase and of what was bought with it. */
const ofPurchase = /^\/(checkout\/quote|contracts\/preview|payments\/(create|[0-9a-f-]{36})|orders\/[0-9a-f-]{36})/

lenders.push((path) => (ofPurchase.test(path) ? readGuest()?.token : undefined))
