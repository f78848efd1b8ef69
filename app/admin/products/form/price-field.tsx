import { useEffect, useState } from 'react'
import { Field } from '#app/ui/field.tsx'
import { toTl } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { formatPrice, parsePrice } from '../variants/grid-numbers.ts'
import type { Row } from '../variants/grid-rows.ts'
import type { Editor } from './use-editor.ts'

/** The price to strike through, and a sentence on what the law allows to be shown of it. */
export function PriceField({ editor: { id, typed } }: { editor: Editor }) {
  const { fields, set, wrong, grid } = typed
  const original = parsePrice(fields.originalPrice)
  const verdict = useVerdict(id, original, lowest(grid.rows))
  return (
    <div>
      <Field
        label="Önceki fiyat (TL)"
        optional
        inputMode="decimal"
        autoComplete="off"
        value={fields.originalPrice}
        error={wrong.originalPrice}
        hint="İndirimde üstü çizili görünmesini istediğiniz fiyat."
        onChange={(event) => set('originalPrice', event.target.value)}
        onBlur={() => original !== undefined && set('originalPrice', formatPrice(original))}
      />
      <p role="status" className="mt-2 text-sm empty:hidden">
        {verdict}
      </p>
    </div>
  )
}

/** The price that a shopper sees first. */
export function lowest(rows: readonly Row[]): number | undefined {
  const prices = rows.flatMap((row) => parsePrice(row.price) ?? []).filter((kurus) => kurus > 0)
  return prices.length > 0 ? Math.min(...prices) : undefined
}

type PriceCheck = 'GET /admin/products/price-check' | 'GET /admin/products/{id}/price-check'

/** The server's sentence about these prices, a moment after the typing stops. */
function useVerdict(id: string | undefined, original: number | undefined, price: number | undefined) {
  const [verdict, setVerdict] = useState('')
  useEffect(() => {
    if (!original || !price) return setVerdict('')
    const stopped = new AbortController()
    const ask = setTimeout(() => {
      const query = `originalPrice=${toTl(original)}&price=${toTl(price)}`
      const place = id ? (`/admin/products/${id}` as const) : '/admin/products'
      const path = `${place}/price-check?${query}` as const
      adminCall<PriceCheck>('GET', path, undefined, { signal: stopped.signal })
        .then(({ data }) => setVerdict(data.message))
        .catch(() => setVerdict(''))
    }, 400)
    return () => {
      clearTimeout(ask)
      stopped.abort()
    }
  }, [id, original, price])
  return verdict
}
