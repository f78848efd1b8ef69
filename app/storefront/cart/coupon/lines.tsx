import type { WireQuote } from '#api/wire/payments.ts'
import { formatKurus, fromTl } from '#shop/money.ts'

/** A line for each campaign of the cart: its discount, or free delivery. */
export function CampaignLines({ campaigns = [] }: { campaigns: WireQuote['campaigns'] }) {
  return campaigns.map(({ name, code, discount, freeDelivery }) => (
    <div key={code ?? name} className="flex justify-between gap-3 text-sm">
      <span className="min-w-0 wrap-anywhere">{code && code !== name ? `${name} (${code})` : name}</span>
      <span className="whitespace-nowrap tabular-nums">
        {freeDelivery && discount === 0 ? 'Kargo ücretsiz' : formatKurus(-(fromTl(discount) ?? 0))}
      </span>
    </div>
  ))
}
