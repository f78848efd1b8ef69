import { writeStored } from '#app/browser/browser-storage.ts'
import { couponKey, readCart, saveCart } from './store.ts'

type Bought = { variantId: string | null; quantity: number }

/** Takes out of the cart what was bought, and the code that was used; what another tab has put in meanwhile stays. */
export function takeOutBought(bought: Bought[]): void {
  const left = readCart().flatMap((line) => {
    const same = bought.filter(({ variantId }) => variantId === line.variantId)
    const quantity = same.reduce((left, { quantity }) => left - quantity, line.quantity)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  // In one go, or another tab would see an empty cart between.
  saveCart(left)
  writeStored(couponKey, null)
}
