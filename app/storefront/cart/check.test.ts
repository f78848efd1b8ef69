import { expect, test } from 'vitest'
import { checkLine } from './check.ts'
import type { CartLine } from './store.ts'

const line: CartLine = {
  productId: 'p',
  variantId: 'v',
  slug: 'keten-elbise',
  name: 'Keten Elbise',
  color: 'Kum',
  size: 'M',
  priceKurus: 119_900,
  image: undefined,
  quantity: 3,
}
const product = (price: number, stockQuantity: number) => ({ variants: [{ id: 'v', price, stockQuantity }] })

test('a line as it was has nothing to say', () => {
  expect(checkLine(line, product(1199, 8))).toEqual({ most: 8, sentences: [] })
})

test('another price is put right and said', () => {
  const state = checkLine(line, product(999.5, 8))
  expect(state.change).toEqual({ priceKurus: 99_950 })
  expect(state.sentences).toEqual(['Keten Elbise (Kum, M): fiyat değişti, 1.199,00 TL yerine artık 999,50 TL.'])
})

test('less stock lowers the quantity and says so', () => {
  const state = checkLine(line, product(1199, 2))
  expect(state).toMatchObject({ most: 2, change: { quantity: 2 } })
  expect(state.sentences).toEqual(['Keten Elbise (Kum, M): stokta 2 adet kaldı, adet 2 olarak güncellendi.'])
})

test.each([
  ['sold out', product(1199, 0)],
  ['of a product that is gone', undefined],
  ['of a variant that is gone', { variants: [] }],
])('a line %s cannot be bought', (_what, now) => {
  const state = checkLine(line, now)
  expect(state.most).toBe(0)
  expect(state.change).toBeUndefined()
  expect(state.sentences).toHaveLength(1)
})

test('a piece that is kept for her can be bought although it is sold out, and the cart says until when', () => {
  const kept = { ...line, quantity: 1, notice: 'baglanti' }
  const until = '2026-11-20T11:30:00Z'
  expect(checkLine(kept, product(1199, 0), until)).toEqual({
    most: 1,
    sentences: ['Keten Elbise (Kum, M): bir adet 20 Kasım 2026 14:30 tarihine kadar sizin için ayrıldı.'],
  })
  expect(checkLine({ ...kept, quantity: 3 }, product(1199, 1), until).change).toEqual({ quantity: 2 })
  const over = checkLine(kept, product(1199, 0))
  expect(over).toEqual({ most: 0, sentences: ['Keten Elbise (Kum, M) için ayırma süresi doldu.'] })
})

test('what her own payment under way holds can be bought, and no number is lowered for it', () => {
  expect(checkLine(line, product(1199, 0), undefined, 3)).toEqual({ most: 3, sentences: [] })
  expect(checkLine(line, product(1199, 2), undefined, 1)).toEqual({ most: 3, sentences: [] })
  expect(checkLine(line, product(1199, 0), undefined, 1).change).toEqual({ quantity: 1 })
})
