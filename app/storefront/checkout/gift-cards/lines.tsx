import type { WireQuote } from '#api/wire/payments.ts'
import { formatKurus, fromTl } from '#shop/money.ts'

/** The sum that gift cards pay, as a line among the sums of the order. */
export function GiftCardLine({ cards }: { cards: NonNullable<WireQuote['giftCards']> }) {
  const kurus = cards.reduce((sum, { used = 0 }) => sum + (fromTl(used) ?? 0), 0)
  if (kurus === 0) return null
  return (
    <div className="flex justify-between text-sm">
      <span>Hediye kartı</span>
      <span className="tabular-nums">{formatKurus(-kurus)}</span>
    </div>
  )
}
