import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { WireAdminProduct, WireAdminVariant } from '#api/wire/admin/catalog.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { formatTl } from '#shop/money.ts'
import { formatMoment } from '#shop/time.ts'
import { RowMenu } from '../row-menu.tsx'
import { glanceOf } from '../stock-glance.ts'
import { type Cells, LowCell, PriceCell, StateCell, StockCell, sizeName } from './cells.tsx'
import type { shownColumns } from './columns.ts'

export type Columns = ReturnType<typeof shownColumns>
type ColumnId = Columns[number]['id']

export type RowActs = {
  onDelete: (product: WireAdminProduct) => void
  onCopy: (product: WireAdminProduct) => void
  onHistory: (product: WireAdminProduct) => void
}

type ProductRowProps = {
  product: WireAdminProduct
  columns: Columns
  cells: Cells
  /** The checkbox at the beginning of the row. */
  lead: ReactNode
  open: boolean
  onFold: () => void
  acts: RowActs
}

const rowClass = 'border-line border-b md:grid md:grid-cols-(--sheet) md:items-center'
const right = 'md:flex md:justify-end md:pr-3'

/** A product: its cells on a wide screen, on a phone its picture and name with the cells below. */
export function ProductRow({ product, columns, cells, lead, open, onFold, acts }: ProductRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a table cannot be laid out for a phone and measured while they scroll
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div role="row" className={`${rowClass} flex flex-wrap items-start gap-x-3 py-2 hover:bg-paper md:gap-x-0 md:py-0`}>
      <GridCell className="md:pl-3">{lead}</GridCell>
      <GridCell className="md:py-2 md:pl-3">
        <Picture
          image={product.pictures[0]}
          alt=""
          sizes={56}
          className="aspect-4/5 w-14 object-cover [&>svg]:size-6"
        />
      </GridCell>
      <GridCell className="min-w-0 flex-1 md:px-3">
        <Name product={product} />
      </GridCell>
      <div className="order-last basis-full pt-1 max-md:grid max-md:px-3 max-md:grid-cols-[auto_minmax(0,1fr)] max-md:gap-x-3 md:contents">
        {columns.map(({ id, onPhone, right: atRight }) => (
          <GridCell key={id} className={`${onPhone ? '' : 'max-md:hidden'} ${atRight ? right : 'md:px-3'}`}>
            <ProductValue {...{ id, product, cells, open, onFold }} />
          </GridCell>
        ))}
      </div>
      <GridCell className="max-md:-mr-2 md:order-last md:pr-1">
        <RowMenu
          product={product}
          onDelete={() => acts.onDelete(product)}
          onCopy={() => acts.onCopy(product)}
          onHistory={() => acts.onHistory(product)}
        />
      </GridCell>
    </div>
  )
}

export function GridCell({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as its row
    // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
    <div role="gridcell" className={className}>
      {children}
    </div>
  )
}

function Name({ product }: { product: WireAdminProduct }) {
  return (
    <>
      <Link
        to={`/admin/urunler/${product.id}`}
        className="inline-block wrap-anywhere py-1 font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
      >
        {product.name}
      </Link>
      <span className="block text-muted md:hidden">{product.category.name}</span>
      {product.waiting > 0 && <span className="block text-nar-deep">{product.waiting} kişi bekliyor</span>}
    </>
  )
}

type ValueProps = Pick<ProductRowProps, 'product' | 'cells' | 'open' | 'onFold'> & { id: ColumnId }

function ProductValue({ id, product, cells, open, onFold }: ValueProps) {
  switch (id) {
    case 'category':
      return <span className="text-muted">{product.category.name}</span>
    case 'price':
      return <Prices product={product} cells={cells} />
    case 'stock':
      return <Stocks {...{ product, cells, open, onFold }} />
    case 'state':
      return <StateCell product={product} cells={cells} />
    case 'sku':
      return <span className="break-all text-muted">{product.variants.length === 1 && product.variants[0]?.sku}</span>
    case 'low':
      return <LowCell product={product} cells={cells} />
    case 'waiting':
      return product.waiting || <span className="text-muted">–</span>
    case 'updated':
      return <span className="text-muted tabular-nums">{formatMoment(product.updatedAt)}</span>
  }
}

