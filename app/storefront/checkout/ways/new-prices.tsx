import { useState } from 'react'
import type { WireQuote } from '#api/wire/payments.ts'
import { Notice } from '#app/ui/notice.tsx'
import { fromTl } from '#shop/money.ts'
import { repriced } from '../../cart/check.ts'
import { amendLine, readCart } from '../../cart/store.ts'

/**
 * A price may change after the cart was looked at: the sum that the shop tells is then of other prices than the lines above it.
 * `take` puts the lines right, and the sentences say which have changed.
 */
export function useNewPrices() {
  const [sentences, setSentences] = useState<string[]>([])
  function take({ lines }: WireQuote) {
    const changed = readCart().flatMap((line) => {
      const unitPrice = lines.find(({ variantId }) => variantId === line.variantId)?.unitPrice
      const priceKurus = unitPrice === undefined ? undefined : fromTl(unitPrice)
      return priceKurus === undefined || priceKurus === line.priceKurus ? [] : [{ line, priceKurus }]
    })
    if (changed.length === 0) return
    for (const { line, priceKurus } of changed) amendLine(line.variantId, { priceKurus })
    setSentences(changed.map(({ line, priceKurus }) => repriced(line, priceKurus)))
  }
  return { sentences, take }
}

export function NewPrices({ sentences }: { sentences: string[] }) {
  if (sentences.length === 0) return null
  return (
    <Notice tone="plain">
      <ul className="grid gap-1">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  )
}
