import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { OrderDetail } from '../orders/dialog.tsx'
import { OrderReviews } from './section.tsx'

const variant = { color: 'Kum', size: 'M', product: { id: 'p1', name: 'Keten Elbise', mainImage: null } }
const said = { id: 'r1', stars: 2, fit: null, text: 'Askısı kısa.', height: null, sizeWorn: 'M', images: [] }
const written = { ...said, status: 'WAITING', refusal: '', answer: '', updatedAt: '2026-11-20T09:00:00.000Z' }

const orderWith = (review: object | null) =>
  ({
    id: 'o1',
    items: [{ id: 'i1', variant }],
    reviews: [{ productId: 'p1', review }],
  }) as unknown as WireOrderWithHistory

const inPage = (element: ReactNode) => <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />

function Reviews() {
  const [order, setOrder] = useState(orderWith(null))
  return <OrderReviews order={order} reviews={order.reviews ?? []} onChanged={setOrder} />
}

test('a review that is closed unsent is there when it is opened again; sent, the focus stays at its piece', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'POST') sent.push(JSON.parse(body ?? ''))
    return Response.json({ success: true, data: orderWith(written), message: 'Yorumunuzu aldık.' })
  })
  const screen = await render(inPage(<Reviews />))
  await screen.getByRole('button', { name: 'Yorum yaz' }).click()
  await screen.getByText('2 yıldız, Beğenmedim').click()
  await screen.getByRole('textbox', { name: /^Yorumunuz/ }).fill(said.text)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('form')).toBeNull()
  await screen.getByRole('button', { name: 'Yorum yaz' }).click()
  await expect.element(screen.getByRole('textbox', { name: /^Yorumunuz/ })).toHaveValue(said.text)
  await screen.getByRole('button', { name: 'Yorumu gönder' }).click()
  await expect.element(screen.getByText('Yorumunuzu aldık.')).toBeVisible()
  expect(sent).toMatchObject([{ productId: 'p1', stars: '2', text: said.text }])
  await expect.element(screen.getByRole('button', { name: 'Yorumu değiştir' })).toHaveFocus()
})

test('a delivered order names each piece once, with her words and her pictures below it', async () => {
  const order = {
    ...{
      id: 'o1',
      status: 'DELIVERED',
      paymentStatus: 'SUCCESS',
      paymentMethod: 'CARD',
      totalAmount: 1450,
      history: [],
    },
    ...{ refundedAmount: 0, refundPending: 0, installmentFee: 0, delivery: 0, methodFee: 0, installments: 1 },
    ...{ shippingAddress: 'Kadıköy', createdAt: '2026-11-01T10:00:00.000Z', shippedAt: null, deliveredAt: null },
    changes: { address: false, swaps: [] },
    customerInfo: { firstName: 'Ayşe', lastName: 'Yılmaz', phone: '05321112233', invoice: { kind: 'PERSON' } },
    items: ['i1', 'i2'].map((id) => ({ id, variant, quantity: 1, refundedQuantity: 0, priceAtPurchase: 725 })),
  }
  const reviewed = {
    ...order,
    reviews: [{ productId: 'p1', review: { ...written, images: [{ id: 'g1' }, { id: 'g2' }] } }],
  }
  const picture = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' })
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('/reviews/images/')
      ? new Response(picture)
      : Response.json({ success: true, data: path.endsWith('/orders/o1') ? reviewed : [] }),
  )
  const screen = await render(inPage(<OrderDetail order={order as never} onChanged={() => {}} />))
  await expect.element(screen.getByText(said.text)).toBeVisible()
  // Two lines of one product: what she says of it stands below the first alone.
  expect(screen.getByText('Keten Elbise').elements()).toHaveLength(2)
  expect(screen.getByText(said.text).elements()).toHaveLength(1)
  await expect.poll(() => screen.getByRole('img', { name: /^Yorumunuzun \d\. görseli$/ }).elements().length).toBe(2)
})
