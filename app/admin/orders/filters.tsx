import { useState } from 'react'
import { statusLabels } from '#app/account/orders/order-words.ts'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { queryString, type useQuery } from '../parts/use-query.ts'

type Query = ReturnType<typeof useQuery>

/** New orders without those whose money is still to come: what the dashboard counts as new. */
const newOnes = 'yeni'

const statuses = [
  { value: '', label: 'Tüm durumlar' },
  { value: newOnes, label: 'Yeni gelenler' },
  ...Object.entries(statusLabels).map(([value, label]) => ({ value, label })),
]

/** The address' word for each way money can stand, and the API's. */
const payments = [
  { value: '', label: 'Tüm ödemeler', api: '' },
  { value: 'odendi', label: 'Ödeme tamamlandı', api: 'paid' },
  { value: 'bekleniyor', label: 'Ödemesi bekleniyor', api: 'awaited' },
  { value: 'kapida', label: 'Kapıda ödenecek', api: 'at-door' },
  { value: 'kismi-iade', label: 'Kısmen iade edildi', api: 'partly-refunded' },
  { value: 'iade', label: 'İade edildi', api: 'refunded' },
  { value: 'iade-suruyor', label: 'İadesi sürüyor', api: 'refunding' },
]

/** Lists that the dashboard leads to. */
const waitings = [
  { value: '', label: '', api: '' },
  { value: 'kargo', label: 'Kargoya verilmesi gecikenler', api: 'to-send' },
  { value: 'teslim', label: 'Teslimi gecikenler', api: 'to-deliver' },
  { value: 'tahsilat', label: 'Tahsilatı gecikenler', api: 'to-collect' },
  { value: 'sorunlu', label: 'Teslim edilemeyenler', api: 'in-trouble' },
]

const sorts = [
  { value: '', label: 'En yeni önce', api: '' },
  { value: 'eski', label: 'En eski önce', api: 'oldest' },
  { value: 'tutar-cok', label: 'Tutarı en çok', api: 'total-desc' },
  { value: 'tutar-az', label: 'Tutarı en az', api: 'total-asc' },
]

const filters = ['q', 'durum', 'odeme', 'ilk', 'son', 'musteri', 'bekleyen']

/** Orders on a page; `many` is the most that one change of states or one file of slips takes. */
const perPage = { few: 25, many: 100 }

/** Whether she asked for the longer pages, on a day of many orders. */
function isLong({ get }: Query): boolean {
  return get('adet') === String(perPage.many)
}

/** The query to the API that the page's address stands for. */
export function orderQuery(query: Query): string {
  const { get, page } = query
  const apiOf = (list: { value: string; api: string }[], value: string) =>
    list.find((option) => option.value === value)?.api ?? ''
  return queryString({
    page,
    limit: isLong(query) ? perPage.many : perPage.few,
    q: get('q'),
    ...statusOf(get('durum'), apiOf(payments, get('odeme'))),
    sort: apiOf(sorts, get('sirala')),
    from: get('ilk'),
    to: get('son'),
    customer: get('musteri'),
    waiting: apiOf(waitings, get('bekleyen')),
  })
}

function statusOf(status: string, payment: string): { status: string; payment: string } {
  if (status !== newOnes) return { status, payment }
  return payment ? { status: 'PENDING', payment } : { status: '', payment: 'new' }
}

export function isFiltered({ get }: Query): boolean {
  return filters.some((name) => get(name) !== '')
}

/** Search, filters and order of the list; all of them in the address. A phone shows the rarer ones when asked. */
export function OrderFilters({ query, sums }: { query: Query; sums: boolean }) {
  const { get, filter } = query
  const sortsShown = sums ? sorts : sorts.filter(({ api }) => !api.startsWith('total'))
  const rare = ['odeme', 'ilk', 'son', 'sirala'].filter((name) => get(name) !== '').length
  const [open, setOpen] = useState(rare > 0)
  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <SearchBox
        label="Sipariş ara"
        placeholder="Sipariş no, ad, telefon, takip no"
        q={get('q')}
        onSearch={(q) => filter({ q }, { replace: true })}
      />
      <div className="flex gap-2 max-sm:w-full">
        <Filter
          label="Duruma göre süz"
          value={get('durum')}
          options={statuses}
          onChange={(durum) => filter({ durum })}
        />
        <Button
          look="quiet"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-mr-2 ml-auto text-sm! sm:hidden"
        >
          Diğer süzgeçler{rare > 0 && ` (${rare})`}
        </Button>
      </div>
      <div className={`flex min-w-0 flex-wrap gap-2 ${open ? '' : 'max-sm:hidden'}`}>
        <Filter
          label="Ödemeye göre süz"
          value={get('odeme')}
          options={payments}
          onChange={(odeme) => filter({ odeme })}
        />
        <div className="flex min-w-0 items-center gap-1 max-sm:w-full">
          <Day label="İlk gün" value={get('ilk')} max={get('son')} onChange={(ilk) => filter({ ilk })} />
          <span aria-hidden="true">–</span>
          <Day label="Son gün" value={get('son')} min={get('ilk')} onChange={(son) => filter({ son })} />
        </div>
        <Filter label="Sırala" value={get('sirala')} options={sortsShown} onChange={(sirala) => filter({ sirala })} />
      </div>
      {get('bekleyen') && (
        <Button look="quiet" onClick={() => filter({ bekleyen: '' })} className="text-sm!">
          {waitings.find(({ value }) => value === get('bekleyen'))?.label} gösteriliyor, hepsini göster
        </Button>
      )}
      {get('musteri') && (
        <Button look="quiet" onClick={() => filter({ musteri: '' })} className="text-sm!">
          Tek müşteri gösteriliyor, hepsini göster
        </Button>
      )}
    </search>
  )
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void }

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <input
      type="date"
      aria-label={label}
      title={label}
      value={value}
      min={min || undefined}
      max={max || undefined}
      onChange={(event) => onChange(event.target.value)}
      className={`${inputClass} min-h-11! w-auto! min-w-0 max-w-40 max-sm:flex-1 max-sm:px-2`}
    />
  )
}

/** Longer or shorter pages, where there are more than one of the shorter. */
export function PageLength({ query, total }: { query: Query; total: number }) {
  if (total <= perPage.few) return null
  const next = isLong(query) ? perPage.few : perPage.many
  return (
    <p className="mt-2 text-right">
      <Button
        look="quiet"
        className="text-sm!"
        onClick={() => query.filter({ adet: next === perPage.few ? '' : String(next) })}
      >
        Sayfada {next} sipariş göster
      </Button>
    </p>
  )
}
