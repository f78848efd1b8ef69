import type { WireProductLine } from '#api/wire/admin/catalog.ts'
import { Icon } from '#app/ui/icon.tsx'
import { type Movers, SortableList } from '../parts/sorting/sortable-list.tsx'
import { ProductLine } from './product-picker.tsx'

type ChosenProps = {
  products: WireProductLine[]
  /** The words for taking one out, such as “gruptan çıkar”. */
  removeWord: string
  onChange: (products: WireProductLine[]) => void
}

/** Chosen products in their order; each can be moved and taken out. */
export function ChosenProducts({ products, removeWord, onChange }: ChosenProps) {
  return (
    <SortableList items={products} onOrder={onChange} className="border-line border-t">
      {(product, movers) => (
        <ChosenProduct
          product={product}
          movers={movers}
          label={`${product.name}: ${removeWord}`}
          onRemove={() => onChange(products.filter(({ id }) => id !== product.id))}
        />
      )}
    </SortableList>
  )
}

type ChosenProductProps = { product: WireProductLine; movers: Movers; label: string; onRemove: () => void }

function ChosenProduct({ product, movers: { grip, arrows }, label, onRemove }: ChosenProductProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-1 border-line border-b py-1">
      <div className="flex min-w-0 grow basis-48 items-center gap-1">
        {grip}
        <ProductLine product={product} />
      </div>
      <span className="flex">
        {arrows}
        <button
          type="button"
          aria-label={label}
          onClick={onRemove}
          className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
        >
          <Icon name="close" size={18} />
        </button>
      </span>
    </div>
  )
}
