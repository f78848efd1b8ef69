import { expect, test } from 'vitest'
import { anAdminProduct, aPicture } from '#test/admin-product.ts'
import { draftOf } from '../form/draft.ts'
import { emptyRow, setCell } from '../variants/grid-rows.ts'
import { merged } from './merge.ts'

const variant = (id: string, size: string, stockQuantity: number) => ({
  id,
  sku: id.toUpperCase(),
  color: 'Siyah',
  colorHex: '#111111',
  size,
  price: 1199.9,
  stockQuantity,
  images: [],
})
const product = anAdminProduct([variant('v1', 'S', 5), variant('v2', 'M', 5), variant('v3', 'L', 5)])
const opened = draftOf(product)
const stocks = ({ rows }: typeof opened) => rows.map(({ id, stock, stockSeen }) => [id, stock, stockSeen])

test('changed fields are mine, untouched ones are as the other saved them', () => {
  const theirs = {
    ...product,
    name: 'Keten Elbise Uzun',
    description: 'Yıkanmış keten.',
    pictures: ['bb'].map(aPicture),
  }
  const mine = { ...opened, description: 'İnce keten.', originalPrice: '' }
  expect(merged(opened, mine, theirs)).toEqual({ ...draftOf(theirs), description: 'İnce keten.', originalPrice: '' })
  expect(merged(opened, { ...mine, pictures: ['cc'].map(aPicture) }, theirs).pictures).toEqual(['cc'].map(aPicture))
})

test('an outfit is mine where it was changed here, else as the other saved it', () => {
  const piece = (id: string) => ({ id, name: id, slug: id, mainImage: null, picture: null, price: 10, published: true })
  const theirs = { ...product, outfit: ['a', 'b'], outfitPieces: [piece('a'), piece('b')] }
  const outfitOf = (mine: typeof opened) => merged(opened, mine, theirs).outfit.map(({ id }) => id)
  // Read again from this tab's store, it is another list of the same pieces.
  expect(outfitOf({ ...opened, outfit: [] })).toEqual(['a', 'b'])
  expect(outfitOf({ ...opened, outfit: [piece('c'), piece('d')] })).toEqual(['c', 'd'])
})

test('an untouched count is the one in the shop now; a typed one goes with the stock that was seen', () => {
  const theirs = { ...product, variants: [variant('v1', 'S', 3), variant('v2', 'M', 20), variant('v3', 'L', 4)] }
  const mine = { ...opened, rows: setCell(opened.rows, 'v3', 'stock', '9') }
  expect(stocks(merged(opened, mine, theirs))).toEqual([
    ['v1', '3', 3],
    ['v2', '20', 20],
    ['v3', '9', 5],
  ])
})

test('cells of one row are taken one by one', () => {
  const theirs = { ...product, variants: [{ ...variant('v1', 'S', 5), price: 999 }, variant('v2', 'M', 5)] }
  const mine = { ...opened, rows: setCell(opened.rows, 'v1', 'sku', 'YENİ') }
  expect(merged(opened, mine, theirs).rows[0]).toMatchObject({ id: 'v1', price: '999,00', sku: 'YENİ' })
})

test('a removed size stays removed unless it was edited here, an added one stays, one removed here is removed', () => {
  const theirs = { ...product, variants: [variant('v1', 'S', 5), variant('v4', 'XL', 2)] }
  const written = setCell(opened.rows, 'v3', 'stock', '8')
  const mine = { ...opened, rows: [...written.filter(({ id }) => id !== 'v1'), emptyRow({ size: 'XS', stock: '1' })] }
  const { rows } = merged(opened, mine, theirs)
  expect(rows.map(({ id, size, stock }) => [id, size, stock])).toEqual([
    [undefined, 'L', '8'],
    [undefined, 'XS', '1'],
    ['v4', 'XL', '2'],
  ])
})
