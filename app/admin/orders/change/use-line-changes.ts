import { useState } from 'react'
import type { WireAdminOrder, WirePiece, WireStaffItem } from '#api/wire/admin/orders.ts'
import { isPaid } from '#app/account/orders/order-words.ts'
import { fromTl } from '#shop/money.ts'
import { changedTotal, lowered } from '#shop/order-desk/changed-total.ts'
import { moneyOf } from '../giving-back/amounts.ts'

/** The planned change of one line: fewer of it, or another piece in its place. */
export type LineDraft = { quantity?: number; swap?: { piece: WirePiece; quantity: number; keepPrice: boolean } }

const kurus = (tl = 0) => fromTl(tl) ?? 0

/** The lines of an order as they are being changed, and what the order then costs. */
export function useLineChanges(order: WireAdminOrder) {
  const [drafts, setDrafts] = useState<Record<string, LineDraft>>({})
  const set = (id: string, draft: LineDraft) => setDrafts((drafts) => ({ ...drafts, [id]: draft }))
  const before = order.items.reduce((sum, item) => sum + kurus(item.priceAtPurchase) * item.quantity, 0)
  const after = order.items.reduce((sum, item) => sum + costOf(item, drafts[item.id]), 0)
  const costs = {
    deliveryKurus: kurus(order.delivery),
    methodFeeKurus: kurus(order.methodFee),
    feeKurus: kurus(order.installmentFee),
  }
  const body = order.items.flatMap((item) => {
    const { quantity, swap } = drafts[item.id] ?? {}
    if (swap) {
      const { piece, keepPrice } = swap
      return [{ itemId: item.id, variantId: piece.variantId, quantity: swap.quantity, keepPrice }]
    }
    return quantity === undefined || quantity === item.quantity ? [] : [{ itemId: item.id, quantity }]
  })
  const nowKurus = kurus(order.totalAmount)
  const goods = { beforeKurus: before, afterKurus: after }
  const paid = {
    ...costs,
    totalKurus: nowKurus,
    amountKurus: nowKurus - kurus(order.credit ?? 0) - kurus(order.giftCard ?? 0),
    moneyLeftKurus: moneyOf(order, nowKurus),
  }
  const { totalKurus: nextKurus } = isPaid(order) ? lowered(paid, goods) : changedTotal(costs, goods)
  return { drafts, set, body, nowKurus, nextKurus }
}

/** The price of a line after its change, in kuruş. */
function costOf(item: WireStaffItem, { quantity = item.quantity, swap }: LineDraft = {}): number {
  const price = kurus(item.priceAtPurchase)
  if (!swap) return price * quantity
  return price * (item.quantity - swap.quantity) + newPrice(item, swap) * swap.quantity
}

/** A size or color of the same product keeps its price. */
export function newPrice(item: WireStaffItem, { piece, keepPrice }: NonNullable<LineDraft['swap']>): number {
  const same = piece.productId === item.variant.product.id
  return same || keepPrice ? kurus(item.priceAtPurchase) : kurus(piece.price)
}
