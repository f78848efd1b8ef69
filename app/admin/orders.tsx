import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#app/api-client.ts'
import { type ShownOrder, statusLabels } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { Toasts } from '#app/ui/toast.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { adminCall } from './admin-api.ts'
import { ListFailed, Pages, TableComing } from './list-parts.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrderTable } from './order-table.tsx'

const perPage = 25

/** Orders, newest first. Search, filter, page and the opened order are in the address. */
export default function Orders() {
  const [params, setParams] = useSearchParams()
  const { q, status, page, opened } = readParams(params)
  const query = new URLSearchParams({
    page: String(page),
    limit: String(perPage),
    ...(q && { q }),
    ...(status && { status }),
  })
  const { state, again, change } = useLoaded(query.toString(), (signal) =>
    adminCall<ShownOrder[]>('GET', `/admin/orders?${query}`, undefined, { signal }),
  )

  function set(changes: Record<string, string>, options?: { replace: boolean }) {
    setParams((params) => {
      for (const [name, value] of Object.entries(changes)) value ? params.set(name, value) : params.delete(name)
      return params
    }, options)
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Siparişler</h1>
        <p role="status" className="text-muted text-sm">
          {state.kind === 'ready' && `${totalOf(state.value)} sipariş`}
        </p>
      </div>
      <Filters
        q={q}
        status={status}
        onSearch={(q) => set({ q, sayfa: '' }, { replace: true })}
        onStatus={(status) => set({ durum: status, sayfa: '' })}
      />
      {state.kind === 'loading' && <TableComing what="Siparişler" />}
      {state.kind === 'failed' && <ListFailed error={state.error} otherwise="Siparişler alınamadı" onAgain={again} />}
      {state.kind === 'ready' &&
        (state.value.data.length === 0 ? (
          <NoOrders filtered={q !== '' || status !== ''} onClear={() => setParams({})} />
        ) : (
          <div className={state.refreshing ? 'opacity-60' : ''}>
            <OrderTable orders={state.value.data} onOpen={(id) => set({ siparis: id })} />
            <Pages
              page={page}
              pages={state.value.pagination?.totalPages ?? 1}
              onPage={(page) => set({ sayfa: page > 1 ? String(page) : '' })}
            />
          </div>
        ))}
      <OrderSheet
        id={opened}
        onClose={() => set({ siparis: '' })}
        onChanged={(order) =>
          change((list) => ({ ...list, data: list.data.map((other) => (other.id === order.id ? order : other)) }))
        }
      />
      {!opened && <Toasts className="fixed right-4 bottom-4 left-4 z-40 sm:left-auto sm:w-96" />}
    </>
  )
}

function readParams(params: URLSearchParams) {
  return {
    q: params.get('q') ?? '',
    status: params.get('durum') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1),
    opened: params.get('siparis') ?? undefined,
  }
}

function totalOf(list: Answer<ShownOrder[]>): number {
  return list.pagination?.total ?? list.data.length
}

type FiltersProps = { q: string; status: string; onSearch: (q: string) => void; onStatus: (status: string) => void }

function Filters({ q, status, onSearch, onStatus }: FiltersProps) {
  const [text, setText] = useState(q)
  useEffect(() => setText(q), [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: searches when she stops typing
  useEffect(() => {
    if (text.trim() === q) return
    const stopped = setTimeout(() => onSearch(text.trim()), 300)
    return () => clearTimeout(stopped)
  }, [text])
  return (
    <search className="mb-4 flex flex-wrap gap-3">
      <input
        type="search"
        aria-label="Sipariş ara"
        placeholder="Sipariş no, ad, e-posta veya telefon"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${inputClass} min-h-11! min-w-40 flex-1 sm:max-w-96`}
      />
      <select
        aria-label="Duruma göre süz"
        value={status}
        onChange={(event) => onStatus(event.target.value)}
        className={`${inputClass} min-h-11! w-auto!`}
      >
        <option value="">Tüm durumlar</option>
        {Object.entries(statusLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </search>
  )
}

function NoOrders({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 border-line border-y py-20 text-center">
      <p className="font-display text-xl">{filtered ? 'Bu aramaya uyan sipariş yok' : 'Henüz sipariş yok'}</p>
      {filtered ? (
        <Button look="secondary" onClick={onClear}>
          Aramayı temizle
        </Button>
      ) : (
        <p className="text-muted">İlk sipariş geldiğinde burada görünecek.</p>
      )}
    </div>
  )
}
