import { Link } from 'react-router'
import type { WireWantedVariant } from '#api/wire/admin/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { formatDate } from '#shop/time.ts'
import { adminCall } from '../parts/api.ts'
import { EmptyList, PagedList } from '../parts/list-parts.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { useList } from '../parts/use-list.ts'
import { queryString, useQuery } from '../parts/use-query.ts'

/** The sizes that shoppers wait for, the most wanted first. */
export function StockWanted() {
  const asked = useQuery()
  const { get, page, filter } = asked
  const q = get('q')
  const query = queryString({ page, limit: 50, q })
  const list = useList(asked, query, (signal) =>
    adminCall<'GET /admin/stock-requests'>('GET', `/admin/stock-requests?${query}`, undefined, { signal }),
  )
  return (
    <>
      <search className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox label="Ürün ara" placeholder="Ürün adı" q={q} onSearch={(q) => filter({ q }, { replace: true })} />
        <p role="status" className="text-muted text-sm">
          {list.state.kind === 'ready' && list.state.value.waiting > 0 && `${list.state.value.waiting} kişi bekliyor`}
        </p>
      </search>
      <PagedList
        list={list}
        query={asked}
        what="Stok istekleri"
        otherwise="Stok istekleri alınamadı"
        empty={
          <EmptyList title={q ? 'Bu ürünü bekleyen yok' : 'Stok bekleyen yok'}>
            {q ? (
              <Button look="secondary" onClick={() => filter({ q: '' })}>
                Aramayı temizle
              </Button>
            ) : (
              'Müşteriler tükenen bir beden için “Gelince haber ver” dediğinde burada görünür. Stok girildiğinde sıradakilere birer adet ayrılır ve kendiliğinden e-posta gider.'
            )}
          </EmptyList>
        }
      >
        {({ data }) => (
          <>
            <p className="mb-3 text-muted text-sm">
              Stok girdiğinizde sıradakilere birer adet ayrılır ve kendiliğinden e-posta gider; süresi dolan adet
              sıradaki kişiye geçer. Süreyi{' '}
              <Link
                to="/admin/ayarlar?bolum=stok"
                className="underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                ayarlardan
              </Link>{' '}
              değiştirebilirsiniz.
            </p>
            <WantedTable rows={data} />
          </>
        )}
      </PagedList>
    </>
  )
}

function WantedTable({ rows }: { rows: WireWantedVariant[] }) {
  return (
    <table className="w-full border-line border-t bg-surface text-sm max-md:block">
      <thead className="sticky top-14 z-10 bg-surface text-left text-muted max-md:sr-only">
        <tr className="border-line border-b">
          {['Ürün', 'Renk', 'Bekleyen', 'Ayrılan', 'İlk istek', 'Satışta'].map((name) => (
            <th key={name} scope="col" className="px-3 py-2 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <WantedRow key={`${row.product.id} ${row.color} ${row.size}`} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function WantedRow({ row }: { row: WireWantedVariant }) {
  return (
    <tr className="border-line border-b max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:px-3 max-md:py-3 md:[&>td]:px-3 md:[&>td]:py-1.5">
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
      <td className="tabular-nums max-md:order-2 max-md:self-center max-md:text-right">
        {row.size} beden için <span className="font-medium">{row.waiting} kişi</span>
      </td>
      <td className="tabular-nums max-md:order-4 max-md:justify-self-end">
        <span className="text-muted md:hidden">Ayrılan </span>
        {row.kept}
      </td>
      <td className="text-muted tabular-nums max-md:order-5">
        <span className="md:hidden">İlk istek </span>
        {formatDate(row.since)}
      </td>
      <td className="tabular-nums max-md:order-6 max-md:justify-self-end">
        <span className="text-muted md:hidden">Satışta </span>
        {row.stockQuantity}
      </td>
    </tr>
  )
}
