import { useEffect, useState } from 'react'
import type { WireInstallmentOption } from '#api/wire/payments.ts'
import { formatKurus } from '#shop/money.ts'
import { countText, fetchInstallments } from './installments-offers.ts'

/**
 * The installments of the card being typed, known from its first eight digits on; until then it is a single payment. What she chose
 * stays hers when the price changes, by a code or a gift card that stand below it.
 */
export function useInstallments(priceKurus: number, cardNumber: string) {
  const digits = cardNumber.replace(/\D/g, '')
  const bin = digits.length >= 8 ? digits.slice(0, 8) : ''
  const [options, setOptions] = useState<WireInstallmentOption[]>([])
  const [wanted, want] = useState({ bin, count: 1 })
  useEffect(() => {
    const stop = new AbortController()
    setOptions([])
    // Without an answer the card is charged at once, as most are.
    if (bin && priceKurus > 0) {
      fetchInstallments(priceKurus, bin, stop.signal)
        .then(([offer]) => setOptions(offer?.options ?? []))
        .catch(() => {})
    }
    return () => stop.abort()
  }, [bin, priceKurus])
  const chosen = options.find(({ count }) => count === wanted.count && wanted.bin === bin)
  return {
    options,
    choose: (count: number) => want({ bin, count }),
    count: chosen?.count ?? 1,
    totalKurus: chosen ? Math.round(chosen.total * 100) : priceKurus,
  }
}

type Props = { installments: ReturnType<typeof useInstallments>; disabled: boolean }

/** How often to pay: count, each month's amount and the whole, as the law wants them together. */
export function InstallmentChoice({ installments: { options, count, choose }, disabled }: Props) {
  if (options.length < 2) return null
  return (
    <fieldset disabled={disabled} className="grid gap-1">
      <legend className="pb-1 font-medium text-sm">Taksit</legend>
      {options.map((option) => (
        <label
          key={option.count}
          className="flex min-h-11 cursor-pointer items-center gap-3 border border-line px-3 py-2 text-sm has-checked:border-ink"
        >
          <input
            type="radio"
            className="size-4 shrink-0 accent-ink"
            name="installments"
            value={option.count}
            checked={option.count === count}
            onChange={() => choose(option.count)}
          />
          <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
            <span>
              {countText(option.count)}
              {option.count > 1 && (
                <span className="text-muted"> (ayda {formatKurus(Math.round(option.monthly * 100))})</span>
              )}
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatKurus(Math.round(option.total * 100))}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
