import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Answer } from '#api/wire/calls.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatTl } from '#shop/money.ts'
import { adminCall } from '../parts/api.ts'
import { ListState, QueryPages } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { useList } from '../parts/use-list.ts'
import { useQuery } from '../parts/use-query.ts'
import { AccountantFile } from './accountant.tsx'
import { OrderBulk } from './bulk.tsx'
import { CarrierPayouts } from './door/payouts.tsx'
import { isFiltered, OrderFilters, orderQuery, PageLength } from './filters.tsx'
import { InvoicesBulk } from './invoices-bulk.tsx'
import { useOrderNews } from './live.ts'
import { OrderSheet } from './sheet.tsx'
import { OrderTable } from './table.tsx'

/** Orders, newest first. Search, filters, page and the opened order are in the address. */
export default function OrderList() {
  const query = useQuery()
  const rights = useRights()
  const [sums, works] = [rights.includes('amounts'), rights.includes('orders')]
  const [, setParams] = useSearchParams()
  const asked = orderQuery(query)
  const { state, again, change } = useList(query, asked, (signal) =>
    adminCall<'GET /admin/orders'>('GET', `/admin/orders?${asked}`, undefined, { signal }),
  )
  useAgainOnNews(again)
  const shown = state.kind === 'ready' ? state.value.data : []
  const { chosen, choose, clear } = useChosen(asked)
  const chosenOrders = shown.filter(({ id }) => chosen.has(id))

  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="font-display text-2xl">Siparişler</h1>
        <div className="-ml-2 flex flex-wrap items-baseline gap-x-4">
          {sums && works && <HeadLink to="/admin/siparisler/yeni">Yeni sipariş</HeadLink>}
          {works && <HeadLink to="/admin/siparisler/paketleme">Paketleme</HeadLink>}
          {works && <HeadLink to="/admin/siparisler/takip">Takip numaraları</HeadLink>}
          {sums && works && <InvoicesBulk onChanged={again} />}
          {sums && <AccountantFile />}
          <p role="status" className="text-muted text-sm tabular-nums ml-2">
            {state.kind === 'ready' && summaryOf(state.value)}
          </p>
        </div>
      </div>
      <OrderFilters query={query} sums={sums} />
      {sums && works && query.get('odeme') === 'kapida' && <CarrierPayouts onCollected={again} />}
      {chosenOrders.length > 0 && (
        <OrderBulk
          orders={chosenOrders}
          shipping={state.kind === 'ready' && state.value.shippingProvider !== null}
          onChanged={again}
          onClear={clear}
        />
      )}
      <ListState state={state} what="Siparişler" otherwise="Siparişler alınamadı" onAgain={again} />
      {state.kind === 'ready' &&
        (shown.length === 0 ? (
          <NoOrders filtered={isFiltered(query)} onClear={() => setParams({})} />
        ) : (
          <>
            <OrderTable
              orders={shown}
              chosen={chosen}
              onChoose={works ? choose : undefined}
              onOpen={(id) => query.set({ siparis: id })}
            />
            <QueryPages query={query} list={state.value} />
            <PageLength query={query} total={state.value.pagination.total} />
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

function HeadLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass('quiet', 'text-sm!')}>
      {children}
    </Link>
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

function summaryOf({ pagination, totals }: Answer<'GET /admin/orders'>): string {
  const count = pagination.total.toLocaleString('tr-TR')
  if (!totals) return `${count} sipariş`
  const refunded = totals.refundedAmount > 0 ? `, iade ${formatTl(totals.refundedAmount)}` : ''
  return `${count} sipariş, toplam ${formatTl(totals.amount)}${refunded}`
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
