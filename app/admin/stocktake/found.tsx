import type { WireStocktakeLine } from '#api/wire/admin/stock.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { adminCall } from '../parts/api.ts'
import { ListState } from '../parts/list-parts.tsx'
import { type Counted, sizeOf } from './lines.tsx'

type FoundProps = {
  q: string
  lines: WireStocktakeLine[]
  onCount: (counted: Counted) => void
  onClose: () => void
}

/** The products that a text names, each size with a button that counts one piece of it. */
export function Found({ q, lines, onCount, onClose }: FoundProps) {
  const address = `/admin/products?limit=8&q=${encodeURIComponent(q)}` as const
  const { state, again } = useLoaded(address, (signal) =>
    adminCall<'GET /admin/products'>('GET', address, undefined, { signal }),
  )
  const counted = new Map(lines.map((line) => [line.variantId, line.counted]))
  return (
    <section aria-labelledby="found" className="border border-line bg-surface p-4 text-sm">
      <div className="flex items-center justify-between gap-4">
        <h2 id="found" className="min-w-0 break-words text-muted">
          “{q}” araması
        </h2>
        <button type="button" onClick={onClose} className="min-h-11 underline decoration-line underline-offset-4">
          Kapat
        </button>
      </div>
      <ListState state={state} what="Ürünler" otherwise="Ürünler alınamadı" onAgain={again} />
      {state.kind === 'ready' && state.value.data.length === 0 && <p>Bu adla bir ürün yok.</p>}
      {state.kind === 'ready' &&
        state.value.data.map(({ id, name, variants }) => (
          <div key={id} className="border-line border-t py-2">
            <p className="break-words font-medium">{name}</p>
            <ul className="flex flex-wrap gap-2 py-1">
              {variants.map((variant) => {
                const already = counted.get(variant.id)
                return (
                  <li key={variant.id}>
                    <button
                      type="button"
                      onClick={() => onCount({ variantId: variant.id, add: 1 })}
                      className="min-h-11 rounded-xs border border-edge px-3 tabular-nums hover:border-ink"
                    >
                      {sizeOf(variant)} <span className="font-medium">+1</span>
                      {already !== undefined && <span className="text-muted"> ({already})</span>}
                    </button>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
    </section>
  )
}
