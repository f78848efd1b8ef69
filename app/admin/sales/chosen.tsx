import type { WireProductLine } from '#api/wire/admin/catalog.ts'
import { Icon } from '#app/ui/icon.tsx'
import { formatKurus } from '#shop/money.ts'
import { ProductLine } from '../catalog/product-picker.tsx'
import { type Kind, previewOf, type SaleFields } from './draft.ts'

type ChosenProps = {
  products: WireProductLine[]
  kind: Kind
  values: SaleFields
  onChange: (products: WireProductLine[]) => void
}

/** The products of a new sale, with the price that they would have. */
export function Chosen({ products, kind, values, onChange }: ChosenProps) {
  return (
    <section aria-labelledby="sale-products">
      <h3 id="sale-products" className="mb-2 font-medium text-sm">
        İndirimdeki ürünler{products.length > 0 && ` (${products.length})`}
      </h3>
      {products.length === 0 ? (
        <p className="border-line border-y py-4 text-center text-muted text-sm">Aşağıdan ürün seçin.</p>
      ) : (
        <ul className="border-line border-t">
          {products.map((product) => (
            <li key={product.id} className="flex items-center border-line border-b py-1">
              <ProductLine product={product} />
              <Preview kurus={previewOf(kind, values, Math.round((product.price ?? 0) * 100))} />
              <button
                type="button"
                aria-label={`${product.name}: indirimden çıkar`}
                onClick={() => onChange(products.filter(({ id }) => id !== product.id))}
                className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Nothing while the form says no lower price. */
export function Preview({ kurus }: { kurus: number | undefined }) {
  if (kurus === undefined) return null
  return <span className="shrink-0 px-2 font-medium text-sm tabular-nums">{formatKurus(kurus)}</span>
}
