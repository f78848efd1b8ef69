import { useState } from 'react'
import type { WireAdminProduct, WireProductLine } from '#api/wire/admin/catalog.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Picture } from '#app/ui/picture.tsx'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { queryString } from '../parts/use-query.ts'

type Find = (asked: string, signal: AbortSignal) => Promise<(WireAdminProduct | WireProductLine)[]>

type PickerProps = {
  title: string
  /** The words for adding a product, before and after, such as “gruba ekle” and “gruba eklendi”. */
  words: { add: string; added: string }
  chosen: ReadonlySet<string>
  /** Why a product cannot be taken; such products are shown only when they are searched for. */
  against?: (product: WireAdminProduct) => string | undefined
  onPick: (product: WireProductLine) => void
  /** Where it looks; in the catalog, unless it is for those without the right to it. */
  find?: Find
}

const inCatalog: Find = async (asked, signal) =>
  (await adminCall<'GET /admin/products'>('GET', `/admin/products?${asked}`, undefined, { signal })).data

/** Finds products by name, SKU or color, to take some of them. */
export function ProductPicker({ title, find = inCatalog, ...results }: PickerProps) {
  const [q, setQ] = useState('')
  const asked = queryString({ q, limit: 20 })
  const { state, again } = useLoaded(asked, (signal) => find(asked, signal))
  return (
    <section aria-labelledby="product-picker">
      <h3 id="product-picker" className="mb-2 font-medium text-sm">
        {title}
      </h3>
      <div className="mb-2 flex">
        <SearchBox label="Ürün ara" placeholder="Ürün adı, SKU veya renk" q={q} onSearch={setQ} />
      </div>
      <ListState state={state} what="Ürünler" otherwise="Ürünler yüklenirken hata oluştu" onAgain={again} />
      {state.kind === 'ready' && <Results found={state.value} searched={q !== ''} {...results} />}
    </section>
  )
}

type ResultsProps = Omit<PickerProps, 'title' | 'find'> & { found: Awaited<ReturnType<Find>>; searched: boolean }

function Results({ found, searched, words, chosen, against, onPick }: ResultsProps) {
  const reasonOf = (product: WireAdminProduct | WireProductLine) =>
    'pictures' in product ? against?.(product) : undefined
  const shown = searched ? found : found.filter((product) => !reasonOf(product))
  if (shown.length === 0)
    return (
      <p className="border-line border-y px-3 py-4 text-center text-muted text-sm">
        {searched ? 'Bu aramaya uyan ürün yok.' : 'Eklemek istediğiniz ürünü adıyla, SKU’suyla veya rengiyle arayın.'}
      </p>
    )
  return (
    <ul aria-label="Bulunan ürünler" className="border-line border-t">
      {shown.map((product) => {
        const { id, name, slug, mainImage, price, published } = product
        const picture = 'pictures' in product ? (product.pictures[0] ?? null) : product.picture
        const picked = { id, name, slug, mainImage, price, published, picture }
        const reason = chosen.has(id) ? undefined : reasonOf(product)
        return (
          <li key={id} className="flex items-center border-line border-b py-1">
            <ProductLine product={picked} />
            {reason ? (
              <span className="shrink-0 px-3 text-muted text-sm">{reason}</span>
            ) : (
              <Pick name={name} words={words} chosen={chosen.has(id)} onPick={() => onPick(picked)} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

type PickProps = { name: string; words: PickerProps['words']; chosen: boolean; onPick: () => void }

function Pick({ name, words, chosen, onPick }: PickProps) {
  return (
    <button
      type="button"
      aria-label={`${name}: ${chosen ? words.added : words.add}`}
      // Not disabled: the focus stays where it was while one product after the other is added.
      aria-disabled={chosen}
      onClick={chosen ? undefined : onPick}
      className="min-h-11 shrink-0 px-3 text-sm underline decoration-line underline-offset-4 hover:decoration-ink aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:no-underline"
    >
      {chosen ? 'Eklendi' : 'Ekle'}
    </button>
  )
}

/** A product in one line: picture, name, price. */
export function ProductLine({ product }: { product: WireProductLine }) {
  return (
    <>
      <Picture
        image={product.picture ?? undefined}
        alt=""
        sizes={44}
        className="aspect-4/5 w-11 shrink-0 object-cover [&>svg]:size-5"
      />
      <span className="min-w-0 grow px-2 text-sm">
        <span className="block">{product.name}</span>
        <span className="text-muted tabular-nums">
          {product.price === null ? 'Fiyat yok' : formatTl(product.price)}
          {!product.published && ' · taslak'}
        </span>
      </span>
    </>
  )
}
