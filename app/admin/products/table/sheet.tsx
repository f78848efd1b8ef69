import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Tick } from '../../parts/tick.tsx'
import type { Ticks } from '../bulk/use-ticks.ts'
import { trackList } from './columns.ts'
import { type Columns, GridCell, ProductRow, type RowActs, SizeRow } from './rows.tsx'
import type { Marks, SavedCells } from './use-cells.ts'
import { useFlight } from './use-flight.ts'
import { useNarrow } from './use-narrow.ts'

type SheetProps = {
  products: (WireAdminProduct | undefined)[]
  onNeed: (index: number) => void
  columns: Columns
  cells: SavedCells
  ticks: Ticks
  /** All products with their sizes below them. */
  flat: boolean
  acts: RowActs
}

/** Pixels that a product usually takes, and a size: rows are measured once they are seen. */
const usual = { wide: { product: 87, size: 37 }, narrow: { product: 178, size: 73 } }

/** The products as a sheet: only those in view are drawn, however many there are. */
export function ProductSheet({ products, onNeed, columns, cells, ticks, flat, acts }: SheetProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ id, variants }: WireAdminProduct) => variants.length > 1 && turned.has(id) !== flat
  const margin = useTop(grid)
  const narrow = useNarrow()
  const list = useWindowVirtualizer({
    count: products.length,
    estimateSize: (index) => {
      const product = products[index]
      const high = narrow ? usual.narrow : usual.wide
      return high.product + (product && isOpen(product) ? product.variants.length * high.size : 0)
    },
    // Another function would make it measure all rows again.
    getItemKey: useCallback((index: number) => products[index]?.id ?? index, [products]),
    overscan: flat ? 3 : 8,
    scrollMargin: margin,
  })
  const shown = list.getVirtualItems()
  const flying = useFlight(list.isScrolling, shown)
  useEffect(() => {
    if (flying) return
    for (const { index } of shown) if (!products[index]) onNeed(index)
  }, [shown, products, onNeed, flying])

  const fold = useCallback(
    ({ id }: WireAdminProduct) =>
      setTurned((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id])),
    [],
  )
  const [first] = shown
  const top = first ? first.start - margin : 0

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out for a phone and measured while it scrolls
    <div
      ref={grid}
      role="grid"
      aria-label="Ürünler"
      aria-rowcount={products.length + 1}
      style={{ '--sheet': trackList(columns) } as CSSProperties}
      className="border-line border-t bg-surface text-sm"
    >
      <Head columns={columns} />
      <div role="presentation" style={{ height: list.getTotalSize() }}>
        <div role="presentation" style={{ transform: `translateY(${top}px)` }}>
          {shown.map(({ key, index, size }) => {
            const product = products[index]
            return (
              // biome-ignore lint/a11y/useSemanticElements: as its rows
              <div key={key} ref={list.measureElement} data-index={index} role="rowgroup" aria-label={product?.name}>
                {product && !flying ? (
                  <Group
                    {...{ product, columns, acts, narrow }}
                    {...{ save: cells.save, refuse: cells.refuse, marks: cells.marksOf(product.id) }}
                    ticked={ticks.chosen.has(product.id)}
                    onTick={ticks.choose}
                    open={isOpen(product)}
                    onFold={fold}
                  />
                ) : (
                  <Coming name={product?.name} height={size} />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type GroupProps = Pick<SavedCells, 'save' | 'refuse'> & {
  product: WireAdminProduct
  narrow: boolean
  columns: Columns
  marks: Marks
  acts: RowActs
  ticked: boolean
  onTick: Ticks['choose']
  open: boolean
  onFold: (product: WireAdminProduct) => void
}

/** A product and, below it, its sizes. While the list scrolls, and when another changes, it is not drawn again. */
const Group = memo(function Group({ product, columns, acts, ticked, onTick, open, onFold, ...cells }: GroupProps) {
  const { id, name, variants } = product
  return (
    <>
      <ProductRow
        {...{ product, columns, cells, acts, open }}
        lead={<Tick label={`${name}: seç`} checked={ticked} onChange={(wanted) => onTick([id], wanted)} />}
        onFold={() => onFold(product)}
      />
      {open && variants.map((variant) => <SizeRow key={variant.id} {...{ product, variant, columns, cells }} />)}
    </>
  )
})

/** Top of the rows on the page in pixels, measured again at each drawing: the lines above them may wrap differently. */
function useTop(element: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)))
  return top
}

function Head({ columns }: { columns: Columns }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows below it
    // biome-ignore lint/a11y/useFocusableInteractive: nothing in it has the focus
    <div
      role="row"
      className="sticky top-14 z-10 grid-cols-(--sheet) border-line border-b bg-surface text-muted max-md:sr-only md:grid"
    >
      <HeadCell hidden>Seçim</HeadCell>
      <HeadCell hidden>Görsel</HeadCell>
      <HeadCell>Ürün</HeadCell>
      {columns.map(({ id, title, right }) => (
        <HeadCell key={id} className={right ? 'text-right' : ''}>
          {title}
        </HeadCell>
      ))}
      <HeadCell hidden>İşlemler</HeadCell>
    </div>
  )
}

function HeadCell({ className = '', hidden, children }: { className?: string; hidden?: boolean; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as its row
    // biome-ignore lint/a11y/useFocusableInteractive: nothing in it has the focus
    <div role="columnheader" className={`px-3 py-2 ${className}`}>
      {hidden ? <span className="sr-only">{children}</span> : children}
    </div>
  )
}

type ComingProps = { name: string | undefined; height: number }

/**
 * A product that is on its way; while the list flies past, its name where it stands in the row. As high as the list assumes: another
 * height would move all rows again.
 */
function Coming({ name, height }: ComingProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as a product's row
    // biome-ignore lint/a11y/useFocusableInteractive: nothing in it has the focus
    <div role="row" className="border-line border-b md:grid md:grid-cols-(--sheet) md:items-start" style={{ height }}>
      {name === undefined ? (
        <GridCell className="col-span-full p-3">
          <Skeleton className="h-16" />
        </GridCell>
      ) : (
        <GridCell className="wrap-anywhere font-medium max-md:pt-3 max-md:pl-31 md:col-start-3 md:flex md:min-h-21 md:items-center md:px-3">
          {name}
        </GridCell>
      )}
    </div>
  )
}
