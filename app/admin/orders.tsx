import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#app/api-client.ts'
import type { ShownOrder } from '#app/order-shape.ts'
import { Button } from '#app/ui/button.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { adminCall } from './admin-api.ts'
import { ListFailed, Pages, TableComing } from './list-parts.tsx'
import { useOrderNews } from './live-orders.ts'
import { OrderBulk } from './order-bulk.tsx'
import { isFiltered, OrderFilters, orderQuery } from './order-filters.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrderTable } from './order-table.tsx'
import { useQuery } from './use-query.ts'

type OrderList = Answer<ShownOrder[]> & { totals: { amount: number; refundedAmount: number } }

/** Orders, newest first. Search, filters, page and the opened order are in the address. */
export default function Orders() {
  const query = useQuery()
  const [, setParams] = useSearchParams()
  const asked = orderQuery(query)
  const { state, again, change } = useLoaded(asked, async (signal) => {
    // The sums stand beside the list in the same answer.
    return (await adminCall<ShownOrder[]>('GET', `/admin/orders?${asked}`, undefined, { signal })) as OrderList
  })
  useAgainOnNews(again)
  const shown = state.kind === 'ready' ? state.value.data : []
  const { chosen, choose, clear } = useChosen(asked)
  const chosenOrders = shown.filter(({ id }) => chosen.has(id))

  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Siparişler</h1>
        <p role="status" className="text-muted text-sm tabular-nums">
          {state.kind === 'ready' && summaryOf(state.value)}
        </p>
      </div>
      <OrderFilters query={query} />
      {chosenOrders.length > 0 && <OrderBulk orders={chosenOrders} onChanged={again} onClear={clear} />}
      {state.kind === 'loading' && <TableComing what="Siparişler" />}
      {state.kind === 'failed' && <ListFailed error={state.error} otherwise="Siparişler alınamadı" onAgain={again} />}
      {state.kind === 'ready' &&
        (shown.length === 0 ? (
          <NoOrders filtered={isFiltered(query)} onClear={() => setParams({})} />
        ) : (
          <>
            <OrderTable orders={shown} chosen={chosen} onChoose={choose} onOpen={(id) => query.set({ siparis: id })} />
            <Pages
              page={query.page}
              pages={state.value.pagination?.totalPages ?? 1}
              onPage={(page) => query.set({ sayfa: page > 1 ? String(page) : '' })}
            />
          </>
        ))}
      <OrderSheet
        id={query.get('siparis') || undefined}
        onClose={() => query.set({ siparis: '' })}
        onChanged={(order) =>
          change((list) => ({ ...list, data: list.data.map((other) => (other.id === order.id ? order : other)) }))
        }
      />
    </>
  )
}

/** Fetches the list again when something happened to orders, once for news that come together. */
function useAgainOnNews(again: () => void) {
  const news = useOrderNews()
  const first = useRef(news)
  useEffect(() => {
    if (news === first.current) return
    const soon = setTimeout(again, 300)
    return () => clearTimeout(soon)
  }, [news, again])
}

/** The orders ticked on this page of the list. */
function useChosen(asked: string) {
  const [{ chosen, of }, setChosen] = useState<{ chosen: ReadonlySet<string>; of: string }>({
    chosen: new Set(),
    of: asked,
  })
  const present = of === asked ? chosen : new Set<string>()
  return {
    chosen: present,
    choose(ids: string[], wanted: boolean) {
      const next = new Set(present)
      for (const id of ids) wanted ? next.add(id) : next.delete(id)
      setChosen({ chosen: next, of: asked })
    },
    clear: () => setChosen({ chosen: new Set(), of: asked }),
  }
}

function summaryOf({ pagination, data, totals }: OrderList): string {
  const tl = (amount: number) => formatKurus(fromTl(amount) ?? 0)
  const count = (pagination?.total ?? data.length).toLocaleString('tr-TR')
  const refunded = totals.refundedAmount > 0 ? `, iade ${tl(totals.refundedAmount)}` : ''
  return `${count} sipariş, toplam ${tl(totals.amount)}${refunded}`
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
