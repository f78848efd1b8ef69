import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
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
  const screen = await render(<Reviews />)
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
