import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { OrderRefund } from './refund.tsx'

const order = {
  ...{ id: 'o1', paymentMethod: 'CARD', paymentStatus: 'SUCCESS', totalAmount: 1199, refundedAmount: 0 },
  ...{ refundPending: 0, left: 1199, installmentFee: 0, delivery: 0, methodFee: 0, items: [], history: [] },
  refunds: [{ status: 'SUCCEEDED' }, { status: 'FAILED' }, { status: 'REQUESTED' }],
} as unknown as WireAdminOrder

test('whoever gives back says what she has seen; refused, she keeps what she typed and the order is read anew', async () => {
  const sent = vi.fn()
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent(JSON.parse(String(body)))
    const message = 'İade yapılmadı; bu siparişten bu arada başka bir iade yapıldı.'
    return Response.json({ success: false, error: message, message, code: 'EDIT_CONFLICT' }, { status: 409 })
  })
  const [onAgain, onChanged] = [vi.fn(), vi.fn()]
  const screen = await render(<OrderRefund order={order} onAgain={onAgain} onChanged={onChanged} />)
  await screen.getByRole('tab', { name: 'Tutar yazarak' }).click()
  await screen.getByLabelText('İade tutarı (TL)').fill('100')
  await screen.getByLabelText('Sebebi').fill('Paketiniz geç geldi')
  await screen.getByRole('button', { name: '100,00 TL iade et' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'İade et', exact: true }).click()
  await vi.waitFor(() => expect(onAgain).toHaveBeenCalledOnce())
  expect(sent.mock.calls).toEqual([[{ amount: 100, reason: 'Paketiniz geç geldi', refundsSeen: 2 }]])
  expect(onChanged).not.toHaveBeenCalled()
  await expect.element(screen.getByLabelText('Sebebi')).toHaveValue('Paketiniz geç geldi')
})

test('a button that cannot give back yet says what it waits for', async () => {
  const screen = await render(<OrderRefund order={order} onAgain={() => {}} onChanged={() => {}} />)
  await screen.getByRole('tab', { name: 'Tutar yazarak' }).click()
  const button = screen.getByRole('button', { name: /(ade et|kredi ver)$/ })
  const waitsFor = (sentence: string) => expect.element(button).toHaveAccessibleDescription(sentence)
  await waitsFor('İade tutarını yazın.')
  await screen.getByLabelText('İade tutarı (TL)').fill('2000')
  await waitsFor('İade tutarını düzeltin.')
  await screen.getByLabelText('İade tutarı (TL)').fill('0')
  await expect.element(screen.getByText('0,01 TL ile 1.199,00 TL arasında bir tutar yazın')).toBeVisible()
  await screen.getByLabelText('İade tutarı (TL)').fill('100')
  await waitsFor('İadenin sebebini yazın.')
  await screen.getByLabelText('Sebebi').fill('Paketiniz geç geldi')
  await screen.getByRole('checkbox', { name: 'Para yerine mağaza kredisi ver' }).click()
  await waitsFor('Mağaza kredisini müşterinin kabul ettiğini işaretleyin.')
  await screen.getByRole('checkbox', { name: 'Müşteriye sordum, mağaza kredisini kabul etti' }).click()
  await waitsFor('')
  await expect.element(screen.getByRole('button', { name: '100,00 TL kredi ver' })).toBeEnabled()
})
