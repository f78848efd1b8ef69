import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireItem } from '#api/wire/orders.ts'
import type { WireReturn } from '#api/wire/returns.ts'
import { OrderItems } from './items.tsx'
import { AccountOrders } from './orders.tsx'

const anOrder = (id: string, refundedAmount: number) => ({
  ...{ id, totalAmount: 3180, refundedAmount, status: 'DELIVERED', createdAt: '2026-11-01T10:00:00.000Z', items: [] },
  paymentStatus: refundedAmount === 0 ? 'SUCCESS' : refundedAmount < 3180 ? 'PARTIALLY_REFUNDED' : 'REFUNDED',
})

test('the list says beside what an order cost how much of it went back', async () => {
  const data = [anOrder('aaaaaaa1', 0), anOrder('aaaaaaa2', 500.5), anOrder('aaaaaaa3', 3180)]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data }))
  const screen = await render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountOrders /> }])} />,
  )
  const told = (number: string) =>
    expect.poll(() => {
      const row = screen.getByRole('button', { name: new RegExp(number, 'i') }).query()
      return row?.textContent?.replaceAll('\u00a0', ' ')
    })
  await told('aaaaaaa1').toMatch(/3\.180,00 TL1 Kasım/)
  await told('aaaaaaa2').toMatch(/3\.180,00 TL500,50 TL iade edildi1 Kasım/)
  await told('aaaaaaa3').toMatch(/3\.180,00 TLİade edildi1 Kasım/)
})

test('the list says whose money is still to come', async () => {
  const awaited = (id: string, paymentStatus: string, status = 'PENDING') => ({
    ...anOrder(id, 0),
    ...{ paymentStatus, status },
  })
  const data = [
    awaited('aaaaaaa1', 'AWAITING_TRANSFER'),
    awaited('aaaaaaa2', 'CASH_ON_DELIVERY', 'SHIPPED'),
    awaited('aaaaaaa3', 'AWAITING_TRANSFER', 'CANCELLED'),
  ]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data }))
  const screen = await render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountOrders /> }])} />,
  )
  await expect.element(screen.getByRole('button', { name: /AAAAAAA1.*Havale bekleniyor/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /AAAAAAA2.*Kapıda ödenecek/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /AAAAAAA3.*TL\s*1 Kasım/ })).toBeVisible()
})

test('what comes in exchange is told from a purchase in the list', async () => {
  const of = '00000000-0000-7000-8000-0000aaaaaaa1'
  const data = [{ ...anOrder('aaaaaaa2', 0), status: 'PENDING', exchange: { of, amount: 3180, waits: true } }]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data }))
  const screen = await render(
    <RouterProvider router={createMemoryRouter([{ path: '/', element: <AccountOrders /> }])} />,
  )
  await expect.element(screen.getByText('#AAAAAAA1 siparişinin değişimi')).toBeVisible()
})

test('a piece that came back for another one is said to be exchanged, not returned', async () => {
  const anItem = (id: string, refundedQuantity: number) => ({
    ...{ id, quantity: 3, refundedQuantity, priceAtPurchase: 100 },
    variant: {
      color: 'Kum',
      size: 'M',
      product: { id: 'p1', slug: 'keten-elbise', name: `Keten Elbise ${id}`, mainImage: null },
    },
  })
  const back = (kind: string, status: string, itemId: string, quantity: number) => ({
    ...{ kind, status, items: [{ itemId, quantity }] },
  })
  const items = ['i1', 'i2', 'i3'].map((id) => anItem(id, id === 'i3' ? 0 : 2)) as unknown as WireItem[]
  const returns = [
    back('RETURN', 'COMPLETED', 'i1', 1),
    back('EXCHANGE', 'COMPLETED', 'i1', 1),
    back('EXCHANGE', 'COMPLETED', 'i2', 2),
    back('EXCHANGE', 'APPROVED', 'i3', 1),
  ] as unknown as WireReturn[]
  const list = <OrderItems items={items} returns={returns} />
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: list }])} />)
  const told = (id: string) =>
    expect.poll(
      () =>
        screen
          .getByRole('listitem')
          .filter({ hasText: `Keten Elbise ${id}` })
          .query()?.textContent,
    )
  await told('i1').toMatch(/1 adet iade edildi1 adet değiştirildi/)
  await told('i2').toMatch(/2 adet değiştirildi/)
  await told('i2').not.toMatch(/iade/)
  await told('i3').not.toMatch(/ adet/)
})
