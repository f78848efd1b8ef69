import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { CustomerOrders } from './orders.tsx'

test.for([
  [{ paymentStatus: 'AWAITING_TRANSFER' }, '30 Kasım 2026, 1 parça, havale bekleniyor'],
  [{ paymentStatus: 'PENDING' }, '30 Kasım 2026, 1 parça, ödeme bekleniyor'],
  [{ paymentStatus: 'PENDING', exchange: true }, '30 Kasım 2026, 1 parça, değişim'],
  [{ paymentStatus: 'SUCCESS' }, '30 Kasım 2026, 1 parça'],
  [{ paymentStatus: 'AWAITING_TRANSFER', status: 'CANCELLED' }, '30 Kasım 2026, 1 parça'],
] as const)('of an order it says whether its money is still to come: %o', async ([order, told]) => {
  const id = '01a22de5-e6f0-70b8-b235-8363b6f6f3aa'
  const usual = { id, status: 'PENDING', total: 100, pieces: 1, exchange: false, createdAt: '2026-11-30T19:20:00Z' }
  const customer = { id, orderCount: 1, latestOrders: [{ ...usual, ...order }] } as unknown as WireCustomerDetail
  const screen = await render(
    <MemoryRouter>
      <CustomerOrders customer={customer} />
    </MemoryRouter>,
  )
  await expect.element(screen.getByText(told, { exact: true })).toBeVisible()
})
