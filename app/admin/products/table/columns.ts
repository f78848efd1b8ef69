import type { ProductColumn } from '#shop/catalog/stock/contract.ts'

type Column = { id: ProductColumn; title: string; width: string; usual: boolean; right?: true; onPhone?: true }

/** The columns that may be chosen; picture, name and actions always stand. */
export const columns: Column[] = [
  { id: 'category', title: 'Kategori', width: 'minmax(6rem,1fr)', usual: true },
  { id: 'price', title: 'Fiyat (TL)', width: 'minmax(7rem,9rem)', usual: true, right: true, onPhone: true },
  { id: 'stock', title: 'Stok', width: 'minmax(8.5rem,10rem)', usual: true, right: true, onPhone: true },
  { id: 'state', title: 'Durum', width: 'minmax(5.25rem,7rem)', usual: true, onPhone: true },
  { id: 'sku', title: 'SKU', width: 'minmax(8rem,1fr)', usual: false },
  { id: 'low', title: 'Uyarı sınırı', width: '7.5rem', usual: false, right: true },
  { id: 'waiting', title: 'Bekleyen', width: '6rem', usual: false, right: true },
  { id: 'updated', title: 'Son değişiklik', width: '9rem', usual: false },
]

/** The chosen columns in their order; the usual ones where nothing is chosen. */
export function shownColumns(stored: string | null): Column[] {
  const chosen = stored?.split(',')
  return columns.filter(({ id, usual }) => (chosen ? chosen.includes(id) : usual))
}

/** The grid's columns on a wide screen; the usual ones fit a tablet held upright. */
export function trackList(shown: Column[]): string {
  return ['2.75rem', '4.5rem', 'minmax(8rem,2fr)', ...shown.map(({ width }) => width), '3rem'].join(' ')
}
