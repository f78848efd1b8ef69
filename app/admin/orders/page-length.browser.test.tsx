import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import OrderList from './list.tsx'

const order = (n: number) => ({
  ...{
    id: `o${n}`,
    status: 'CONFIRMED',
    paymentStatus: 'SUCCESS',
    totalAmount: 100,
    history: [],
    createdAt: '2026-11-20T09:00:00Z',
  },
  ...{
    items: [],
    itemCount: 1,
    customerInfo: { firstName: 'Ayşe', lastName: `Yılmaz ${n}`, email: 'ayse@posta.example' },
  },
  shippingAddress: { city: 'İzmir', district: 'Konak', address: 'Gül Sokak 1' },
})

test('on a day of many orders a page holds a hundred, as many as one change takes, and few again', async () => {
  const total = 130
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, location.href)
    if (!pathname.endsWith('/admin/orders')) return Response.json({ success: true, data: { rights: ['orders'] } })
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    const data = Array.from({ length: Math.min(limit, total - (page - 1) * limit) }, (_, n) => order(n))
    const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) }
    return Response.json({ success: true, data, pagination, shippingProvider: null })
  })
  const router = createMemoryRouter([{ path: '/', element: <OrderList /> }], { initialEntries: ['/?sayfa=3'] })
  const screen = await render(<RouterProvider router={router} />)
  await expect.element(screen.getByText('3 / 6')).toBeVisible()
  await screen.getByRole('button', { name: 'Sayfada 100 sipariş göster' }).click()
  await expect.element(screen.getByText('1 / 2')).toBeVisible()
  expect(screen.getByText(/^Ayşe Yılmaz/).elements().length).toBe(100)
  await screen.getByRole('button', { name: 'Sayfada 25 sipariş göster' }).click()
  await expect.element(screen.getByText('1 / 6')).toBeVisible()
  expect(router.state.location.search).toBe('')
})
