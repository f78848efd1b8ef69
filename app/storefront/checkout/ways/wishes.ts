import { createStore } from '#app/browser/browser-storage.ts'
import type { PaymentMethod } from '#shop/payment-method.ts'

export type Wishes = { credit?: boolean; giftCards: string[]; method?: PaymentMethod }
export const noWishes: Wishes = { giftCards: [] }

/** The way she pays, whether with her credit, and with which gift cards; kept until the cart is closed, in this tab alone. */
const wishes = createStore(noWishes)
export const useWishes = wishes.use
export const wish = (change: Partial<Wishes>) => wishes.set({ ...wishes.get(), ...change })
/** Those of who is sent to her bank are there again once she is back, in this tab. */
const leftKey = 'wishes'

export function leaveWishes(): void {
  try {
    sessionStorage.setItem(leftKey, JSON.stringify(wishes.get()))
  } catch {
    // She chooses again.
  }
}

export function takeUpWishes(): void {
  try {
    wishes.set({ ...noWishes, ...JSON.parse(sessionStorage.getItem(leftKey) ?? '{}') })
  } catch {
    // She chooses again.
  }
}

export const forgetWishes = () => wishes.set(noWishes)
