import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Right } from '#shop/rights.ts'
import { askForRights } from '../parts/rights.ts'
import { PaymentRow } from './parts.tsx'

afterEach(() => void vi.unstubAllGlobals())

async function rowFor(rights: Right[], orderId: string | null) {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { rights } }))
  await askForRights()
  return render(
    <MemoryRouter>
      <PaymentRow orderId={orderId} actions={<button type="button">İade et</button>}>
        Bankada para fazla
      </PaymentRow>
    </MemoryRouter>,
  )
}

test('who only reads the orders comes from the money to its order, and settles nothing', async () => {
  const reader = await rowFor(['payments-read', 'orders-read'], 'a1')
  await expect
    .element(reader.getByRole('link', { name: 'Siparişi aç' }))
    .toHaveAttribute('href', '/admin/siparisler?siparis=a1')
  expect(reader.getByRole('button').query()).toBeNull()
})

test('who decides about money but sees no orders gets no link that leads nowhere', async () => {
  const decider = await rowFor(['payments-read', 'payments'], 'a1')
  await expect.element(decider.getByRole('button', { name: 'İade et' })).toBeVisible()
  expect(decider.getByRole('link').query()).toBeNull()
})
