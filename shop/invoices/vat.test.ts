import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatRates } from '../fields/vat-rates.ts'
import { apportion } from '../money.ts'
import { type Charged, type GivenBack, splitOrder, splitRefunds, type VatSplit } from './vat.ts'

const item = (vatRate: 1 | 10 | 20, unitPriceKurus: number, quantity = 1) => ({ vatRate, unitPriceKurus, quantity })
const sum = (splits: VatSplit[], of: 'grossKurus' | 'netKurus' | 'vatKurus') => splits.reduce((a, b) => a + b[of], 0)
/** An order of these goods with a fee of installments and services. */
function order(items: Charged['items'], installmentFeeKurus = 0, serviceKurus = 0): Charged {
  const goodsKurus = items.reduce((sum, item) => sum + item.unitPriceKurus * item.quantity, 0)
  return { items, serviceKurus, totalKurus: goodsKurus + installmentFeeKurus + serviceKurus }
}

test('a dress of 1.199,00 TL at 10 % is 1.090,00 TL and 109,00 TL of tax', () => {
  expect(splitOrder(order([item(10, 119_900)]))).toEqual([
    { rate: 10, grossKurus: 119_900, netKurus: 109_000, vatKurus: 10_900 },
  ])
})

test('delivery and fees of a way to pay have 20 %, the fee of installments the rates of the goods', () => {
  const charged = order([item(20, 30_000), item(10, 10_000, 3)], 1_001, 4_990)
  expect(splitOrder(charged)).toEqual([
    { rate: 10, grossKurus: 30_500, netKurus: 27_727, vatKurus: 2_773 },
    { rate: 20, grossKurus: 35_491, netKurus: 29_576, vatKurus: 5_915 },
  ])
})

test('a refund of named goods has their rate, what goes beyond their price that of the rest', () => {
  const charged = order([item(20, 30_000), item(10, 10_000)], 0, 6_000)
  const [first, second] = splitRefunds(charged, [
    { amountKurus: 10_000, items: [item(10, 10_000)] },
    { amountKurus: 36_000, items: [item(20, 30_000)] },
  ])
  expect(first).toEqual([{ rate: 10, grossKurus: 10_000, netKurus: 9_091, vatKurus: 909 }])
  expect(second).toEqual([{ rate: 20, grossKurus: 36_000, netKurus: 30_000, vatKurus: 6_000 }])
})

test('the largest remainder gets the kuruş that rounding leaves', () => {
  expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(apportion(7, [50, 30, 20])).toEqual([4, 2, 1])
  expect(apportion(5, [])).toEqual([])
  expect(apportion(5, [0, 0])).toEqual([5, 0])
})

const amount = fc.integer({ min: 1, max: 5_000_000 })
const fee = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300_000 }))
const bought = fc
  .tuple(
    fc.array(
      fc.record({
        vatRate: fc.constantFrom(...vatRates),
        unitPriceKurus: amount,
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    fee,
    fee,
  )
  .map((parts) => order(...parts))

test('whatever is bought, net and tax sum to what is paid, and each tax is that of its rate to half a kuruş', () => {
  fc.assert(
    fc.property(bought, (charged) => {
      const splits = splitOrder(charged)
      expect(sum(splits, 'grossKurus')).toBe(charged.totalKurus)
      expect(sum(splits, 'netKurus') + sum(splits, 'vatKurus')).toBe(charged.totalKurus)
      for (const { rate, netKurus, vatKurus, grossKurus } of splits) {
        expect(netKurus + vatKurus).toBe(grossKurus)
        expect(Math.abs(vatKurus - (grossKurus * rate) / (100 + rate))).toBeLessThanOrEqual(0.5)
      }
    }),
  )
})

/** The goods one by one or not named, each with its share of the fees, the last with what is left. */
const history = fc.tuple(bought, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), fc.boolean())

test('refunds that give all back sum to the order by rate; none takes more of a rate than is left', () => {
  fc.assert(
    fc.property(history, ([charged, cuts, named]) => {
      const total = charged.totalKurus
      const ends = [...cuts.map((cut) => Math.round(cut * total)), total].toSorted((a, b) => a - b)
      const refunds: GivenBack[] = ends.map((end, index) => ({
        amountKurus: end - (ends[index - 1] ?? 0),
        items: named ? charged.items.slice(index, index + 1) : [],
      }))
      const splits = splitRefunds(charged, refunds)
      splits.forEach((split, index) => {
        expect(sum(split, 'grossKurus')).toBe(refunds[index]?.amountKurus)
        for (const { netKurus, vatKurus, grossKurus } of split) {
          expect(netKurus + vatKurus).toBe(grossKurus)
          expect(Math.min(netKurus, vatKurus, grossKurus)).toBeGreaterThanOrEqual(0)
        }
      })
      const byRate = (rate: number) => splits.flat().filter((split) => split.rate === rate)
      for (const { rate, ...whole } of splitOrder(charged)) {
        expect(sum(byRate(rate), 'grossKurus')).toBe(whole.grossKurus)
        expect(sum(byRate(rate), 'netKurus')).toBe(whole.netKurus)
        expect(sum(byRate(rate), 'vatKurus')).toBe(whole.vatKurus)
      }
    }),
  )
})
