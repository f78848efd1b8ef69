import { openAccount } from '../../browser/session-store.ts'

let asked: string | undefined

/** Opens the account at this order. */
export function openOrder(orderId: string): void {
  asked = orderId
  openAccount()
}

/** The order that the list of orders is to open, once. */
export function takeAskedOrder(): string | undefined {
  const orderId = asked
  asked = undefined
  return orderId
}
