import { expect, test } from 'vitest'
import { lowered } from './changed-total.ts'

const plain = { deliveryKurus: 0, methodFeeKurus: 0, feeKurus: 0 }

test('money goes back first, then the store credit', () => {
  const paid = { ...plain, totalKurus: 60_000, amountKurus: 20_000, moneyLeftKurus: 20_000 }
  const to = (afterKurus: number) => lowered(paid, { beforeKurus: 60_000, afterKurus })
  expect(to(45_000)).toMatchObject({ totalKurus: 45_000, moneyKurus: 15_000, creditKurus: 0 })
  expect(to(30_000)).toMatchObject({ totalKurus: 30_000, moneyKurus: 20_000, creditKurus: 10_000 })
})

test('money that went back before is not given again', () => {
  const paid = { ...plain, totalKurus: 60_000, amountKurus: 20_000, moneyLeftKurus: 5_000 }
  expect(lowered(paid, { beforeKurus: 60_000, afterKurus: 50_000 })).toMatchObject({
    ...{ moneyKurus: 5_000, creditKurus: 5_000 },
  })
})

test('of what was taken too much only the difference goes back', () => {
  const paid = { ...plain, totalKurus: 60_000, amountKurus: 20_000, moneyLeftKurus: 90_000 }
  expect(lowered(paid, { beforeKurus: 60_000, afterKurus: 30_000 })).toMatchObject({
    ...{ moneyKurus: 20_000, creditKurus: 10_000 },
  })
})

test('the fee of installments shrinks with the goods, and goes once less money than that is left', () => {
  const paid = { ...plain, feeKurus: 1_000, totalKurus: 61_000, amountKurus: 21_000, moneyLeftKurus: 21_000 }
  expect(lowered(paid, { beforeKurus: 60_000, afterKurus: 45_000 })).toEqual({
    ...{ feeKurus: 750, totalKurus: 45_750, moneyKurus: 15_250, creditKurus: 0 },
  })
  expect(lowered(paid, { beforeKurus: 60_000, afterKurus: 30_000 })).toEqual({
    ...{ feeKurus: 0, totalKurus: 30_000, moneyKurus: 21_000, creditKurus: 10_000 },
  })
})
