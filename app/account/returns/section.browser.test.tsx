import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { OrderReturns } from './section.tsx'

const variant = { id: 'v1', color: 'Kum', size: 'M', product: { name: 'Keten Elbise', mainImage: null } }
const days = { deadline: '2026-12-15T00:00:00Z', faultyDeadline: '', late: false, exchangeUntil: null, returns: [] }
const asked = {
  id: 'r1',
  code: 'RABC',
  kind: 'RETURN',
  status: 'REQUESTED',
  items: [],
  refundAmount: 0,
  exchange: null,
}
const anOrder = (left: number, returns: (typeof asked)[] = []) =>
  ({
    ...{ id: 'o1', items: [{ id: 'i1', quantity: 1, variant }] },
    returnable: { ...days, items: [{ itemId: 'i1', left, exemption: null }], returns },
  }) as unknown as WireOrderWithHistory

/** She sends the only piece back; the order then stands as it is told. */
async function sendBack(after: WireOrderWithHistory) {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.endsWith('/o1') ? after : { kind: 'RETURN', code: 'RABC' } }),
  )
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => {
        const [order, change] = useState(anOrder(1))
        const { returnable } = order
        return returnable && <OrderReturns order={order} returnable={returnable} onChanged={change} />
      },
    },
  ])
  const screen = await render(<Stub />)
  await screen.getByRole('button', { name: 'İade et' }).click()
  await screen.getByLabelText('Neden iade ediyorsunuz?').selectOptions('OTHER')
  await screen.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect.element(screen.getByRole('button', { name: 'İade et' })).not.toBeInTheDocument()
  return screen
}

test('the focus stays at the returns when the last piece is sent back and the button that began it is gone', async () => {
  const screen = await sendBack(anOrder(0))
  await expect.element(screen.getByRole('region', { name: 'İade ve değişim' })).toHaveFocus()
})

test('that a request has come is not said any more once she has taken it back', async () => {
  const screen = await sendBack(anOrder(0, [asked]))
  const told = screen.getByText(/^İade talebinizi aldık/)
  await expect.element(told).toBeVisible()
  await screen.getByRole('button', { name: 'İadeyi geri al' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'İadeyi geri al' }).click()
  await expect.element(told).not.toBeInTheDocument()
})
