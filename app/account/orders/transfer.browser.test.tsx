import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { OrderDetail } from './dialog.tsx'
import { TransferDetails } from './transfer.tsx'

const iban = 'TR330006100519786457841326'
const transfer = {
  ...{ amount: 3450, reference: 'N64YZ5', deadline: '2026-12-02T17:00:00.000Z' },
  ibans: [{ bank: 'Banka', holder: 'Dükkân', iban }],
}

test('where the browser refuses to copy, the words are chosen for the telephone’s own menu', async () => {
  const writes = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  const screen = await render(<TransferDetails transfer={transfer} />)
  await screen.getByRole('button', { name: 'Kopyala: IBAN' }).click()
  await expect.element(screen.getByRole('button', { name: 'Kopyalanamadı: IBAN' })).toBeVisible()
  expect(getSelection()?.toString().replaceAll(' ', '')).toBe(iban)
  writes.mockResolvedValueOnce()
  await screen.getByRole('button', { name: 'Kopyalanamadı: IBAN' }).click()
  await expect.element(screen.getByRole('button', { name: 'Kopyalandı: IBAN' })).toBeVisible()
})

test('until it is known where the money goes, an order keeps the room for it', async () => {
  const order = {
    ...{ id: 'aaaaaaa1', status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER', paymentMethod: 'BANK_TRANSFER' },
    ...{ totalAmount: 3450, refundedAmount: 0, refundPending: 0, installmentFee: 0, delivery: 0, methodFee: 0 },
    ...{ installments: 1, items: [], shippingAddress: 'Kadıköy', createdAt: '2026-11-01T10:00:00.000Z' },
    ...{ shippedAt: null, deliveredAt: null },
    customerInfo: { firstName: 'Ayşe', lastName: 'Yılmaz', phone: '05321112233', invoice: { kind: 'PERSON' } },
  }
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const element = <OrderDetail order={order as never} onChanged={() => {}} />
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const cancel = screen.getByRole('button', { name: 'Siparişi iptal et' })
  await expect.element(cancel).toBeVisible()
  const room = screen.container.querySelector('.animate-breathe')
  expect(room?.compareDocumentPosition(cancel.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
