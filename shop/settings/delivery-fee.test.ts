import { expect, test } from 'vitest'
import { DeliveryFee, feeFor, feeWords, freeDelivery } from './delivery-fee.ts'

const fee: DeliveryFee = {
  feeKurus: 4_990,
  freeFromKurus: 100_000,
  provinces: [
    { city: 'Hakkâri', feeKurus: 9_900 },
    { city: 'İstanbul', feeKurus: 0 },
  ],
}

test.for([
  ['Ankara', 99_999, 4_990],
  ['Ankara', 100_000, 0],
  ['Hakkâri', 50_000, 9_900],
  ['Hakkâri', 100_000, 0],
  ['İstanbul', 1, 0],
  [undefined, 50_000, 4_990],
] as const)('goods for %s of %s kuruş', ([city, goodsKurus, asked]) => {
  expect(feeFor(fee, goodsKurus, city)).toBe(asked)
})

test('without a total from which on it is free it never is', () => {
  expect(feeFor({ ...fee, freeFromKurus: 0 }, 9_999_999, 'Ankara')).toBe(4_990)
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
  const farAway = { feeKurus: 0, freeFromKurus: 0, provinces: [{ city: 'Van', feeKurus: 5_000 }] }
  expect(feeWords(farAway).rule).toBe('Kargo ücretsizdir. Bazı illerde ücret farklıdır; ödeme adımında gösterilir.')
})

test('a province stands there once', () => {
  const twice = { ...fee, provinces: [...fee.provinces, { city: 'istanbul', feeKurus: 1 }] }
  expect(DeliveryFee.safeParse(twice).error?.issues[0]?.message).toBe('Bir il iki kez yazılmış')
})
