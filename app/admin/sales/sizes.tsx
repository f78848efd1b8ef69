import { useEffect, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { formatTl, toTl } from '#shop/money.ts'
import { adminCall } from '../parts/api.ts'
import { Preview } from './chosen.tsx'
import { type Kind, previewOf, type SaleFields } from './draft.ts'

type SizeChoiceProps = {
  product: WireAdminProduct
  sizes: string[]
  kind: Kind
  values: SaleFields
  onChange: (sizes: string[]) => void
}

/** Which sizes of a product go into the sale, with their prices before and in it, and what the law lets shoppers see. */
export function SizeChoice({ product, sizes, kind, values, onChange }: SizeChoiceProps) {
  const verdict = useVerdict(product, previewOf(kind, values, Math.round((product.price ?? 0) * 100)))
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Bedenler</legend>
      <ul className="border-line border-t">
        {product.variants.map(({ id, color, size, price }) => (
          <li key={id} className="flex items-center justify-between gap-2 border-line border-b py-1.5">
            <Checkbox
              checked={sizes.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...sizes, id] : sizes.filter((other) => other !== id))
              }
            >
              {color}, {size} <span className="text-muted tabular-nums">{formatTl(price)}</span>
            </Checkbox>
            {sizes.includes(id) && <Preview kurus={previewOf(kind, values, Math.round(price * 100))} />}
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-sm empty:hidden">
        {verdict}
      </p>
    </fieldset>
  )
}

/** The server's sentence about the lowest price of the product in the sale. */
function useVerdict({ id, price }: WireAdminProduct, next: number | undefined): string {
  const [verdict, setVerdict] = useState('')
  useEffect(() => {
    if (!price || !next) return setVerdict('')
    const stopped = new AbortController()
    const ask = setTimeout(() => {
      const path = `/admin/products/${id}/price-check?originalPrice=${price}&price=${toTl(next)}` as const
      adminCall<'GET /admin/products/{id}/price-check'>('GET', path, undefined, { signal: stopped.signal })
        .then(({ data }) => setVerdict(data.message))
        .catch(() => setVerdict(''))
    }, 400)
    return () => {
      clearTimeout(ask)
      stopped.abort()
    }
  }, [id, price, next])
  return verdict
}
