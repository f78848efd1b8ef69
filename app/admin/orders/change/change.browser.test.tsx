import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { ChangeOrder } from './change.tsx'

const order = {
  ...{ id: 'o1', status: 'PREPARING', shippedAt: null, deliveredAt: null, items: [], invoiceFiles: [], history: [] },
  customerInfo: {
    firstName: 'Elif',
    lastName: 'Demir',
    phone: '',
    address: 'Gül Sokak 1',
    city: 'Sinop',
    district: 'boyabat',
  },
} as unknown as WireAdminOrder

test('an address whose district is spelled as in the list by itself is not changed', async () => {
  const element = <ChangeOrder order={order} onChanged={() => {}} />
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const dialog = screen.getByRole('dialog', { name: 'Siparişi değiştir' })
  await screen.getByRole('button', { name: 'Siparişi değiştir' }).click()
  await expect.element(dialog.getByLabelText(/^İlçe/)).toHaveValue('Boyabat')
  await expect.element(dialog.getByRole('button', { name: 'Değişiklikleri kaydet' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})
