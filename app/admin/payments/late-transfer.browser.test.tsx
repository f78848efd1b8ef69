import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { askForRights } from '../parts/rights.ts'
import { LateTransfer } from './late-transfer.tsx'

async function aSheet(rights: string[], order: Partial<WireAdminOrder>) {
  const entered: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    if (!/transfer/.test(pathname)) return Response.json({ success: true, data: { rights } })
    entered.push([pathname, JSON.parse(String(init?.body))])
    return Response.json({ success: true, data: { outcome: 'paid' }, message: 'Ödeme işlendi.' })
  })
  await askForRights()
  const changed = vi.fn()
  const ended = { id: 'o1', status: 'CANCELLED', paymentStatus: 'FAILED', totalAmount: 1_490, ...order } as unknown
  const element = <LateTransfer order={ended as WireAdminOrder} onChanged={changed} />
  const page = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return { page, entered, changed }
}

test('money that comes once its order is over is entered at the order', async () => {
  const { page, entered, changed } = await aSheet(['payments-read', 'payments'], {})
  await page.getByRole('button', { name: 'Havale sonradan geldi' }).click()
  await page.getByLabelText('Gelen tutar (TL)').fill('1.490,00')
  await page.getByRole('button', { name: 'İşle' }).click()
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(entered).toMatchObject([['/api/v1/admin/orders/o1/transfer', { amount: '1490' }]])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test.for([
  [['payments-read'], {}],
  [['payments-read', 'payments'], { status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER' }],
  [['payments-read', 'payments'], { paymentStatus: 'REFUNDED' }],
] as const)('not by who may only read, nor of another order: %o', async ([rights, order]) => {
  const { page } = await aSheet([...rights], order)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
