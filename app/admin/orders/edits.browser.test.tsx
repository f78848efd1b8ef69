import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { ChangeOrder } from './change/change.tsx'
import { OrderControls } from './controls.tsx'
import { AdminNote } from './note.tsx'

const order = {
  ...{ id: 'o1', status: 'PREPARED', adminNotes: 'Arandı', carrier: null, trackingNumber: null, history: [] },
  customerInfo: { email: 'ayse@posta.example' },
} as unknown as WireAdminOrder

const sent = vi.fn()

beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent(JSON.parse(String(init.body)))
    return Response.json({ success: true, data: order })
  })
})

test('a note that nobody typed follows the order; one that was typed stays until it is saved', async () => {
  const note = (adminNotes: string) => <AdminNote order={{ ...order, adminNotes }} onChanged={() => undefined} />
  const screen = await render(note('Arandı'))
  const field = screen.getByLabelText('Yönetici notu')
  // Every role that opens orders reads it.
  await expect.element(screen.getByText('Yalnızca ekibiniz görür; sonradan değiştirilebilir.')).toBeVisible()
  await screen.rerender(note('Kapıda bırak'))
  await expect.element(field).toHaveValue('Kapıda bırak')
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
  await field.fill('Hediye')
  await screen.rerender(note('Yarın ara'))
  await expect.element(field).toHaveValue('Hediye')
  await screen.getByRole('button', { name: 'Notu kaydet' }).click()
  // The status may be another by now.
  await expect.poll(() => sent.mock.calls).toEqual([[{ adminNotes: 'Hediye', adminNotesSeen: 'Kapıda bırak' }]])
  await screen.rerender(note('Hediye'))
  await screen.rerender(note('Yarın ara'))
  await expect.element(field).toHaveValue('Yarın ara')
})

test('a note that another wrote meanwhile is told before hers takes its place', async () => {
  const message = 'Not kaydedilmedi; bu arada değiştirildi: “Yarın ara”.'
  const conflict = { success: false, error: message, message, code: 'EDIT_CONFLICT', data: { adminNotes: 'Yarın ara' } }
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    sent(JSON.parse(String(body)))
    if (sent.mock.calls.length === 1) return Response.json(conflict, { status: 409 })
    return Response.json({ success: true, data: order })
  })
  const screen = await render(<AdminNote order={order} onChanged={() => undefined} />)
  const field = screen.getByLabelText('Yönetici notu')
  const save = screen.getByRole('button', { name: 'Notu kaydet' })
  await field.fill('Hediye')
  await save.click()
  await expect.element(save).toBeEnabled()
  await expect.element(field).toHaveValue('Hediye')
  await field.fill('Yarın ara, hediye')
  await save.click()
  await expect
    .poll(() => sent.mock.calls.map(([{ adminNotesSeen }]) => adminNotesSeen))
    .toEqual(['Arandı', 'Yarın ara'])
})

test('saving the parcel alone leaves the status as it is by now', async () => {
  const screen = await render(<OrderControls order={order} onChanged={() => undefined} />)
  await screen.getByLabelText('Takip numarası', { exact: false }).fill('A1')
  await screen.getByRole('button', { name: 'Kargo bilgisini kaydet' }).click()
  await expect.poll(() => sent.mock.calls).toEqual([[{ carrier: null, trackingNumber: 'A1' }]])
})

test('what is typed while the parcel is being saved stays, and is saved next', async () => {
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const controls = (trackingNumber: string | null, onChanged = () => {}) => (
    <OrderControls order={{ ...order, trackingNumber }} onChanged={onChanged} />
  )
  const screen = await render(controls(null, () => screen.rerender(controls('A1'))))
  const field = screen.getByLabelText('Takip numarası', { exact: false })
  const save = screen.getByRole('button', { name: 'Kargo bilgisini kaydet' })
  await field.fill('A1')
  await save.click()
  await field.fill('A12')
  answer(Response.json({ success: true, data: { ...order, trackingNumber: 'A1' } }))
  await expect.element(save).toBeEnabled()
  await expect.element(field).toHaveValue('A12')
  await field.fill('A1')
  await expect.element(save).not.toBeInTheDocument()
})

test('an order of a marketplace is neither cancelled nor changed here', async () => {
  const open = { ...order, status: 'CONFIRMED', totalAmount: 450, shippedAt: null, deliveredAt: null } as const
  const sheet = (paymentMethod: WireAdminOrder['paymentMethod']) => (
    <>
      <OrderControls order={{ ...open, paymentMethod }} onChanged={() => undefined} />
      <ChangeOrder order={{ ...open, paymentMethod }} onChanged={() => undefined} />
    </>
  )
  const screen = await render(sheet('CARD'))
  const buttons = ['Siparişi iptal et', 'Siparişi değiştir'].map((name) => screen.getByRole('button', { name }))
  for (const button of buttons) await expect.element(button).toBeVisible()
  await screen.rerender(sheet('MARKETPLACE'))
  for (const button of buttons) await expect.element(button).not.toBeInTheDocument()
})
