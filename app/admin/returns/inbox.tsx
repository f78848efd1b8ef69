import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { Button } from '#app/ui/button.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatDate } from '#shop/time.ts'
import { refreshDashboard } from '../dashboard/store.ts'
import { useOrderNews } from '../orders/live.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, PagedList } from '../parts/list-parts.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { sumText } from '../parts/sums.ts'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { Due } from './due.tsx'
import { wantedWords } from './exchange.tsx'
import { ReturnSheet } from './sheet.tsx'
import { differenceWords, isOpen, stateOf, whyOf } from './words.ts'

const views = [
  { value: '', label: 'Açık iadeler' },
  { value: 'to-decide', label: 'Karar bekleyenler' },
  { value: 'coming', label: 'Gelecek paketler' },
  { value: 'received', label: 'Parası bekleyenler' },
  { value: 'over', label: 'Sonuçlananlar' },
  { value: 'all', label: 'Hepsi' },
]

const empty: Record<string, string> = {
  '': 'Açık iade yok',
  'to-decide': 'Karar bekleyen iade yok',
  coming: 'Beklenen paket yok',
  received: 'Parası bekleyen iade yok',
  over: 'Sonuçlanan iade yok',
  all: 'Henüz iade yok',
}

/** The returns, newest first. The search takes a scanned code as well as a typed name. */
export function ReturnInbox() {
  const asked = useQuery()
  const { get, page, set, filter } = asked
  const [q, view, opened] = [get('q'), get('durum'), get('iade')]
  const news = useOrderNews()
  // A code or a name is looked for in all of them.
  const query = queryString({ page, limit: 25, q, view: view || (q ? 'all' : 'open') })
  const list = useList(asked, `${query} ${news}`, (signal) =>
    adminCall<'GET /admin/returns'>('GET', `/admin/returns?${query}`, undefined, { signal }),
  )
  function changed() {
    list.again()
    refreshDashboard()
  }
  return (
    <>
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox
          label="İade ara"
          placeholder="İade kodu (okutun), sipariş no veya ad"
          q={q}
          onSearch={(q) => filter({ q }, { replace: true })}
        />
        <Filter label="Duruma göre süz" value={view} options={views} onChange={(durum) => filter({ durum })} />
      </search>
      <PagedList
        list={list}
        query={asked}
        what="İadeler"
        otherwise="İadeler alınamadı"
        empty={<NoReturns q={q} view={view} onClear={() => filter({ q: '', durum: '' })} />}
      >
        {({ data }) => (
          <ul className="border-line border-t bg-surface text-sm">
            {data.map((found) => (
              <ReturnRow key={found.id} found={found} onOpen={() => set({ iade: found.id })} />
            ))}
          </ul>
        )}
      </PagedList>
      <ReturnSheet id={opened || undefined} onClose={() => set({ iade: '' })} onChanged={changed} />
    </>
  )
}

function ReturnRow({ found, onOpen }: { found: WireAdminReturn; onOpen: () => void }) {
  const { code, kind, customer, shownOrderId, items, refundAmount, exchange, createdAt, images } = found
  const difference = differenceWords(found)
  const [first] = items
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-start gap-4 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <Thumbnail address={first?.mainImage} className="aspect-4/5 w-14 shrink-0 self-start rounded-xs" />
        <span className="grid min-w-0 grow grid-cols-1 gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 font-medium">
              {code} <span className="font-normal text-muted">· {customer}</span>
            </span>
            <span className="tabular-nums">
              {kind === 'EXCHANGE' && difference ? `Fark: ${difference}` : sumText(refundAmount)}
            </span>
          </span>
          {items.map(({ itemId, quantity, name, color, size, reason }) => (
            <span key={itemId} className="min-w-0 break-words">
              {quantity} × {name} ({color}, {size}), {whyOf(found, reason)}
            </span>
          ))}
          {exchange && <span className="min-w-0 break-words">{wantedWords(exchange)}</span>}
          <span className="flex flex-wrap gap-x-4 text-muted">
            <span>{stateOf(found)}</span>
            {isOpen(found) && found.undelivered && (
              <span>{found.unsent ? 'Paket sizde: bunları göndermeyin' : 'Sipariş yolda'}</span>
            )}
            <span>{shownOrderId}</span>
            <span>{formatDate(createdAt)}</span>
            {images.length > 0 && <span>{images.length} görsel</span>}
            <Due found={found} />
          </span>
        </span>
      </button>
    </li>
  )
}

function NoReturns({ q, view, onClear }: { q: string; view: string; onClear: () => void }) {
  if (!q)
    return (
      <EmptyList title={empty[view] ?? 'Bu süzgece uyan iade yok'}>
        {(view === '' || view === 'all') && 'Müşterileriniz bir iade istediğinde burada görünür.'}
      </EmptyList>
    )
  return (
    <EmptyList title="Bu aramaya uyan iade yok">
      <Button look="secondary" onClick={onClear}>
        Aramayı temizle
      </Button>
    </EmptyList>
  )
}
