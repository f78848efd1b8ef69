import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Cells } from './cells.tsx'
import { trackList } from './columns.ts'
import { type Columns, GridCell, ProductRow, type RowActs, SizeRow } from './rows.tsx'

type SheetProps = {
  products: (WireAdminProduct | undefined)[]
  onNeed: (index: number) => void
  columns: Columns
  cells: Cells
  /** All products with their sizes below them. */
  flat: boolean
  acts: RowActs
  /** What stands first in a product's row, such as a box to tick. */
  lead?: (product: WireAdminProduct) => ReactNode
}

/** As high as a product usually is, and a size: rows are measured once they are seen. */
const usual = { product: 90, size: 46 }

/** The products as a sheet: only those in view are drawn, however many there are. */
export function ProductSheet({ products, onNeed, columns, cells, flat, acts, lead }: SheetProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isOpen = ({ id, variants }: WireAdminProduct) => variants.length > 1 && turned.has(id) !== flat
  const margin = useTop(grid)
  const list = useWindowVirtualizer({
    count: products.length,
    estimateSize: (index) => {
      const product = products[index]
      return usual.product + (product && isOpen(product) ? product.variants.length * usual.size : 0)
    },
    getItemKey: (index) => products[index]?.id ?? index,
    overscan: 8,
    scrollMargin: margin,
  })
  const shown = list.getVirtualItems()
  useEffect(() => {
    for (const { index } of shown) if (!products[index]) onNeed(index)
  }, [shown, products, onNeed])

  const fold = ({ id }: WireAdminProduct) =>
    setTurned((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const [first] = shown
  const top = first ? first.start - margin : 0

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out for a phone and measured while it scrolls
    <div
      ref={grid}
      role="grid"
      aria-label="Ürünler"
      aria-rowcount={products.length + 1}
      style={{ '--sheet': trackList(columns, lead !== undefined) } as CSSProperties}
      className="border-line border-t bg-surface text-sm"
    >
      <Head columns={columns} lead={lead !== undefined} />
      <div role="presentation" style={{ height: list.getTotalSize() }}>
        <div role="presentation" style={{ transform: `translateY(${top}px)` }}>
          {shown.map(({ key, index }) => {
            const product = products[index]
            return (
              // biome-ignore lint/a11y/useSemanticElements: as its rows
              <div key={key} ref={list.measureElement} data-index={index} role="rowgroup" aria-label={product?.name}>
                {product ? (
                  <Fragment>
                    <ProductRow
                      {...{ product, columns, cells, acts }}
                      {...(lead && { lead: lead(product) })}
                      open={isOpen(product)}
                      onFold={() => fold(product)}
                    />
                    {isOpen(product) &&
                      product.variants.map((variant) => (
                        <SizeRow key={variant.id} {...{ product, variant, columns, cells }} lead={lead !== undefined} />
                      ))}
                  </Fragment>
                ) : (
                  <Coming />
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** Where the rows begin on the page; what stands above them may wrap anew. */
function useTop(element: { current: HTMLElement | null }): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [element])
  return top
}

function Head({ columns, lead }: { columns: Columns; lead: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the rows below it
    // biome-ignore lint/a11y/useFocusableInteractive: nothing in it has the focus
    <div
      role="row"
      className="sticky top-14 z-10 grid-cols-(--sheet) border-line border-b bg-surface text-muted max-md:sr-only md:grid"
    >
      {lead && <HeadCell hidden>Seçim</HeadCell>}
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

/** A product that is on its way. */
function Coming() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as a product's row
    // biome-ignore lint/a11y/useFocusableInteractive: nothing in it has the focus
    <div role="row" className="border-line border-b p-3">
      <GridCell>
        <Skeleton className="h-16" />
      </GridCell>
    </div>
  )
}
