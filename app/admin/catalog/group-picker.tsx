import { useState } from 'react'
import type { WireAdminProduct, WireGroupProduct } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Picture } from '#app/ui/picture.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { queryString } from '../parts/use-query.ts'

type PickerProps = {
  /** The group that is edited: its own products may come back into it. */
  groupId: string | undefined
  chosen: ReadonlySet<string>
  onPick: (product: WireGroupProduct) => void
}

/** Finds products by name, SKU or color and adds them. A product is in one group only. */
export function GroupPicker({ groupId, chosen, onPick }: PickerProps) {
  const [q, setQ] = useState('')
  const asked = queryString({ q, limit: 20 })
  const { state, again } = useLoaded(asked, (signal) =>
    adminCall<'GET /admin/products'>('GET', `/admin/products?${asked}`, undefined, { signal }),
  )
  return (
    <section aria-labelledby="group-picker">
      <h3 id="group-picker" className="mb-2 font-medium text-sm">
        Ürün ekle
      </h3>
      <div className="mb-2 flex">
        <SearchBox label="Ürün ara" placeholder="Ürün adı, SKU veya renk" q={q} onSearch={setQ} />
      </div>
      <ListState state={state} what="Ürünler" otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />
      {state.kind === 'ready' && (
        <Results found={state.value.data} searched={q !== ''} groupId={groupId} chosen={chosen} onPick={onPick} />
      )}
    </section>
  )
}

type ResultsProps = PickerProps & { found: WireAdminProduct[]; searched: boolean }

/** Without a search, only products in no group; a search also finds the others and shows why they cannot be added. */
function Results({ found, searched, groupId, chosen, onPick }: ResultsProps) {
  const isElsewhere = (product: WireAdminProduct) => product.groupId !== null && product.groupId !== groupId
  const shown = searched ? found : found.filter((product) => product.groupId === null)
  if (shown.length === 0)
    return (
      <p className="border-line border-y px-3 py-4 text-center text-muted text-sm">
        {searched ? 'Bu aramaya uyan ürün yok.' : 'Eklemek istediğiniz ürünü adıyla, SKU’suyla veya rengiyle arayın.'}
      </p>
    )
  return (
    <ul aria-label="Bulunan ürünler" className="border-line border-t">
      {shown.map((product) => {
        const { id, name, slug, mainImage, price, published, pictures } = product
        const picked = { id, name, slug, mainImage, price, published, picture: pictures[0] ?? null }
        return (
          <li key={id} className="flex items-center border-line border-b py-1">
            <ProductLine product={picked} />
            <Pick
              name={name}
              state={chosen.has(id) ? 'chosen' : isElsewhere(product) ? 'elsewhere' : 'free'}
              onPick={() => onPick(picked)}
            />
          </li>
        )
      })}
    </ul>
  )
}

type PickProps = { name: string; state: 'free' | 'chosen' | 'elsewhere'; onPick: () => void }

function Pick({ name, state, onPick }: PickProps) {
  if (state === 'elsewhere') return <span className="shrink-0 px-3 text-muted text-sm">Başka grupta</span>
  return (
    <button
      type="button"
      aria-label={`${name}: ${state === 'chosen' ? 'gruba eklendi' : 'gruba ekle'}`}
      // Not disabled: the focus stays where it was while one product after the other is added.
      aria-disabled={state === 'chosen'}
      onClick={state === 'chosen' ? undefined : onPick}
      className="min-h-11 shrink-0 px-3 text-sm underline decoration-line underline-offset-4 hover:decoration-ink aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
    >
      {state === 'chosen' ? 'Eklendi' : 'Ekle'}
    </button>
  )
}

/** A product in one line: picture, name, price. */
export function ProductLine({ product }: { product: WireGroupProduct }) {
  return (
    <>
      <Picture
        image={product.picture ?? undefined}
        alt=""
        sizes="44px"
        className="aspect-4/5 w-11 shrink-0 object-cover [&>svg]:size-5"
      />
      <span className="min-w-0 grow px-2 text-sm">
        <span className="block">{product.name}</span>
        <span className="text-muted tabular-nums">
          {product.price === null ? 'Fiyat yok' : formatKurus(fromTl(product.price) ?? 0)}
          {!product.published && ' · taslak'}
        </span>
      </span>
    </>
  )
}
