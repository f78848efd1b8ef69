import { expect, test } from 'vitest'
import { DeliveryFee, feeFor, feeWords, freeDelivery } from './delivery-fee.ts'

const fee: DeliveryFee = {
  feeKurus: 4_990,
  freeFromKurus: 100_000,
  provinces: [
    { city: 'Hakkâri', feeKurus: 9_900 },
    { city: 'İstanbul', feeKurus: 0 },
  ],
  classes: [],
}
const heavy = { name: 'Ağır', extraKurus: 8_000 }
const classes = [heavy, { name: 'Çok ağır', extraKurus: 15_000 }]

test.for([
  ['Ankara', 99_999, 4_990],
  ['Ankara', 100_000, 0],
  ['Hakkâri', 50_000, 9_900],
  ['Hakkâri', 100_000, 0],
  ['İstanbul', 1, 0],
  [undefined, 50_000, 4_990],
] as const)('goods for %s of %s kuruş', ([city, goodsKurus, asked]) => {
  expect(feeFor(fee, goodsKurus, { city })).toBe(asked)
})

test('without a total from which on it is free it never is', () => {
  expect(feeFor({ ...fee, freeFromKurus: 0 }, 9_999_999, { city: 'Ankara' })).toBe(4_990)
  expect(feeFor(freeDelivery, 1)).toBe(0)
})

test('in words', () => {
  expect(feeWords(freeDelivery)).toMatchObject({ short: 'Ücretsiz kargo', rule: 'Kargo her siparişte ücretsizdir.' })
  expect(feeWords(fee)).toMatchObject({
    short: '1.000,00 TL ve üzeri siparişlerde ücretsiz kargo',
    rule: 'Kargo ücreti 49,90 TL; 1.000,00 TL ve üzeri siparişlerde ücretsizdir. Bazı illerde ücret farklıdır; ödeme adımında gösterilir.',
    bearer: 'Kargo ücreti sipariş özetinde yazar ve Alıcı’ya aittir.',
  })
  expect(feeWords({ ...fee, freeFromKurus: 0, provinces: [] })).toMatchObject({
    short: 'Kargo 49,90 TL',
    rule: 'Kargo ücreti 49,90 TL.',
  })
  const farAway = { ...freeDelivery, provinces: [{ city: 'Van', feeKurus: 5_000 }] }
  expect(feeWords(farAway).rule).toBe('Kargo ücretsizdir. Bazı illerde ücret farklıdır; ödeme adımında gösterilir.')
})

test('the heaviest class of a parcel is added, once, to the fee of its province', () => {
  const of = (goodsKurus: number, city: string, ...names: (string | null)[]) =>
    feeFor({ ...fee, classes }, goodsKurus, { city, classes: names })
  expect(of(50_000, 'Ankara', null)).toBe(4_990)
  expect(of(50_000, 'Ankara', 'Ağır', null, 'Ağır')).toBe(12_990)
  expect(of(50_000, 'Ankara', 'Ağır', 'Çok ağır')).toBe(19_990)
  expect(of(50_000, 'İstanbul', 'Ağır')).toBe(8_000)
  expect(of(100_000, 'Ankara', 'Çok ağır'), 'free is free').toBe(0)
  expect(of(50_000, 'Ankara', 'yok'), 'a class that is gone').toBe(4_990)
})

test('classes in words: of the shop, and of a product', () => {
  const rule = (own: object, product?: { weightClass: string | null }) =>
    feeWords({ ...freeDelivery, classes: [heavy], ...own }, product).rule
  const short = (own: object, product?: { weightClass: string | null }) =>
    feeWords({ ...freeDelivery, classes: [heavy], ...own }, product).short
  const [light, weighty] = [{ weightClass: null }, { weightClass: 'Ağır' }]
  const free = 'Kargo ücretsizdir. “Ağır” ürün bulunan siparişlerde 80,00 TL kargo ücreti alınır.'
  expect([rule({}), rule({}, light)]).toEqual([free, free])
  expect(rule({ freeFromKurus: 100_000 })).toBe(
    free.replace('alınır.', 'alınır; 1.000,00 TL ve üzeri siparişlerde alınmaz.'),
  )
  expect(rule({}, weighty)).toBe('Bu ürünün kargo ücreti 80,00 TL.')
  expect([short({}), short({}, light), short({}, weighty)]).toEqual([
    'Çoğu üründe ücretsiz kargo',
    'Ücretsiz kargo',
    'Kargo 80,00 TL',
  ])
  const asked = { feeKurus: 4_990 }
  expect(rule({ ...asked, classes })).toBe(
    'Kargo ücreti 49,90 TL. “Ağır” ürün bulunan siparişlerde 80,00 TL, “Çok ağır” ürün bulunan siparişlerde 150,00 TL eklenir; birden çoğu bulunursa yalnızca en yükseği.',
  )
  expect([short(asked), short(asked, light), short(asked, weighty)]).toEqual([
    'Kargo 49,90 TL’den başlar',
    'Kargo 49,90 TL',
    'Kargo 129,90 TL',
  ])
  expect(feeWords({ ...freeDelivery, classes: [heavy] }).bearer).toContain('Alıcı’ya')
})

test('a province stands there once, a class too', () => {
  const twice = { ...fee, provinces: [...fee.provinces, { city: 'istanbul', feeKurus: 1 }] }
  const classTwice = { ...fee, classes: [heavy, { name: 'ağır ', extraKurus: 1 }] }
  expect(DeliveryFee.safeParse(classTwice).error?.issues[0]?.message).toBe('Bir sınıf iki kez yazılmış')
  expect(DeliveryFee.safeParse(twice).error?.issues[0]?.message).toBe('Bir il iki kez yazılmış')
})
