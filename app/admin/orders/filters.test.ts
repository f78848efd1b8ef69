import { expect, test } from 'vitest'
import { orderQuery } from './filters.tsx'

const asked = (address: string) => {
  const params = new URLSearchParams(address)
  const query = orderQuery({ page: 1, get: (name: string) => params.get(name) ?? '' } as Parameters<
    typeof orderQuery
  >[0])
  return Object.fromEntries(new URLSearchParams(query))
}

test('new orders are those whose money is not awaited, unless a way of payment is asked for', () => {
  expect(asked('durum=yeni')).toMatchObject({ payment: 'new' })
  expect(asked('durum=yeni')).not.toHaveProperty('status')
  expect(asked('durum=yeni&odeme=kapida')).toMatchObject({ status: 'PENDING', payment: 'at-door' })
  expect(asked('durum=SHIPPED&odeme=odendi')).toMatchObject({ status: 'SHIPPED', payment: 'paid' })
})
