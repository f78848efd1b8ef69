import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { OrderReturns } from './section.tsx'

/** It reads what only the server has, and there is none. */
vi.mock('./card.tsx', () => ({ ReturnCard: () => null }))

const variant = { id: 'v1', color: 'Kum', size: 'M', product: { name: 'Keten Elbise', mainImage: null } }
const days = { deadline: '2026-12-15T00:00:00Z', faultyDeadline: '', late: false, exchangeUntil: null, returns: [] }
const anOrder = (left: number) =>
  ({
    ...{ id: 'o1', items: [{ id: 'i1', quantity: 1, variant }] },
    returnable: { ...days, items: [{ itemId: 'i1', left, exemption: null }] },
  }) as unknown as WireOrderWithHistory

test('the focus stays at the returns when the last piece is sent back and the button that began it is gone', async () => {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.endsWith('/o1') ? anOrder(0) : { kind: 'RETURN', code: 'RABC' } }),
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
  await expect.element(screen.getByRole('region', { name: 'İade ve değişim' })).toHaveFocus()
})
