import type { WireStaffItem, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { scanKey } from '#shop/shipping/scanned.ts'

/** A line of an order at the packing table. */
export type Piece = {
  itemId: string
  name: string
  /** Color and size. */
  kind: string
  sku: string
  picture: string | null
  due: number
  packed: number
}

/** The result of a scan: `at` is the piece's place in the list. */
export type Scan = { kind: 'in'; at: number } | { kind: 'full'; at: number } | { kind: 'wrong' }

/** How many of a line are still to be sent. */
export function dueOf({ quantity, refundedQuantity, withdrawnQuantity = 0 }: WireStaffItem): number {
  return quantity - refundedQuantity - withdrawnQuantity
}

/** The pieces of an order that are still to be sent. */
export function piecesOf({ items }: WireStaffOrder): Piece[] {
  return items
    .map((item) => {
      const { product, color, size, sku } = item.variant
      const named = { itemId: item.id, name: product.name, kind: `${color}, ${size}`, sku }
      return { ...named, picture: product.mainImage, due: dueOf(item), packed: 0 }
    })
    .filter(({ due }) => due > 0)
}

/** Finds the piece that a barcode names; of two lines of one kind the one that is not full. */
export function scan(pieces: Piece[], code: string): Scan {
  const key = scanKey(code)
  const named = pieces.flatMap(({ sku }, at) => (key !== '' && scanKey(sku) === key ? [at] : []))
  const exact = named.filter((at) => pieces[at]?.sku === code)
  const fits = exact.length > 0 ? exact : named
  const open = fits.find((at) => (pieces[at]?.packed ?? 0) < (pieces[at]?.due ?? 0))
  if (open !== undefined) return { kind: 'in', at: open }
  const [full] = fits
  return full === undefined ? { kind: 'wrong' } : { kind: 'full', at: full }
}

/** The list with one more, or one less, of the piece at this place. */
export function counted(pieces: Piece[], at: number, by: 1 | -1): Piece[] {
  return pieces.map((piece, index) => (index === at ? { ...piece, packed: piece.packed + by } : piece))
}

export function allIn(pieces: Piece[]): boolean {
  return pieces.length > 0 && pieces.every(({ due, packed }) => packed === due)
}
