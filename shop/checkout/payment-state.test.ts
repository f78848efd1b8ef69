import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { findPaymentState, stateOf } from './payment-state.ts'

test('how a payment stands, as the shopper hears it', async ({ ctx }) => {
  const sale = await aToldSale(ctx)
  const common = { orderId: sale.orderId, totalKurus: 2 * price, installments: 1, feeKurus: 0 }
  const state = async (set: Parameters<typeof sale.set>[0]) => stateOf(ctx, await sale.set(set))
  const message = 'Ödeme tamamlanmadı ve kartınızdan para çekilmedi; lütfen tekrar deneyin.'
  expect(await state({ status: 'STARTED' })).toEqual({ ...common, status: 'PENDING' })
  expect(await state({ status: 'UNKNOWN' })).toEqual({ ...common, status: 'PENDING' })
  expect(await state({ status: 'PENDING' })).toEqual({ ...common, status: 'PENDING' })
  expect(await state({ status: 'AWAITING_3DS' })).toEqual({ ...common, status: 'PENDING' })
  const redirectUrl = 'http://bank.test/1'
  const atBank = { ...common, status: '3DS_REQUIRED', redirectUrl }
  expect(await state({ threeDsUrl: redirectUrl })).toEqual(atBank)
  expect(await state({ status: 'UNKNOWN' })).toEqual({ ...common, status: 'PENDING' })
  expect(await state({ status: 'EXPIRED' })).toEqual({ ...common, status: 'DECLINED', message })
  const declined = { ...common, status: 'DECLINED', message: 'Hayır' }
  expect(await state({ status: 'DECLINED', declineMessage: 'Hayır' })).toEqual(declined)
  const late = expect.stringContaining('iade ediliyor')
  expect(await state({ status: 'REFUNDED' })).toEqual({ ...declined, message: late })
  const byTransfer = expect.stringContaining('hesabınıza geri göndereceğiz')
  expect(await state({ provider: 'transfer' }), 'no card was charged').toEqual({ ...declined, message: byTransfer })
  await sale.set({ provider: 'demo' })
  expect(await state({ status: 'SUCCEEDED' })).toEqual({ ...common, status: 'SUCCESS', paymentId: '' })
  expect(await state({ providerPaymentId: 'p1' })).toEqual({ ...common, status: 'SUCCESS', paymentId: 'p1' })
})

test('she hears of her own orders only', async ({ ctx }) => {
  const [hers, another] = [await aToldSale(ctx), await aToldSale(ctx)]
  expect((await findPaymentState(hers.hers, hers.orderId))?.orderId).toBe(hers.orderId)
  expect(await findPaymentState(hers.hers, another.orderId)).toBeUndefined()
})
