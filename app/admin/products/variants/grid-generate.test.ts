import { expect, test } from 'vitest'
import { countNew, generateRows } from './grid-generate.ts'
import { emptyRow } from './grid-rows.ts'
import { defaultPattern, fillSkus, suggestLike, suggestSku } from './grid-sku.ts'

const wanted = {
  colors: [
    { name: 'Kırmızı', hex: '#b3281e' },
    { name: 'Siyah', hex: '#2a2829' },
  ],
  sizes: ['S', 'M'],
  price: '1.199,90',
  stock: '5',
  pattern: defaultPattern,
}

test('every color comes in every size', () => {
  const rows = generateRows([], wanted, 'Keten Elbise')
  expect(rows.map(({ key: _, ...row }) => row)).toEqual([
    { color: 'Kırmızı', colorHex: '#b3281e', size: 'S', price: '1.199,90', stock: '5', sku: 'KETEN-ELBISE-KIRMIZI-S' },
    { color: 'Kırmızı', colorHex: '#b3281e', size: 'M', price: '1.199,90', stock: '5', sku: 'KETEN-ELBISE-KIRMIZI-M' },
    { color: 'Siyah', colorHex: '#2a2829', size: 'S', price: '1.199,90', stock: '5', sku: 'KETEN-ELBISE-SIYAH-S' },
    { color: 'Siyah', colorHex: '#2a2829', size: 'M', price: '1.199,90', stock: '5', sku: 'KETEN-ELBISE-SIYAH-M' },
  ])
  expect(new Set(rows.map((row) => row.key)).size).toBe(4)
})

test('a combination that is there stays as it is, in its place', () => {
  const own = emptyRow({ id: 'v1', color: 'SIYAH', size: 'm', price: '900,00', stock: '1', sku: 'ESKI-1' })
  expect(countNew([own], wanted)).toBe(3)
  const rows = generateRows([own], wanted, 'Keten Elbise')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toEqual({ ...own, colorHex: '#2a2829' })
  expect(generateRows(rows, wanted, 'Keten Elbise')).toEqual(rows)
})

test('no SKU comes twice, and none that was typed is changed', () => {
  const rows = fillSkus(
    [
      emptyRow({ color: 'Mavi', size: 'S', sku: 'BLUZ-MAVI-M' }),
      emptyRow({ color: 'Mavi', size: 'M' }),
      emptyRow({ color: 'Mavi' }),
    ],
    'Bluz',
  )
  expect(rows.map((row) => row.sku)).toEqual(['BLUZ-MAVI-M', 'BLUZ-MAVI-M-2', ''])
})

test('a suggestion follows the neighbours, and says a color once', () => {
  const rows = [emptyRow({ color: 'Ekru', size: 'S', sku: 'BKB-EKR-S' })]
  expect(suggestLike(emptyRow({ color: 'ekru', size: 'M' }), rows, 'Bluz', new Set())).toBe('BKB-EKR-M')
  expect(suggestLike(emptyRow({ color: 'Mavi', size: 'M' }), rows, 'Bluz Mavi', new Set())).toBe('BLUZ-MAVI-M')
})

test('a pattern that was typed leads to the SKU', () => {
  const row = { color: 'Açık Mavi', size: '38/40' }
  expect(suggestSku(row, 'Işıltılı Saten Bluz', new Set(), '{renk}.{beden}')).toBe('ACIK-MAVI.38-40')
  expect(suggestSku({ color: '', size: 'M' }, 'Bluz', new Set())).toBe('BLUZ-M')
  expect(suggestSku(row, 'Uzun '.repeat(60), new Set()).length).toBeLessThanOrEqual(64)
})