function Prices({ product, cells }: { product: WireAdminProduct; cells: Cells }) {
  const { price, struckPrice, variants } = product
  if (price === null) return <span className="text-muted">—</span>
  const most = Math.max(...variants.map((variant) => variant.price))
  return (
    <span className="md:text-right">
      {most === price ? (
        <PriceCell product={product} cells={cells} />
      ) : (
        <span className="inline-block py-2 tabular-nums md:px-2">
          {formatTl(price)} – {formatTl(most)}
        </span>
      )}
      {struckPrice !== null && (
        <del className="block text-muted tabular-nums md:px-2">
          <span className="sr-only">Önceki fiyat </span>
          {formatTl(struckPrice)}
        </del>
      )}
    </span>
  )
}

function Stocks({ product, cells, open, onFold }: Omit<ValueProps, 'id'>) {
  const { total, mark, sizes } = glanceOf(product.variants, product.lowLimit)
  const [only, ...others] = product.variants
  if (!only) return <span className="text-muted">Varyant yok</span>
  if (others.length === 0) return <StockCell product={product} variant={only} cells={cells} />
  return (
    <span className="md:text-right">
      <button
        type="button"
        data-column="stock"
        aria-expanded={open}
        aria-label={`${product.name}: stok ${total}, bedenleri ${open ? 'gizle' : 'göster'}`}
        onClick={onFold}
        className="inline-flex min-h-11 scroll-mt-40 scroll-mb-28 items-center gap-1 rounded-xs border border-transparent tabular-nums hover:border-edge max-md:border-line max-md:px-3 md:min-h-9 md:px-2"
      >
        <span className={mark === 'Tükendi' ? 'text-bad' : mark ? 'text-nar-deep' : ''}>
          {mark === 'Tükendi' ? mark : `${total} adet`}
          {mark === 'Az kaldı' && <span className="text-sm"> · az</span>}
        </span>
        <span className={open ? 'rotate-180' : ''}>
          <Icon name="down" size={18} />
        </span>
      </button>
      {!open && <Sizes sizes={sizes} />}
    </span>
  )
}

/** As many as a glance takes in. */
const mostSizes = 10

function Sizes({ sizes }: { sizes: ReturnType<typeof glanceOf>['sizes'] }) {
  return (
    <span className="flex flex-wrap gap-x-3 pb-1 text-muted tabular-nums md:justify-end md:px-2">
      {sizes.slice(0, mostSizes).map(({ size, count }) => (
        <span key={size} className={count === 0 ? 'line-through' : ''}>
          {size} {count}
        </span>
      ))}
      {sizes.length > mostSizes && <span>+{sizes.length - mostSizes} beden</span>}
    </span>
  )
}

type SizeRowProps = {
  product: WireAdminProduct
  variant: WireAdminVariant
  columns: Columns
  cells: Cells
}

/** One size below its product. */
export function SizeRow({ product, variant, columns, cells }: SizeRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as a product's row
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div
      role="row"
      className={`${rowClass} flex flex-wrap items-center justify-between gap-x-3 bg-paper/60 py-1 md:gap-x-0 md:py-0`}
    >
      <GridCell className="max-md:hidden" />
      <GridCell className="max-md:hidden" />
      <GridCell className="min-w-0 max-md:basis-full md:px-3">{sizeName(variant)}</GridCell>
      {columns.map(({ id, onPhone, right: atRight }) => (
        <GridCell
          key={id}
          className={`${onPhone && id !== 'state' ? '' : 'max-md:hidden'} ${atRight ? right : 'md:px-3'}`}
        >
          {id === 'price' && <PriceCell {...{ product, variant, cells }} />}
          {id === 'stock' && <StockCell {...{ product, variant, cells }} />}
          {id === 'sku' && <span className="break-all text-muted">{variant.sku}</span>}
        </GridCell>
      ))}
      <GridCell className="max-md:hidden" />
    </div>
  )
}
