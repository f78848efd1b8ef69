import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'
import { emptyRow, setCell } from './grid-rows.ts'
import { merged } from './merge.ts'
import type { AdminProduct } from './product-shape.ts'

const picture = (id: string) => ({ id, width: 960, height: 1200, tone: '#cccccc', avif: false })
const variant = (id: string, size: string, stockQuantity: number) => ({
  ...{ id, sku: id.toUpperCase(), color: 'Siyah', colorHex: '#111111', size, price: 1199.9, stockQuantity },
})
const product: AdminProduct = {
  id: 'p1',
  slug: 'keten-elbise',
  name: 'Keten Elbise',
  description: 'Yumuşak keten.',
  pictures: ['aa', 'bb'].map(picture),
  price: 1199.9,
  originalPrice: 1499,
  struckPrice: null,
  category: { id: 'c1', name: 'Elbise', slug: 'elbise', area: 'ust-giyim' },
  categoryId: 'c1',
  variants: [variant('v1', 'S', 5), variant('v2', 'M', 5), variant('v3', 'L', 5)],
  published: true,
  withdrawalExemption: null,
  version: 4,
  totalStock: 15,
  groupId: null,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
}
const opened = draftOf(product)
const stocks = ({ rows }: typeof opened) => rows.map(({ id, stock, stockSeen }) => [id, stock, stockSeen])

test('what she changed is hers, what she left alone is as the other saved it', () => {
  const theirs = {
    ...product,
    name: 'Keten Elbise Uzun',
    description: 'Yıkanmış keten.',
    pictures: ['bb'].map(picture),
  }
  const hers = { ...opened, description: 'İnce keten.', originalPrice: '' }
  expect(merged(opened, hers, theirs)).toEqual({ ...draftOf(theirs), description: 'İnce keten.', originalPrice: '' })
  expect(merged(opened, { ...hers, pictures: ['cc'].map(picture) }, theirs).pictures).toEqual(['cc'].map(picture))
})

test('a count that she left alone is the one in the shop now; one that she wrote goes with what she saw', () => {
  const theirs = { ...product, variants: [variant('v1', 'S', 3), variant('v2', 'M', 20), variant('v3', 'L', 4)] }
  const hers = { ...opened, rows: setCell(opened.rows, 'v3', 'stock', '9') }
  expect(stocks(merged(opened, hers, theirs))).toEqual([
    ['v1', '3', 3],
    ['v2', '20', 20],
    ['v3', '9', 5],
  ])
})

test('cells of one row are taken one by one', () => {
  const theirs = { ...product, variants: [{ ...variant('v1', 'S', 5), price: 999 }, variant('v2', 'M', 5)] }
  const hers = { ...opened, rows: setCell(opened.rows, 'v1', 'sku', 'YENİ') }
  expect(merged(opened, hers, theirs).rows[0]).toMatchObject({ id: 'v1', price: '999,00', sku: 'YENİ' })
})

test('a size that went stays gone unless she wrote in it, one that came stays, one that she took out is out', () => {
  const theirs = { ...product, variants: [variant('v1', 'S', 5), variant('v4', 'XL', 2)] }
  const written = setCell(opened.rows, 'v3', 'stock', '8')
  const hers = { ...opened, rows: [...written.filter(({ id }) => id !== 'v1'), emptyRow({ size: 'XS', stock: '1' })] }
  const { rows } = merged(opened, hers, theirs)
  expect(rows.map(({ id, size, stock }) => [id, size, stock])).toEqual([
    [undefined, 'L', '8'],
    [undefined, 'XS', '1'],
    ['v4', 'XL', '2'],
  ])
})
