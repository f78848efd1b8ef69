import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Picture } from '#app/ui/picture.tsx'
import { formatKurus, fromTl } from '#shop/money.ts'
import { Tick } from '../parts/tick.tsx'
import type { Ticks } from './bulk/use-ticks.ts'
import { RowMenu } from './row-menu.tsx'
import { glanceOf } from './stock-glance.ts'

type RowActs = { onDelete: (product: WireAdminProduct) => void; onCopy: (product: WireAdminProduct) => void }

const features = tableFeatures({})
const helper = createColumnHelper<typeof features, WireAdminProduct>()

type ProductTableProps = { products: WireAdminProduct[]; ticks: Ticks } & RowActs

/** A table on a wide screen, compact rows on a phone. */
export function ProductTable({ products, ticks, onDelete, onCopy }: ProductTableProps) {
  const columns = useMemo(() => columnsWith({ onDelete, onCopy }), [onDelete, onCopy])
  const table = useTable({ features, columns, data: products })
  const ids = products.map(({ id }) => id)
  const all = ids.every((id) => ticks.chosen.has(id))
  const chooseAll = (
    <Tick
      label="Bu sayfadaki ürünlerin hepsini seç"
      checked={all}
      partly={!all && ids.some((id) => ticks.chosen.has(id))}
      onChange={(wanted) => ticks.choose(ids, wanted)}
    />
  )
  return (
    <>
      <div className="flex items-center text-muted text-sm md:hidden">
        {chooseAll}
        <span aria-hidden="true">Hepsini seç</span>
      </div>
      <table className="w-full border-line border-t bg-surface text-sm max-md:block md:table-fixed">
        <thead className="sticky top-14 z-10 bg-surface text-left text-muted max-md:sr-only">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-line border-b">
              <th scope="col" className="w-11 max-md:hidden">
                {chooseAll}
              </th>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={`px-3 py-2 font-normal ${widths[header.id] ?? ''} ${header.id === 'price' ? 'text-right' : ''}`}
                >
                  <table.FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="max-md:block">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.original.id}
              className={`border-line border-b hover:bg-paper max-md:grid max-md:grid-cols-[auto_3.5rem_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-3 ${ticks.chosen.has(row.original.id) ? 'bg-nar-soft/50' : ''}`}
            >
              <td className="max-md:row-span-2 max-md:-mr-3">
                <Tick
                  label={`${row.original.name}: seç`}
                  checked={ticks.chosen.has(row.original.id)}
                  onChange={(wanted) => ticks.choose([row.original.id], wanted)}
                />
              </td>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={places[cell.column.id]}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const widths: Record<string, string> = {
  picture: 'w-18',
  name: 'w-[32%]',
  category: 'w-[14%]',
  price: 'w-36',
  acts: 'w-14',
}

/** Where a cell stands: in its column, or on a phone in its part of the row. */
const places: Record<string, string> = {
  picture: 'max-md:row-span-2 md:py-2 md:pl-3',
  name: 'md:px-3 md:py-2',
  category: 'text-muted max-md:hidden md:px-3 md:py-2',
  price: 'whitespace-nowrap text-right tabular-nums max-md:pt-1 md:px-3 md:py-2',
  stock: 'max-md:col-start-3 md:px-3 md:py-2',
  acts: 'max-md:-mr-2 max-md:justify-self-end max-md:self-end md:pr-1',
}

function columnsWith({ onDelete, onCopy }: RowActs) {
  return helper.columns([
    helper.display({
      id: 'picture',
      header: () => <span className="sr-only">Görsel</span>,
      cell: ({ row: { original } }) => (
        <Picture
          image={original.pictures[0]}
          alt=""
          sizes="56px"
          className="aspect-4/5 w-14 object-cover [&>svg]:size-6"
        />
      ),
    }),
    helper.accessor('name', { header: 'Ürün', cell: ({ row }) => <Name product={row.original} /> }),
    helper.accessor((product) => product.category.name, { id: 'category', header: 'Kategori' }),
    helper.accessor('price', { header: 'Fiyat', cell: ({ row }) => <Prices product={row.original} /> }),
    helper.accessor('totalStock', {
      id: 'stock',
      header: 'Stok',
      cell: ({ row }) => <Stock product={row.original} />,
    }),
    helper.display({
      id: 'acts',
      header: () => <span className="sr-only">İşlemler</span>,
      cell: ({ row: { original } }) => (
        <RowMenu product={original} onDelete={() => onDelete(original)} onCopy={() => onCopy(original)} />
      ),
    }),
  ])
}

function Name({ product }: { product: WireAdminProduct }) {
  return (
    <>
      <Link
        to={`/admin/urunler/${product.id}`}
        className="inline-block py-1 font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        {product.name}
      </Link>
      <span className="block text-muted md:hidden">{product.category.name}</span>
      {!product.published && (
        <span className="block">
          <span className="rounded-xs bg-nar-soft px-2 py-0.5">Taslak</span>
        </span>
      )}
    </>
  )
}

function Prices({ product: { price, struckPrice } }: { product: WireAdminProduct }) {
  if (price === null) return <span className="text-muted">—</span>
  return (
    <>
      {formatKurus(fromTl(price) ?? 0)}
      {struckPrice !== null && (
        <del className="block text-muted">
          <span className="sr-only">Önceki fiyat </span>
          {formatKurus(fromTl(struckPrice) ?? 0)}
        </del>
      )}
    </>
  )
}

/** As many as a glance takes in. */
const mostSizes = 10

function Stock({ product }: { product: WireAdminProduct }) {
  const { total, mark, sizes } = glanceOf(product.variants)
  if (product.variants.length === 0) return <span className="text-muted">Varyant yok</span>
  return (
    <>
      <span className={mark === 'Tükendi' ? 'text-bad' : ''}>
        {mark === 'Tükendi' ? mark : `${total} adet`}
        {mark === 'Az kaldı' && <span className="text-nar"> · {mark}</span>}
      </span>
      <ul className="flex flex-wrap gap-x-3 text-muted tabular-nums">
        {sizes.slice(0, mostSizes).map(({ size, count }) => (
          <li key={size} className={count === 0 ? 'line-through' : ''}>
            {size} {count}
          </li>
        ))}
        {sizes.length > mostSizes && <li>+{sizes.length - mostSizes} beden</li>}
      </ul>
    </>
  )
}
