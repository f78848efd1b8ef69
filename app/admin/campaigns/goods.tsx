import { useState } from 'react'
import type { WireProductLine } from '#api/wire/admin/catalog.ts'
import { api } from '#app/browser/api-client.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { ProductLine, ProductPicker } from '../catalog/product-picker.tsx'
import { adminCall } from '../parts/api.ts'

type GoodsProps = {
  categoryIds: string[]
  productIds: string[]
  onCategories: (ids: string[]) => void
  onProducts: (ids: string[]) => void
}

/** The goods that a campaign is for: all, or some categories and products. */
export function GoodsChoice({ categoryIds, productIds, onCategories, onProducts }: GoodsProps) {
  const [narrow, setNarrow] = useState(categoryIds.length + productIds.length > 0)
  function turn(all: boolean) {
    setNarrow(!all)
    if (!all) return
    onCategories([])
    onProducts([])
  }
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Checkbox checked={!narrow} onChange={(event) => turn(event.target.checked)}>
        Tüm ürünlerde geçerli
      </Checkbox>
      {narrow && (
        <>
          <Categories chosen={categoryIds} onChange={onCategories} />
          <Products chosen={productIds} onChange={onProducts} />
        </>
      )}
    </fieldset>
  )
}

type ChoiceProps = { chosen: string[]; onChange: (ids: string[]) => void }

function Categories({ chosen, onChange }: ChoiceProps) {
  const { state } = useLoaded('categories', (signal) =>
    api.get<'GET /categories'>('/categories', { guest: true, signal }),
  )
  if (state.kind !== 'ready') return null
  return (
    <fieldset>
      <legend className="font-medium text-sm">Kategoriler</legend>
      <div className="grid sm:grid-cols-2">
        {state.value.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, id] : chosen.filter((c) => c !== id))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}

function Products({ chosen, onChange }: ChoiceProps) {
  const [known, setKnown] = useState<WireProductLine[]>([])
  const asked = chosen.filter((id) => !known.some((product) => product.id === id))
  // Those that were chosen before; each by itself, as there are few.
  const { state } = useLoaded(`products ${asked.join(' ')}`, (signal) => findProducts(asked, signal))
  const found = state.kind === 'ready' ? state.value : []
  const lines = [...known, ...found].filter(({ id }, index, all) => {
    return chosen.includes(id) && all.findIndex((other) => other.id === id) === index
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {lines.length > 0 && (
        <ul aria-label="Seçilen ürünler" className="border-line border-t">
          {lines.map((product) => (
            <li key={product.id} className="flex items-center border-line border-b py-1">
              <ProductLine product={product} />
              <button
                type="button"
                aria-label={`${product.name}: kampanyadan çıkar`}
                onClick={() => onChange(chosen.filter((id) => id !== product.id))}
                className="min-h-11 shrink-0 px-3 text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                Çıkar
              </button>
            </li>
          ))}
        </ul>
      )}
      <ProductPicker
        title="Ürünler"
        words={{ add: 'kampanyaya ekle', added: 'kampanyaya eklendi' }}
        chosen={new Set(chosen)}
        onPick={(product) => {
          setKnown((known) => [...known, product])
          onChange([...chosen, product.id])
        }}
      />
    </div>
  )
}

/** Products that were deleted since are left out. */
async function findProducts(ids: string[], signal: AbortSignal): Promise<WireProductLine[]> {
  const found = await Promise.all(
    ids.map((id) =>
      adminCall<'GET /admin/products/{id}'>('GET', `/admin/products/${id}`, undefined, { signal }).then(
        ({ data: { id, name, slug, mainImage, price, published, pictures } }) => [
          { id, name, slug, mainImage, price, published, picture: pictures[0] ?? null },
        ],
        () => [],
      ),
    ),
  )
  return found.flat()
}
