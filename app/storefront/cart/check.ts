import { useCallback, useEffect, useState } from 'react'
import { ApiError, api } from '#app/browser/api-client.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { readAttempt } from '../checkout/draft.ts'
import { amendLine, type CartLine, mostOfOneLine, readCart } from './store.ts'

/** The part of GET /products/{id} that the check reads. */
type ProductNow = { variants: { id: string; price: number; stockQuantity: number }[] }

/** How a line stands at the server. */
export type LineState = {
  /** How many of it may be bought; 0 when it cannot be bought at all. */
  most: number
  /** It is not only sold out. */
  gone?: true
  /** The changes that put the line right. */
  change?: Partial<Pick<CartLine, 'priceKurus' | 'quantity'>>
  /** The sentences that the shopper reads. */
  sentences: string[]
}

/**
 * Compares a line with its product as it is now; undefined when the product is no longer on sale. `keptUntil`: until when one of it is
 * kept for her, beside what is on sale; undefined: none is. `held`: how many her own payment under way holds, beside it too.
 */
export function checkLine(line: CartLine, product: ProductNow | undefined, keptUntil?: string, held = 0): LineState {
  const variant = product?.variants.find((variant) => variant.id === line.variantId)
  if (!variant) return { most: 0, gone: true, sentences: [`${line.name} artık satışta değil.`] }
  const what = named(line)
  const stock = variant.stockQuantity + Math.max(keptUntil ? 1 : 0, held)
  if (stock < 1) return { most: 0, sentences: [`${what} ${line.notice ? 'için ayırma süresi doldu' : 'tükendi'}.`] }
  const most = Math.min(stock, mostOfOneLine)
  const priceKurus = fromTl(variant.price) ?? line.priceKurus
  const state: LineState = { most, sentences: [] }
  if (keptUntil) state.sentences.push(`${what}: bir adet ${formatMoment(keptUntil)} tarihine kadar sizin için ayrıldı.`)
  if (priceKurus !== line.priceKurus) {
    state.change = { priceKurus }
    state.sentences.push(repriced(line, priceKurus))
  }
  if (line.quantity > most) {
    state.change = { ...state.change, quantity: most }
    state.sentences.push(`${what}: stokta ${most} adet kaldı, adet ${most} olarak güncellendi.`)
  }
  return state
}

const named = (line: CartLine) => `${line.name} (${line.color}, ${line.size})`

export function repriced(line: CartLine, priceKurus: number): string {
  return `${named(line)}: fiyat değişti, ${formatKurus(line.priceKurus)} yerine artık ${formatKurus(priceKurus)}.`
}

export type CartCheck = {
  checking: boolean
  /** By variant; a line that is not there has not been checked. */
  states: Record<string, LineState>
  /** Asks the server again, such as after it refused the cart. */
  again: () => Promise<void>
}

/** Asks the server about each product in the cart when `open` becomes true, and puts the lines right. */
export function useCartCheck(open: boolean): CartCheck {
  const [checking, setChecking] = useState(false)
  const [states, setStates] = useState<Record<string, LineState>>({})
  const again = useCallback(async () => {
    const lines = readCart()
    if (lines.length === 0) return
    setChecking(true)
    const found = await checkLines(lines)
    for (const [variantId, { change }] of Object.entries(found)) if (change) amendLine(variantId, change)
    setStates(found)
    setChecking(false)
  }, [])
  useEffect(() => {
    if (open) again()
  }, [open, again])
  return { checking, states, again }
}

/** Asks the server about each product of the lines; by variant, without those that could not be asked for. */
export async function checkLines(lines: CartLine[]): Promise<Record<string, LineState>> {
  const [products, kept, held] = await Promise.all([
    productsNow([...new Set(lines.map((line) => line.productId))]),
    keptNow(lines),
    heldNow(),
  ])
  const known = lines.filter(({ productId }) => products.has(productId))
  return Object.fromEntries(
    known.map((line) => {
      const { variantId, productId } = line
      return [variantId, checkLine(line, products.get(productId), kept.get(variantId), held[variantId])]
    }),
  )
}

const underWay = new Set(['PENDING', '3DS_REQUIRED', 'REDIRECT', 'CODE_REQUIRED'])

/**
 * How many of each variant a payment of hers under way holds, such as one that she left at her bank: its pieces count as sold, and her
 * next payment takes its place.
 */
async function heldNow(): Promise<Record<string, number>> {
  const { orderId, holds = {} } = readAttempt() ?? {}
  if (!orderId) return holds
  try {
    const { status } = await api.get<'GET /payments/{orderId}'>(`/payments/${encodeURIComponent(orderId)}`)
    return underWay.has(status) ? holds : {}
  } catch {
    // It stays as the products say.
    return {}
  }
}

/** Until when a piece is kept for her, by variant. */
async function keptNow(lines: CartLine[]): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  await Promise.all(
    lines.map(async ({ notice, variantId }) => {
      if (!notice) return
      try {
        const { state, heldUntil } = await api.get<'GET /stock-notices/{token}'>(
          `/stock-notices/${encodeURIComponent(notice)}`,
          { guest: true },
        )
        if (state === 'HELD' && heldUntil) kept.set(variantId, heldUntil)
      } catch {
        // It stays as the product says.
      }
    }),
  )
  return kept
}

/** By id; undefined is a product that is gone. Products that could not be asked for are left out: paying checks again. */
async function productsNow(ids: string[]): Promise<Map<string, ProductNow | undefined>> {
  const products = new Map<string, ProductNow | undefined>()
  await Promise.all(
    ids.map(async (id) => {
      try {
        products.set(id, await api.get<'GET /products/{id}'>(`/products/${id}`, { guest: true }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) products.set(id, undefined)
      }
    }),
  )
  return products
}
