import { Link, useSearchParams } from 'react-router'
import type { WireCustomer } from '#api/wire/customers.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatPhone } from '#shop/fields/phone.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, ListHead, ListState, QueryPages } from '../parts/list-parts.tsx'
import { useRights } from '../parts/rights.ts'
import { Filter, SearchBox } from '../parts/search-box.tsx'
import { sumText } from '../parts/sums.ts'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'
import { customerName } from './words.ts'

/** The address' word for each filter, and the API's. */
const filters: { value: string; label: string; api: Record<string, string> }[] = [
  { value: '', label: 'Tüm müşteriler', api: {} },
  { value: 'bir', label: 'Bir kez alışveriş yapanlar', api: { bought: 'once' } },
  { value: 'cok', label: 'Birden çok alışveriş yapanlar', api: { bought: 'several' } },
  { value: 'hic', label: 'Hiç alışveriş yapmayanlar', api: { bought: 'never' } },
  { value: 'iade', label: 'İadesi sürenler', api: { returns: 'open' } },
]

const sorts = [
  { value: '', label: 'Son sipariş önce', api: '' },
  { value: 'tutar', label: 'En çok harcayan önce', api: 'spent' },
  { value: 'yeni', label: 'En yeni müşteri önce', api: 'newest' },
]

function customerQuery({ get, page }: ReturnType<typeof useQuery>): string {
  return queryString({
    ...{ page, limit: 25, q: get('q') },
    ...filters.find(({ value }) => value === get('suz'))?.api,
    sort: sorts.find(({ value }) => value === get('sirala'))?.api ?? '',
  })
}

/** Everybody who has an account or bought something. */
export default function CustomerList() {
  const query = useQuery()
  const { get, filter } = query
  const rights = useRights()
  const [, setParams] = useSearchParams()
  const asked = customerQuery(query)
  const { state, again } = useList(query, asked, (signal) =>
    adminCall<'GET /admin/customers'>('GET', `/admin/customers?${asked}`, undefined, { signal }),
  )
  const filtered = get('q') !== '' || get('suz') !== ''
  return (
    <>
      <ListHead
        title="Müşteriler"
        count={state.kind === 'ready' && `${state.value.pagination.total.toLocaleString('tr-TR')} müşteri`}
      >
        {rights.includes('contacts') && (
          <Link to="/admin/musteriler/izinler" className={buttonClass('quiet', '-mx-2 text-sm!')}>
            İleti izinleri ve İYS
          </Link>
        )}
      </ListHead>
      <search className="mb-4 flex flex-wrap gap-2">
        <SearchBox
          label="Müşteri ara"
          placeholder="Ad, e-posta ya da telefon"
          q={get('q')}
          onSearch={(q) => filter({ q }, { replace: true })}
        />
        <Filter label="Müşterileri süz" value={get('suz')} options={filters} onChange={(suz) => filter({ suz })} />
        <Filter
          label="Sırala"
          value={get('sirala')}
          options={sorts.filter(({ api }) => api !== 'spent' || rights.includes('amounts'))}
          onChange={(sirala) => filter({ sirala })}
        />
      </search>
      <ListState state={state} what="Müşteriler" otherwise="Müşteriler alınamadı" onAgain={again} />
      {state.kind === 'ready' &&
        (state.value.data.length === 0 ? (
          <EmptyList title={filtered ? 'Bu aramaya uyan müşteri yok' : 'Henüz müşteriniz yok'}>
            {filtered ? (
              <Button look="secondary" onClick={() => setParams({})}>
                Aramayı temizle
              </Button>
            ) : (
              'Üye olan ya da alışveriş yapan herkes burada listelenir.'
            )}
          </EmptyList>
        ) : (
          <>
            <CustomerTable customers={state.value.data} sums={rights.includes('amounts')} />
            <QueryPages query={query} list={state.value} />
          </>
        ))}
    </>
  )
}

/** A table on a wide screen, the same rows as cards on a phone. */
function CustomerTable({ customers, sums }: { customers: WireCustomer[]; sums: boolean }) {
  return (
    <table className="w-full border-line border-t bg-surface text-sm max-md:block">
      <thead className="text-left text-muted max-md:sr-only">
        <tr className="border-line border-b">
          {['Müşteri', 'Telefon', 'Son sipariş'].map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-normal">
              {name}
            </th>
          ))}
          <th scope="col" className="px-3 py-2 text-right font-normal">
            Sipariş
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {sums ? 'Harcama' : <span className="sr-only">Harcamayı görme yetkiniz yok</span>}
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </tbody>
    </table>
  )
}

function CustomerRow({ customer }: { customer: WireCustomer }) {
  const { id, email, phone, orders, openReturns, spent, lastOrderAt, guest } = customer
  return (
    <tr className="relative border-line border-b hover:bg-paper max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-3 max-md:py-2.5 md:[&>td]:px-3 md:[&>td]:py-2">
      <td className="min-w-0 max-md:row-span-2">
        <Link
          to={`/admin/musteriler/${id}`}
          className="break-words font-medium underline decoration-line underline-offset-4 after:absolute after:inset-0 hover:decoration-ink"
        >
          {customerName(customer)}
        </Link>
        {guest && <span className="text-muted"> (üyeliksiz)</span>}
        {email && <span className="block break-all text-muted">{email}</span>}
        {openReturns > 0 && <span className="block">{openReturns} iadesi sürüyor</span>}
      </td>
      <td className="whitespace-nowrap text-muted tabular-nums max-md:hidden">{formatPhone(phone ?? '') || '–'}</td>
      <td className="whitespace-nowrap text-muted max-md:hidden">{lastOrderAt ? formatDate(lastOrderAt) : '–'}</td>
      <td className="text-right text-muted tabular-nums max-md:order-1 md:text-ink">
        {orders}
        <span className="md:sr-only"> sipariş</span>
      </td>
      <td className="text-right font-medium tabular-nums">{sumText(spent)}</td>
    </tr>
  )
}
