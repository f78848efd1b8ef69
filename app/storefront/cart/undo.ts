import { createStore } from '#app/browser/browser-storage.ts'
import { type CartLine, readCart, removeLine, saveCart } from './store.ts'

/** The lines taken out last, each with its place; kept until the cart is closed, in this tab alone. */
const taken = createStore<{ line: CartLine; index: number }[]>([])
export const useTaken = taken.use
export const forgetTaken = () => taken.set([])

export function takeOut(index: number): void {
  const line = readCart()[index]
  if (!line) return
  removeLine(index)
  taken.set([{ line, index }])
}

/** The code for a discount stays, as when the lines are taken out one by one. */
export function takeOutAll(): void {
  const lines = readCart()
  saveCart([])
  taken.set(lines.map((line, index) => ({ line, index })))
}

/** Puts back what was taken out, where it was; what she has added again meanwhile stays as it is. */
export function putBack(): void {
  const lines = [...readCart()]
  for (const { line, index } of taken.get()) {
    if (!lines.some(({ variantId }) => variantId === line.variantId)) lines.splice(index, 0, line)
  }
  saveCart(lines)
  forgetTaken()
}
