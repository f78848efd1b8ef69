import { useState } from 'react'
import type { WirePiece } from '#api/wire/admin/orders.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../../parts/api.ts'
import { ListFailed } from '../../parts/list-parts.tsx'
import { SearchBox } from '../../parts/search-box.tsx'

type PiecePickerProps = {
  /** Shown until something is searched for. */
  productId?: string | null
  onPick: (piece: WirePiece) => void
}

/** Finds a piece by name, color or SKU; a scanner types the SKU. */
export function PiecePicker({ productId, onPick }: PiecePickerProps) {
  const [q, search] = useState('')
  const asked = new URLSearchParams(q ? { q } : productId ? { product: productId } : {}).toString()
  const { state } = useLoaded(asked, async (signal) => {
    if (!asked) return []
    const { data } = await adminCall<'GET /admin/order-pieces'>('GET', `/admin/order-pieces?${asked}`, undefined, {
      signal,
    })
    return data
  })
  const found = state.kind === 'ready' ? state.value : []
  return (
    <div className="grid grid-cols-1 gap-2">
      <SearchBox label="Ürün ara" placeholder="Ürün adı, renk, SKU ya da barkod" q={q} onSearch={search} />
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Ürünler alınamadı" onAgain={() => search('')} />
      )}
      {state.kind === 'ready' && asked !== '' && found.length === 0 && (
        <p className="text-muted text-sm">Bu aramaya uyan bir ürün satışta değil.</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Bulunan ürünler" className="max-h-60 divide-y divide-line overflow-y-auto border border-line">
          {found.map((piece) => (
            <li key={piece.variantId}>
              <button
                type="button"
                disabled={piece.stock === 0}
                onClick={() => onPick(piece)}
                className="flex w-full items-center gap-3 px-2 py-1.5 text-left text-sm hover:bg-paper disabled:text-muted"
              >
                <Thumbnail address={piece.image} className="aspect-4/5 w-10 shrink-0 rounded-xs" />
                <span className="min-w-0 grow">
                  {piece.name}
                  <span className="block text-muted">
                    {piece.color}, {piece.size} · {piece.stock === 0 ? 'tükendi' : `stokta ${piece.stock}`}
                  </span>
                </span>
                <span className="whitespace-nowrap tabular-nums">{formatTl(piece.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
