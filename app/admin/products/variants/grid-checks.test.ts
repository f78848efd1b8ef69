import { expect, test } from 'vitest'
import { checkRows } from './grid-checks.ts'
import { emptyRow, nextRow, setOfColor } from './grid-rows.ts'

const good = { color: 'Siyah', size: 'S', price: '10,00', stock: '0', sku: 'A' }

test('a good row has no errors', () => expect(checkRows([emptyRow(good)])).toEqual({}))

test('each cell says what it lacks', () => {
  const row = emptyRow()
  expect(checkRows([row])).toEqual({
    [row.key]: {
      color: 'Renk gerekli',
      size: 'Beden gerekli',
      price: "Fiyat 0'dan büyük olmalı",
      stock: 'Stok miktarı gerekli',
      sku: 'SKU gerekli',
    },
  })
})

test('no free pieces, no negative stock', () => {
  const row = emptyRow({ ...good, price: '0', stock: '-1' })
  expect(checkRows([row])).toEqual({
    [row.key]: { price: "Fiyat 0'dan büyük olmalı", stock: 'Stok miktarı negatif olamaz' },
  })
})

test('an SKU, and a color in a size, exist once', () => {
  const first = emptyRow(good)
  const second = emptyRow({ ...good, color: 'SİYAH' })
  const both = { size: 'Aynı renk ve beden iki kez eklenmiş', sku: 'Bu SKU zaten kullanılıyor' }
  expect(checkRows([first, second])).toEqual({ [first.key]: both, [second.key]: both })
  const again = emptyRow({ ...good, size: 'XXL', sku: good.sku.toLowerCase() })
  expect(checkRows([first, again])[again.key]).toEqual({ sku: both.sku })
})

test('the next row goes on with the color and price of the last', () => {
  expect(nextRow([emptyRow({ ...good, id: 'v1', stockSeen: 3 })])).toMatchObject({
    color: 'Siyah',
    price: '10,00',
    size: '',
    stock: '',
    sku: '',
  })
})

test('a color has one code in all its rows', () => {
  const rows = [emptyRow(good), emptyRow({ ...good, color: 'siyah ' }), emptyRow({ ...good, color: 'Mavi' })]
  expect(setOfColor(rows, rows[0]?.key ?? '', { colorHex: '#111111' }).map((row) => row.colorHex)).toEqual([
    '#111111',
    '#111111',
    '',
  ])
})
