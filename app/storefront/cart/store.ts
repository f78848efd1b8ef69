import { createStore, readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'
import type { Image } from '#shop/media/images.ts'

/** One variant in the cart, with what is needed to draw it without asking the server. */
export type CartLine = {
  productId: string
  variantId: string
  slug: string
  name: string
  color: string
  size: string
  priceKurus: number
  image: Image | undefined
  quantity: number
  /** The link of the stock notice that keeps one of it for her. */
  notice?: string
}

/** More of one variant than a boutique sells in one order. */
export const mostOfOneLine = 20

const key = 'cart'
/** The code for a discount that she wants to use. */
export const couponKey = 'coupon'

/** The discount that campaigns give on the cart, in kuruş, as the shop last answered. */
export const cartDiscount = createStore(0)

const empty: CartLine[] = []
let lastText: string | null = null
let lastLines = empty

/** The same variant again raises its quantity; another size or color is a new line. */
export function addToCart(line: CartLine): void {
  const lines = readCart()
  const index = lines.findIndex((other) => other.variantId === line.variantId)
  const present = lines[index]
  if (present) setQuantity(index, present.quantity + line.quantity)
  else saveCart([...lines, { ...line, quantity: withinLimits(line.quantity) }])
}

export function setQuantity(index: number, quantity: number): void {
  saveCart(readCart().map((line, i) => (i === index ? { ...line, quantity: withinLimits(quantity) } : line)))
}

export function removeLine(index: number): void {
  saveCart(readCart().filter((_, i) => i !== index))
}

/** Puts right what the server says of a line, such as its price. */
export function amendLine(variantId: string, change: Partial<CartLine>): void {
  saveCart(readCart().map((line) => (line.variantId === variantId ? { ...line, ...change } : line)))
}

export function clearCart(): void {
  saveCart([])
  writeStored(couponKey, null)
}

export function readCart(): CartLine[] {
  return parse(readStored(key))
}

/** Empty on the server and while hydrating. */
export function useCart(): { lines: CartLine[]; count: number } {
  const lines = parse(useStored(key))
  return { lines, count: lines.reduce((sum, line) => sum + line.quantity, 0) }
}

/** The step that it was opened at. */
const opened = createStore<'cart' | 'info' | 'payment' | undefined>(undefined)
export const useCartOpen = () => opened.use() !== undefined
export const openedAt = opened.get
export const openCart = () => opened.set('cart')
/** For who was at the till already. */
export const openTill = (step: 'info' | 'payment') => opened.set(step)
export const closeCart = () => opened.set(undefined)

function withinLimits(quantity: number): number {
  return Math.min(Math.max(Math.trunc(quantity) || 1, 1), mostOfOneLine)
}

export function saveCart(lines: CartLine[]): void {
  if (lines.length === 0) cartDiscount.set(0)
  writeStored(key, lines.length > 0 ? JSON.stringify(lines) : null)
}

/** The same text gives the same array, so that components see no change where there is none. */
function parse(text: string | null): CartLine[] {
  if (text === lastText) return lastLines
  lastText = text
  lastLines = empty
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    if (Array.isArray(value)) lastLines = value.filter(isLine)
  } catch {
    // Somebody else wrote there: an empty cart is better than none.
  }
  return lastLines
}

function isLine(value: unknown): value is CartLine {
  const line = value as CartLine | null
  return (
    typeof line?.variantId === 'string' &&
    typeof line.productId === 'string' &&
    typeof line.name === 'string' &&
    Number.isSafeInteger(line.priceKurus) &&
    Number.isSafeInteger(line.quantity) &&
    line.quantity > 0
  )
}
