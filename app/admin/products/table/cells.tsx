import type { WireAdminProduct, WireAdminVariant } from '#api/wire/admin/catalog.ts'
import { fromTl } from '#shop/money.ts'
import { formatPrice, parseCount, parsePrice } from '../variants/grid-numbers.ts'
import { Cell, Mark } from './cell.tsx'
import { moveOnly } from './steps.ts'
import type { Marks, SavedCells } from './use-cells.ts'

/** The cells of one product; on a narrow screen with steppers for the thumb. */
export type Cells = Pick<SavedCells, 'save' | 'refuse'> & { marks: Marks; narrow?: boolean }
type Of = { product: WireAdminProduct; cells: Cells }
type OfSize = Of & { variant: WireAdminVariant }

const kurusOf = (tl: number) => fromTl(tl) ?? 0

/** A block from a spreadsheet would run together into one number, and down here it would change products that are not in sight: told where it goes. */
function refuseBlock(cells: Cells, { productId, cell, what }: { productId: string; cell: string; what: string }) {
  return (n: number) =>
    cells.refuse(
      productId,
      cell,
      `${what}: ${n} hücre kopyalanmış, hiçbiri alınmadı. Birden çok hücreyi ürünün sayfasındaki beden tablosuna yapıştırın; çok ürün için İçe / dışa aktar’da dosya yükleyin.`,
    )
}

export function sizeName({ color, size }: WireAdminVariant): string {
  return `${color} · ${size}`
}

/** The stock of one size: a number, or '+5' and '-2' for pieces that came or went. On a phone with a stepper for the thumb. */
export function StockCell({ product, variant, cells }: OfSize) {
  const { id, stockQuantity: stock } = variant
  const cell = `${id} stock`
  const what = `${product.name}, ${sizeName(variant)}`
  const isLow = stock > 0 && stock <= product.lowLimit
  const add = (pieces: number) =>
    cells.save({
      cell,
      productId: product.id,
      change: { variantId: id, add: pieces },
      back: { variantId: id, add: -pieces },
      words: `${what}: stok ${stock} → ${stock + pieces}.`,
    })

  function save(text: string) {
    const count = parseCount(text.replace(/^\+/, ''))
    if (count === undefined) return cells.refuse(product.id, cell, `${what}: “${text}” bir adet değil.`)
    if (/^[+-]/.test(text)) return add(count)
    cells.save({
      cell,
      productId: product.id,
      change: { variantId: id, stock: { set: count, seen: stock } },
      back: { variantId: id, add: stock - count },
      words: `${what}: stok ${stock} → ${count}.`,
    })
  }

  const thumb = 'grid size-11 place-items-center rounded-xs border border-edge text-lg disabled:text-line'
  return (
    <span className="inline-flex items-center gap-1">
      {cells.narrow && (
        <button
          type="button"
          aria-label={`${what}: bir azalt`}
          disabled={stock === 0}
          onClick={() => add(-1)}
          className={thumb}
        >
          <span aria-hidden="true">−</span>
        </button>
      )}
      <Cell
        column="stock"
        label={`${what}, stok`}
        text={String(stock)}
        mark={cells.marks[cell]}
        onSave={save}
        onBlock={refuseBlock(cells, { productId: product.id, cell, what })}
      >
        <span className={stock === 0 ? 'text-bad' : isLow ? 'text-nar-deep' : ''}>
          {stock === 0 ? 'Tükendi' : stock}
        </span>
      </Cell>
      {cells.narrow && (
        <button type="button" aria-label={`${what}: bir artır`} onClick={() => add(1)} className={thumb}>
          <span aria-hidden="true">+</span>
        </button>
      )}
    </span>
  )
}

/** The price of one size, or of all sizes where they have one price. */
export function PriceCell({ product, variant, cells }: Of & { variant?: WireAdminVariant }) {
  const seen = variant?.price ?? product.price ?? 0
  const cell = `${variant?.id ?? product.id} price`
  const what = variant ? `${product.name}, ${sizeName(variant)}` : product.name
  const only = variant && { variantId: variant.id }

  function save(text: string) {
    const kurus = parsePrice(text)
    if (!kurus || kurus < 0) return cells.refuse(product.id, cell, `${what}: “${text}” bir fiyat değil.`)
    const set = kurus / 100
    cells.save({
      cell,
      productId: product.id,
      change: { ...only, price: { set, seen } },
      back: { ...only, price: { set: seen, seen: set } },
      words: `${what}: ${formatPrice(kurusOf(seen))} TL → ${formatPrice(kurus)} TL.`,
    })
  }

  const shown = formatPrice(kurusOf(seen))
  return (
    <Cell
      column="price"
      label={`${what}, fiyat`}
      text={shown}
      mark={cells.marks[cell]}
      numeric="decimal"
      onSave={save}
      onBlock={refuseBlock(cells, { productId: product.id, cell, what })}
    >
      {shown}
      <span className="md:hidden">TL</span>
    </Cell>
  )
}

/** Whether shoppers see it; a press changes it. */
export function StateCell({ product, cells }: Of) {
  const { id, name, published } = product
  const cell = `${id} state`
  const toggle = () =>
    cells.save({
      cell,
      productId: id,
      change: { published: { set: !published } },
      back: { published: { set: published } },
      words: `${name}: ${published ? 'taslağa alındı' : 'yayına alındı'}.`,
    })
  return (
    <button
      type="button"
      role="switch"
      aria-checked={published}
      aria-label={`${name}: yayında`}
      data-column="state"
      onClick={toggle}
      onKeyDown={moveOnly}
      className="inline-flex min-h-11 scroll-mt-40 scroll-mb-28 items-center gap-1 rounded-xs md:min-h-9"
    >
      <Mark is={cells.marks[cell]} />
      <span className={published ? 'text-good' : 'rounded-xs bg-nar-soft px-2 py-0.5'}>
        {published ? 'Yayında' : 'Taslak'}
      </span>
    </button>
  )
}

/** At how many pieces of a size its owner is told; empty: as the settings say. */
export function LowCell({ product, cells }: Of) {
  const { id, name, lowStock: seen, lowLimit } = product
  const cell = `${id} low`
  function save(text: string) {
    const set = text === '' ? null : parseCount(text)
    if (set === undefined) return cells.refuse(product.id, cell, `${name}: “${text}” bir adet değil.`)
    cells.save({
      cell,
      productId: id,
      change: { lowStock: { set, seen } },
      back: { lowStock: { set: seen, seen: set } },
      words: `${name}: uyarı sınırı ${set ?? 'mağaza ayarı'}.`,
    })
  }
  return (
    <Cell
      column="low"
      label={`${name}, stok uyarı sınırı`}
      text={seen === null ? '' : String(seen)}
      mark={cells.marks[cell]}
      onSave={save}
      onBlock={refuseBlock(cells, { productId: id, cell, what: name })}
    >
      {seen ?? <span className="text-muted">({lowLimit})</span>}
    </Cell>
  )
}
