import { expect, test } from 'vitest'
import type { WireStaffItem, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { leftOf, shareOf } from './amounts.ts'

const item = (id: string, refundedQuantity = 0) =>
  ({ id, quantity: 1, refundedQuantity, priceAtPurchase: 100 }) as WireStaffItem
const order = { totalAmount: 239.9, delivery: 39.9, methodFee: 0, left: 239.9 } as WireStaffOrder

test('the last piece takes along all that is left', () => {
  const [one, other] = [item('1'), item('2')]
  const both = { ...order, items: [one, other] }
  expect(shareOf(both, [{ item: one, quantity: 1 }])).toBe(10_000)
  expect(shareOf({ ...both, items: [item('1', 1), other], left: 139.9 }, [{ item: other, quantity: 1 }])).toBe(13_990)
})

test('what came in exchange is not given back here, nor is delivery while it stays', () => {
  const other = item('2')
  const exchanged = { ...order, items: [item('1', 1), other], moved: 100, left: 139.9 }
  expect(shareOf(exchanged, [{ item: other, quantity: 1 }])).toBe(10_000)
  expect(leftOf(exchanged)).toBe(13_990)
})
