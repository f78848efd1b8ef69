import { Link } from 'react-router'
import type { Answer } from '#app/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatDate } from '#shop/time.ts'
import { adminCall } from './admin-api.ts'
import { EmptyList, ListFailed, Pages, TableComing } from './list-parts.tsx'
import { SearchBox } from './search-box.tsx'
import { queryString, useQuery } from './use-query.ts'

type Wanted = {
  product: { id: string; name: string; slug: string; mainImage: string | null }
  color: string | null
  size: string
  waiting: number
  since: string
  stockQuantity: number
}

/** What shoppers wait for, most wanted first. */
export function StockWanted() {
  const { get, page, set, filter } = useQuery()
  const q = get('q')
  const query = queryString({ page, limit: 50, q })
  const { state, again } = useLoaded(query, (signal) =>
    adminCall<Wanted[]>('GET', `/admin/stock-requests?${query}`, undefined, { signal }),
  )
  return (
    <>
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox label="Ürün ara" placeholder="Ürün adı" q={q} onSearch={(q) => filter({ q }, { replace: true })} />
        <p role="status" className="text-muted text-sm">
          {state.kind === 'ready' && waitingOf(state.value) > 0 && `${waitingOf(state.value)} kişi bekliyor`}
        </p>
      </search>
      {state.kind === 'loading' && <TableComing what="Stok istekleri" />}
      {state.kind === 'failed' && (
        <ListFailed error={state.error} otherwise="Stok istekleri alınamadı" onAgain={again} />
      )}
      {state.kind === 'ready' && state.value.data.length === 0 && (
        <EmptyList title={q ? 'Bu ürünü bekleyen yok' : 'Stok bekleyen yok'}>
          {q ? (
            <Button look="secondary" onClick={() => filter({ q: '' })}>
              Aramayı temizle
            </Button>
          ) : (
            'Müşteriler tükenen bir beden için “Gelince haber ver” dediğinde burada görünür. Stok girildiğinde onlara kendiliğinden e-posta gider.'
          )}
        </EmptyList>
      )}
      {state.kind === 'ready' && state.value.data.length > 0 && (
        <div className={state.refreshing ? 'opacity-60' : ''}>
          <p className="mb-3 text-muted text-sm">
            Stok girdiğinizde bekleyenlere istek sırasıyla, kendiliğinden e-posta gider.
          </p>
          <WantedTable rows={state.value.data} />
          <Pages
            page={page}
            pages={state.value.pagination?.totalPages ?? 1}
            onPage={(page) => set({ sayfa: page > 1 ? String(page) : '' })}
          />
        </div>
      )}
    </>
  )
}

function waitingOf(list: Answer<Wanted[]>): number {
  return 'waiting' in list ? Number(list.waiting) : 0
}

function WantedTable({ rows }: { rows: Wanted[] }) {
  return (
    <table className="w-full border-line border-t bg-surface text-sm max-md:block">
      <thead className="sticky top-14 z-10 bg-surface text-left text-muted max-md:sr-only">
        <tr className="border-line border-b">
          {['Ürün', 'Renk', 'Beden', 'Bekleyen', 'İlk istek', 'Stok'].map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={`${row.product.id} ${row.color} ${row.size}`}
            className="border-line border-b max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:px-3 max-md:py-3 md:[&>td]:px-3 md:[&>td]:py-1.5"
          >
            <td>
              <Link
                to={`/admin/urunler/${row.product.id}`}
                className="flex min-h-11 items-center gap-3 underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {row.product.mainImage && (
                  <img src={row.product.mainImage} alt="" width={36} height={45} className="rounded-xs object-cover" />
                )}
                {row.product.name}
              </Link>
            </td>
            <td className="max-md:order-3">{row.color ?? <span className="text-muted">Hangi renk olursa</span>}</td>
            <td className="max-md:order-4 max-md:justify-self-end">
              <span className="text-muted md:hidden">Beden </span>
              {row.size}
            </td>
            <td className="font-medium tabular-nums max-md:order-2 max-md:self-center max-md:justify-self-end">
              {row.waiting}
              <span className="font-normal text-muted"> kişi</span>
            </td>
            <td className="text-muted tabular-nums max-md:order-5">
              <span className="md:hidden">İlk istek </span>
              {formatDate(row.since)}
            </td>
            <td className="tabular-nums max-md:order-6 max-md:justify-self-end">
              <span className="text-muted md:hidden">Stok </span>
              {row.stockQuantity}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
