import { createStore } from '#app/browser/browser-storage.ts'
import type { PaymentMethod } from '#shop/payment-method.ts'

export type Wishes = { credit?: boolean; giftCards: string[]; method?: PaymentMethod }
export const noWishes: Wishes = { giftCards: [] }

/** The way she pays, whether with her credit, and with which gift cards; kept until the cart is closed, in this tab alone. */
const wishes = createStore(noWishes)
export const useWishes = wishes.use
export const wishesNow = wishes.get
export const wish = (change: Partial<Wishes>) => wishes.set({ ...wishes.get(), ...change })
export const forgetWishes = () => wishes.set(noWishes)
