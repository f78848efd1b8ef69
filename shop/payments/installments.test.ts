import { expect } from 'vitest'
import { wildBank } from '#test/outside/wild-bank.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import type { InstallmentPlan } from '../payment-provider.ts'
import {
  changeInstallmentSettings,
  findInstallmentSettings,
  installmentFee,
  listInstallmentOffers,
} from './installments.ts'

const plan = (...options: [number, number][]): InstallmentPlan => ({
  family: 'Bonus',
  bank: 'Garanti',
  cardType: 'CREDIT',
  forces3ds: false,
  options: options.map(([count, totalKurus]) => ({ count, totalKurus })),
})

/** A shop whose provider has these plans; `asked` is what it was asked for. */
function atBank(ctx: Ctx, plans: InstallmentPlan[] | undefined) {
  const asked: unknown[][] = []
  const listInstallments = async (...words: unknown[]) => {
    asked.push(words)
    return plans
  }
  return { ctx: { ...ctx, payments: { ...wildBank().provider, listInstallments } }, asked }
}

test('a shopper sees the counts that the shop offers, in their order, and never less than the price', async ({
  ctx,
}) => {
  const bank = atBank(ctx, [plan([9, 11_000], [4, 12_000], [3, 10_400], [2, 9_000], [1, 10_000])])
  expect(await listInstallmentOffers(bank.ctx, 10_000, '55287900')).toEqual([
    {
      family: 'Bonus',
      bank: 'Garanti',
      options: [
        { count: 1, totalKurus: 10_000, monthlyKurus: 10_000 },
        { count: 2, totalKurus: 10_000, monthlyKurus: 5_000 },
        { count: 3, totalKurus: 10_400, monthlyKurus: 3_467 },
        { count: 9, totalKurus: 11_000, monthlyKurus: 1_222 },
      ],
    },
  ])
})

test('the shop bears the fee where it wants to, from the least amount on', async ({ ctx }) => {
  expect(await findInstallmentSettings(ctx)).toEqual({
    counts: [2, 3, 6, 9, 12],
    feeBearer: 'shopper',
    minimumKurus: 0,
  })
  await changeInstallmentSettings(ctx, { counts: [3], feeBearer: 'shop', minimumKurus: 10_000 })
  const bank = atBank(ctx, [plan([1, 10_000], [2, 10_200], [3, 10_400])])
  const totals = async (price: number) =>
    (await listInstallmentOffers(bank.ctx, price))[0]?.options.map(({ count, totalKurus }) => [count, totalKurus])
  expect(await totals(10_000)).toEqual([
    [1, 10_000],
    [3, 10_000],
  ])
  expect(await totals(9_999)).toEqual([[1, 9_999]])
})

test('the fee of a card is that of its plan; what cannot be paid so is refused', async ({ ctx }) => {
  const bank = atBank(ctx, [plan([1, 10_000], [3, 10_400])])
  expect(await installmentFee(bank.ctx, 10_000, 1, '5528 7900 0000 0008')).toBe(0)
  expect(bank.asked, 'a single payment asks nobody').toEqual([])
  expect(await installmentFee(bank.ctx, 10_000, 3, '5528 7900 0000 0008')).toBe(400)
  expect(bank.asked).toEqual([[10_000, '55287900']])
  await expect(installmentFee(bank.ctx, 10_000, 6, '5528 7900 0000 0008')).rejects.toMatchObject({
    code: 'INVALID',
    fields: { 'paymentData.installments': [expect.stringContaining('başka bir taksit seçin')] },
  })
  await expect(installmentFee(atBank(ctx, []).ctx, 10_000, 3, '5528')).rejects.toMatchObject({ code: 'INVALID' })
})

test('an answer holds for some minutes, for this price and this card; no answer does not', async ({ ctx }) => {
  const bank = atBank(ctx, [plan([1, 10_000])])
  for (let i = 0; i < 2; i++) {
    await listInstallmentOffers(bank.ctx, 10_000)
    await listInstallmentOffers(bank.ctx, 10_000, '55287900')
    await listInstallmentOffers(bank.ctx, 20_000)
  }
  expect(bank.asked).toEqual([
    [10_000, undefined],
    [10_000, '55287900'],
    [20_000, undefined],
  ])
  const silent = atBank(ctx, undefined)
  for (let i = 0; i < 2; i++) {
    await expect(listInstallmentOffers(silent.ctx, 10_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  }
  expect(silent.asked).toHaveLength(2)
})
