import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { shownColumns } from './columns.ts'
import { ProductSheet } from './sheet.tsx'
import type { Save, SavedCells } from './use-cells.ts'

/** A product with two sizes, with the fields that the sheet shows. */
function aProduct(index: number): WireAdminProduct {
  const variants = ['S', 'M'].map((size) => ({
    id: `${index} ${size}`,
    color: 'Siyah',
    size,
    price: 500,
    stockQuantity: 5,
  }))
  const shown = { id: String(index), name: `Elbise ${index}`, slug: `elbise-${index}`, category: { name: 'Elbise' } }
  return {
    ...shown,
    variants,
    pictures: [],
    price: 500,
    struckPrice: null,
    published: true,
  } as unknown as WireAdminProduct
}

const ticks = { chosen: new Set<string>(), choose: () => {}, clear: () => {} }
const acts = { onDelete: () => {}, onCopy: () => {}, onHistory: () => {} }

/** Two thousand products with their sizes, of which all but the last thousand are there; `asked` tells which others it wanted, `saved` which cells. */
async function openSheet() {
  const asked: number[] = []
  const saved: Save[] = []
  const save = (one: Save) => saved.push(one)
  const refused: string[] = []
  const refuse = (_product: string, _cell: string, text: string) => refused.push(text)
  const cells = { marksOf: () => ({}), save, refuse } as unknown as SavedCells
  const products = Array.from({ length: 2000 }, (_, index) => (index < 1000 ? aProduct(index) : undefined))
  const onNeed = (index: number) => asked.push(index)
  const screen = await render(
    <MemoryRouter>
      <ProductSheet {...{ products, onNeed, cells, ticks, acts }} columns={shownColumns(null)} flat />
    </MemoryRouter>,
  )
  await expect.element(screen.getByRole('checkbox', { name: 'Elbise 0: seç' })).toBeInTheDocument()
  return { screen, asked, saved, refused }
}

/** Scrolls, and reads at the very scroll event, when the list has drawn what it shows on the way. */
function flyTo<T>(top: number, read: () => T): Promise<T> {
  return new Promise((resolve) => {
    addEventListener('scroll', () => resolve(read()), { once: true })
    scrollTo(0, top)
  })
}

test('what the list flies past is drawn by name alone, and asked for where it comes to rest', async () => {
  const { screen, asked } = await openSheet()
  const read = () => ({
    names: screen.getByRole('rowgroup').all().length,
    ticks: screen.getByRole('checkbox').all().length,
    asked: [...asked],
  })
  const known = await flyTo(60_000, read)
  expect(known.names).toBeGreaterThan(3)
  expect(known.ticks).toBe(0)
  const unknown = await flyTo(document.documentElement.scrollHeight - 60_000, read)
  expect(unknown.asked).toEqual([])
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(Math.min(...asked)).toBeGreaterThan(1000)
  await flyTo(60_000, read)
  await expect.poll(() => read().ticks).toBeGreaterThan(3)
})

test('scrolled by less than a screen, rows are there at once', async () => {
  const { screen } = await openSheet()
  const ticks = await flyTo(500, () => screen.getByRole('checkbox').all().length)
  expect(ticks).toBeGreaterThan(3)
})

test.for([1500, 60_000])('what is typed is saved when its row is scrolled %i pixels away', async (top) => {
  const { screen, saved } = await openSheet()
  const cell = screen.getByRole('button', { name: 'Elbise 0, Siyah · S, stok: 5' })
  cell.element().focus()
  await userEvent.keyboard('12')
  expect(saved).toEqual([])
  scrollTo(0, top)
  await expect.poll(() => saved).toMatchObject([{ change: { stock: { set: 12, seen: 5 } } }])
  expect(screen.getByRole('textbox').all()).toEqual([])
})

test('a field that was left with Esc saves nothing when its row goes', async () => {
  const { screen, saved } = await openSheet()
  const cell = screen.getByRole('button', { name: 'Elbise 0, Siyah · S, stok: 5' })
  cell.element().focus()
  await userEvent.keyboard('12{Escape}')
  await flyTo(60_000, () => {})
  await expect.poll(() => screen.getByRole('checkbox').all().length).toBeGreaterThan(3)
  expect(saved).toEqual([])
})

test.for(['looked at', 'typed into'])(
  'a block pasted into a cell that is %s is refused, not run together',
  async (how) => {
    const { screen, saved, refused } = await openSheet()
    screen.getByRole('button', { name: 'Elbise 0, Siyah · S, stok: 5' }).element().focus()
    if (how === 'typed into') await userEvent.keyboard('1')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '5\t6\r\n7\t8\r\n')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
    expect(paste.defaultPrevented).toBe(true)
    expect(refused).toEqual([
      'Elbise 0, Siyah · S: 4 hücre kopyalanmış, hiçbiri alınmadı. Birden çok hücreyi ürünün sayfasındaki beden tablosuna yapıştırın; çok ürün için İçe / dışa aktar’da dosya yükleyin.',
    ])
    expect(saved).toEqual([])
  },
)
