import { useState } from 'react'
import type { WireSale } from '#api/wire/admin/sales.ts'
import { Button } from '#app/ui/button.tsx'
import { istanbulDay } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { dayName } from '../parts/day-name.ts'
import { EmptyList, ListHead, ListState, QueryPages } from '../parts/list-parts.tsx'
import { Filter } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { Calendar, dots } from './calendar.tsx'
import { SaleDialog } from './dialog.tsx'
import { monthName, monthOf, salesOn } from './month.ts'
import { SaleSheet } from './sheet.tsx'
import { discountText, soldText, stateWords, timesText } from './words.ts'

const views = [
  { value: '', label: 'Takvim' },
  { value: 'RUNNING', label: 'Süren indirimler' },
  { value: 'PLANNED', label: 'Gelecek indirimler' },
  { value: 'ENDED', label: 'Biten indirimler' },
  { value: 'hepsi', label: 'Bütün indirimler' },
]

/** The sales that run, those to come, and those that have ended, with their results. */
export default function Sales() {
  const asked = useQuery()
  const { get, page, set, filter } = asked
  const today = istanbulDay(new Date())
  const [view, month, day] = [get('durum'), get('ay') || monthOf(new Date()), get('gun')]
  const [planning, setPlanning] = useState(false)
  const [saved, setSaved] = useState<WireSale>()
  const query = view
    ? queryString({ page, limit: 25, state: view === 'hepsi' ? '' : view })
    : queryString({ limit: 200, month })
  const { state, again } = useList(asked, query, (signal) =>
    adminCall<'GET /admin/sales'>('GET', `/admin/sales?${query}`, undefined, { signal }),
  )
  const all = state.kind === 'ready' ? state.value.data : []
  const shown = !view && day ? salesOn(all, day) : all
  const savedMonth = saved && monthOf(new Date(saved.from))
  return (
    <>
      <ListHead
        title="İndirimler"
        count={state.kind === 'ready' && `${day && !view ? shown.length : state.value.pagination.total} indirim`}
      >
        <Button className="px-4!" onClick={() => setPlanning(true)}>
          İndirim planla
        </Button>
      </ListHead>
      <div className="mb-4 flex">
        <Filter label="Görünüm" value={view} options={views} onChange={(durum) => filter({ durum, gun: '' })} />
      </div>
      {!view && (
        <Calendar
          {...{ month, day, today }}
          sales={all}
          onMonth={(ay) => set({ ay, gun: '' }, { replace: true })}
          onDay={(gun) => set({ gun }, { replace: true })}
        />
      )}
      {/* On the last days of a month Friday's sale is in the next one. */}
      {savedMonth && !view && savedMonth !== month && (
        <p className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
          “{saved.name}” {monthName(savedMonth)} içinde başlar.
          <Button look="quiet" className="px-0!" onClick={() => set({ ay: savedMonth, gun: '' }, { replace: true })}>
            {monthName(savedMonth)} takvimini göster
          </Button>
        </p>
      )}
      <ListState state={state} what="İndirimler" otherwise="İndirimler alınamadı" onAgain={again} />
      {state.kind === 'ready' && (
        <div aria-busy={state.refreshing} className="aria-busy:opacity-60">
          {!view && shown.length > 0 && <h2 className="mb-2 font-semibold">{day ? dayName(day) : monthName(month)}</h2>}
          {shown.length === 0 ? (
            <NoSales view={view} month={month} onComing={() => filter({ durum: 'PLANNED', gun: '' })} />
          ) : (
            <ul className="border-line border-t bg-surface text-sm">
              {shown.map((sale) => (
                <SaleRow key={sale.id} sale={sale} onOpen={() => set({ indirim: sale.id })} />
              ))}
            </ul>
          )}
          {view && <QueryPages query={asked} list={state.value} />}
        </div>
      )}
      <SaleDialog
        open={planning}
        onClose={() => setPlanning(false)}
        onSaved={(sale) => {
          setSaved(sale)
          again()
        }}
      />
      <SaleSheet id={get('indirim') || undefined} onClose={() => set({ indirim: '' })} onChanged={again} />
    </>
  )
}

function SaleRow({ sale, onOpen }: { sale: WireSale; onOpen: () => void }) {
  const { name, state, products, overtaken } = sale
  const sold = soldText(sale)
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="grid w-full gap-1 border-line border-b px-3 py-3 text-left hover:bg-paper"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words font-medium text-base">{name}</span>
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[state]}`} />
            {stateWords[state]}
          </span>
        </span>
        <span>{timesText(sale)}</span>
        <span className="flex flex-wrap gap-x-4 text-muted">
          <span>{discountText(sale)}</span>
          <span>{products} ürün</span>
          {sold && <span>{sold}</span>}
          {overtaken > 0 && <span>{overtaken} bedenin fiyatı elle değişti</span>}
        </span>
      </button>
    </li>
  )
}

function NoSales({ view, month, onComing }: { view: string; month: string; onComing: () => void }) {
  if (view) return <EmptyList title="Böyle bir indirim yok" />
  return (
    <EmptyList title={`${monthName(month)} için indirim yok`}>
      Planladığınız indirim fiyatları belirlediğiniz dakikada indirir, bittiğinde eski fiyatları geri getirir.
      <span className="mt-3 block">
        <Button look="secondary" onClick={onComing}>
          Gelecek indirimleri göster
        </Button>
      </span>
    </EmptyList>
  )
}
