import { useState } from 'react'
import { Link } from 'react-router'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import type { WireStockMove } from '#api/wire/admin/stock.ts'
import { orderNumber } from '#app/account/orders/order-words.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Select } from '#app/ui/select.tsx'
import type { StockCause } from '#shop/catalog/stock/contract.ts'
import { formatMoment } from '#shop/time.ts'
import { adminCall } from '../../parts/api.ts'
import { ListState, Pages } from '../../parts/list-parts.tsx'
import { type Cells, LowCell, sizeName } from './cells.tsx'
import type { SavedCells } from './use-cells.ts'

const causes: Record<StockCause, string> = {
  first: 'İlk stok',
  order: 'Sipariş',
  released: 'Ödemesi tamamlanmayan sipariş',
  cancelled: 'İptal edilen sipariş',
  'order-change': 'Sipariş değişikliği',
  refund: 'Ürün bazında iade',
  return: 'Kolay iade',
  edit: 'Elle düzenleme',
  import: 'İçe aktarma',
  bulk: 'Toplu değişiklik',
  count: 'Stok sayımı',
  waiting: 'Bekleyene ayrılan',
  other: 'Diğer',
}

type HistoryProps = { product: WireAdminProduct | undefined; cells: SavedCells; onClose: () => void }

/** Why the stock of a product is what it is, and at how many pieces its owner wants to be told. */
export function StockHistory({ product, cells, onClose }: HistoryProps) {
  return (
    <Panel open={product !== undefined} onClose={onClose} title="Stok hareketleri" side="right" wide>
      {product && <Moves key={product.id} product={product} cells={{ ...cells, marks: cells.marksOf(product.id) }} />}
    </Panel>
  )
}

function Moves({ product, cells }: { product: WireAdminProduct; cells: Cells }) {
  const [variant, setVariant] = useState('')
  const [page, setPage] = useState(1)
  const query = `page=${page}&limit=30${variant && `&variant=${variant}`}`
  const address = `/admin/products/${product.id}/stock-moves?${query}` as const
  const { state, again } = useLoaded(address, (signal) =>
    adminCall<'GET /admin/products/{id}/stock-moves'>('GET', address, undefined, { signal }),
  )
  return (
    <div className="grid gap-4">
      <p className="font-medium">{product.name}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-y py-2 text-sm">
        <span className="min-w-0 flex-1 basis-52">
          Bir bedenden kaç adet kalınca uyarılmak istersiniz? Boş bırakırsanız mağaza ayarı ({product.lowLimit})
          geçerlidir; 0 yazarsanız hiç uyarılmazsınız.
        </span>
        <LowCell product={product} cells={cells} />
      </div>
      <Select
        label="Beden"
        value={variant}
        options={[
          { value: '', label: 'Bütün bedenler' },
          ...product.variants.map((one) => ({ value: one.id, label: `${sizeName(one)} (${one.stockQuantity})` })),
        ]}
        onChange={({ target }) => {
          setVariant(target.value)
          setPage(1)
        }}
      />
      <ListState state={state} what="Stok hareketleri" otherwise="Stok hareketleri alınamadı" onAgain={again} />
      {state.kind === 'ready' && state.value.data.length === 0 && (
        <p className="border-line border-y py-6 text-sm">
          Henüz bir hareket yok. Bundan sonraki her satış, iade ve düzeltme burada görünür.
        </p>
      )}
      {state.kind === 'ready' && (
        <>
          <ol className="border-line border-t text-sm">
            {state.value.data.map((move) => (
              <Move key={move.id} move={move} />
            ))}
          </ol>
          <Pages page={page} pages={state.value.pagination.totalPages} onPage={setPage} />
        </>
      )}
    </div>
  )
}

function Move({ move }: { move: WireStockMove }) {
  const { before, after, cause, orderId, actor, note, at, color, size } = move
  const difference = after - before
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-2">
      <span>
        <span className="font-medium">{causes[cause]}</span>
        {orderId && (
          <Link
            to={`/admin/siparisler?siparis=${orderId}`}
            className="ml-2 inline-block py-1 underline decoration-line underline-offset-4 hover:decoration-ink"
          >
            {orderNumber(orderId)}
          </Link>
        )}
        <span className="block break-words text-muted">
          {[`${color} · ${size}`, actor, note].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="text-right tabular-nums">
        <span className={difference < 0 ? 'text-bad' : 'text-good'}>
          {difference > 0 ? '+' : '−'}
          {Math.abs(difference)}
        </span>
        <span className="block">
          {before} → {after}
        </span>
        <time dateTime={at} className="block text-muted">
          {formatMoment(at)}
        </time>
      </span>
    </li>
  )
}
