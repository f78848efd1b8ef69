import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { writeStored } from '#app/browser/browser-storage.ts'
import { addToCart, readCart } from '../cart/store.ts'
import { CheckoutCompleted } from './completed.tsx'
import { keepAttempt, readAttempt } from './draft.ts'
import PaymentResult from './payment-result.tsx'

const line = (variantId: string) => ({
  ...{ productId: 'p1', variantId, slug: 'elbise', name: 'Elbise', color: 'Kum', size: variantId },
  ...{ priceKurus: 10_000, image: undefined, quantity: 1 },
})
const item = {
  ...{ id: 'i1', quantity: 1, price: 100, refunded: 0, productId: 'p1' },
  ...{
    product: { id: 'p1', name: 'Elbise', slug: 'elbise', images: [] },
    variant: { id: 'S', size: 'S', color: 'Kum' },
  },
}
const order = {
  ...{ id: 'o1', items: [item], status: 'PENDING', history: [], returns: [], createdAt: '2026-11-26T10:00:00Z' },
  ...{
    customerInfo: { firstName: 'Ayşe', lastName: 'Ak', email: 'ayse@posta.example' },
    shippingAddress: 'Gül Sokak 1',
  },
}
const paid = { orderId: 'o1', status: 'SUCCESS', totalAmount: 100, installments: 1, installmentFee: 0 }

test('what was bought leaves the cart once the order is read, and nothing before', async () => {
  let unread = 2
  vi.stubGlobal('fetch', async (path: string) => {
    if (/orders\/o1$/.test(path) && unread-- > 0) return Response.json({ success: false }, { status: 503 })
    // Asked for with the session, where another test of the page has loaded them.
    if (path.includes('/favorites')) return Response.json({ success: true, data: [] })
    return Response.json({ success: true, data: /orders\/o1$/.test(path) ? order : paid })
  })
  writeStored('accessToken', 'a')
  writeStored(
    'userInfo',
    JSON.stringify({ id: 'u1', firstName: 'Ayşe', lastName: 'Ak', email: 'a@b.example', role: 'USER' }),
  )
  for (const size of ['S', 'M']) addToCart(line(size))
  keepAttempt({ key: 'k', outcome: 'bank', orderId: 'o1' })
  window.history.replaceState(null, '', '?order=o1')
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '*',
      Component: PaymentResult,
      loader: () => ({ shop: {}, categories: [] }),
      HydrateFallback: () => null,
    },
  ])
  const at = async () => render(<Stub initialEntries={['/odeme/sonuc?order=o1']} />)
  const first = await at()
  await expect.element(first.getByText('Teşekkür ederiz')).toBeVisible()
  await vi.waitFor(() => expect(unread).toBe(0))
  expect(
    readCart().map(({ variantId }) => variantId),
    'not one is known to be bought',
  ).toEqual(['S', 'M'])
  await first.unmount()

  const second = await at()
  await expect.element(second.getByText('Teşekkür ederiz')).toBeVisible()
  await vi.waitFor(() => expect(readCart().map(({ variantId }) => variantId)).toEqual(['M']))
  expect(readAttempt(), 'opened again it takes out nothing').toBeUndefined()
})

test('what makes the sum of an order at the door more than that of its pieces stands beside it', async () => {
  const door = { ...order, paymentMethod: 'CASH_ON_DELIVERY', totalAmount: 198.9, delivery: 49.9, methodFee: 49 }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: door }))
  const done = {
    ...{ orderId: 'o1', paymentId: undefined, totalAmount: 198.9, installments: 1, installmentFee: 0, atDoor: true },
    ...{ recipient: 'Ayşe Ak', address: 'Gül Sokak 1', email: 'ayse@posta.example' },
  }
  const Stub = createRoutesStub([
    { path: '/', Component: () => <CheckoutCompleted order={done} onContinue={() => {}} /> },
  ])
  const screen = await render(<Stub />)
  const facts = () => screen.getByText('Sipariş numarası').element().closest('dl')?.textContent
  await expect.poll(facts).toMatch(/Kargo49,90\sTLKapıda ödeme bedeli49,00\sTLTutar198,90\sTL/)
})
