import { expect, test } from 'vitest'
import { isBlock, pasteBlock, pastedWords, readBlock, settledText } from './grid-paste.ts'
import { emptyRow } from './grid-rows.ts'

test('reads cells as spreadsheets write them', () => {
  expect(readBlock('a\tb\r\n"çok\nsatır"\t"6"" boy"\r\n')).toEqual([
    ['a', 'b'],
    ['çok satır', '6" boy'],
  ])
  expect(readBlock('"açık\tb')).toEqual([['"açık', 'b']])
})

test('one cell is pasted as text, several as a block', () => {
  expect(isBlock('Kırmızı')).toBe(false)
  expect(isBlock('Kırmızı\r\n')).toBe(false)
  expect(isBlock('Kırmızı\tM')).toBe(true)
  expect(isBlock('S\nM')).toBe(true)
})

test('a block goes into the cells from the focused one on and makes rows where it needs them', () => {
  const rows = [
    emptyRow({ color: 'Siyah', size: 'S', price: '10,00', stock: '1', sku: 'A' }),
    emptyRow({ id: 'v2', color: 'Siyah', size: 'M', price: '10,00', stock: '2', sku: 'B' }),
  ]
  const pasted = pasteBlock(rows, { index: 1, column: 'price' }, '1199.9\t7\tB-2\tfazla\n₺1.250\t1.000\tC')
  expect(pasted).toHaveLength(3)
  expect(pasted[0]).toBe(rows[0])
  expect(pasted[1]).toEqual({ ...rows[1], price: '1.199,90', stock: '7', sku: 'B-2' })
  expect(pasted[2]).toMatchObject({ color: '', price: '1.250,00', stock: '1000', sku: 'C' })
})

test('a color that is there brings its code; column titles and what is no number are handled', () => {
  const rows = [emptyRow({ color: 'Gül Kurusu', colorHex: '#c08081', size: 'S' })]
  const pasted = pasteBlock(rows, { index: 1, column: 'color' }, 'Renk\tBeden\tFiyat\ngül kurusu\tM\tsorulacak')
  expect(pasted).toHaveLength(2)
  expect(pasted[1]).toMatchObject({ color: 'gül kurusu', colorHex: '#c08081', size: 'M', price: 'sorulacak' })
})

test('a cell settles when it is left', () => {
  expect(settledText('price', ' 1199,9')).toBe('1.199,90')
  expect(settledText('stock', '05')).toBe('5')
  expect(settledText('stock', 'beş')).toBe('beş')
  expect(settledText('sku', ' A-1 ')).toBe('A-1')
})

test.for([
  ['price', '1199,9\t7\n1250\t3', '4 hücre dolduruldu.'],
  ['color', 'Renk\tBeden\nSiyah\tS\n\tM', '3 hücre dolduruldu.'],
  ['stock', '7\tB-2\tfazla', '2 hücre dolduruldu. Sağdaki sütunlara sığmayan 1 hücre alınmadı.'],
  ['price', 'sorulacak\t7', '2 hücre dolduruldu. 1 hücrenin düzeltilmesi gerekiyor.'],
] as const)('whoever pastes into %s is told what was taken of %j', ([column, text, told]) => {
  expect(pastedWords(column, text)).toBe(told)
})
