import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { ReturnForm } from './form.tsx'

const variant = { color: 'Kum', size: 'M', product: { name: 'Keten Elbise', mainImage: null } }
const order = { id: 'o1', items: [{ id: 'i1', variant }] } as unknown as WireOrderWithHistory
const returnable = {
  ...{ deadline: '', faultyDeadline: '', late: false, exchangeUntil: null, returns: [] },
  items: [{ itemId: 'i1', left: 1, exemption: null }],
}

/** A shop that takes pictures when the test says so, and returns at once; gives the bodies of those. */
function aShop() {
  const pictures: ((id: string) => void)[] = []
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = (data: unknown) => resolve(Response.json({ success: true, data }))
    if (path.endsWith('/images')) pictures.push((id) => answer({ id }))
    else {
      sent.push(JSON.parse(body))
      answer({})
    }
    return promise
  })
  return { pictures, sent }
}

test('the request waits for its pictures, and one that is taken away meanwhile does not come back', async () => {
  const { pictures, sent } = aShop()
  const onSent = vi.fn(async () => {})
  const screen = await render(<ReturnForm order={order} returnable={returnable} onSent={onSent} />)
  await screen.getByLabelText('Neden iade ediyorsunuz?').selectOptions('FAULTY')
  const files = ['bir', 'iki'].map((name) => new File(['?'], `${name}.jpg`, { type: 'image/jpeg' }))
  await screen.getByLabelText('Görsel ekle').upload(files)
  await expect.poll(() => pictures.length).toBe(1)
  await expect.element(screen.getByRole('button', { name: 'Görseller ekleniyor…' })).toBeDisabled()
  pictures[0]?.('bir')
  await screen.getByRole('button', { name: 'Kaldır: 1. görsel' }).click()
  await expect.poll(() => pictures.length).toBe(2)
  pictures[1]?.('iki')
  await screen.getByRole('button', { name: 'İade talebi gönder' }).click()
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ images: ['iki'] }])
})

test('what is missing has the focus, however far above the button it stands', async () => {
  const items = ['i1', 'i2'].map((id) => ({ id, variant }))
  const left = items.map(({ id }) => ({ itemId: id, left: 1, exemption: null }))
  const of = {
    order: { id: 'o1', items } as unknown as WireOrderWithHistory,
    returnable: { ...returnable, items: left },
  }
  const screen = await render(<ReturnForm {...of} onSent={async () => {}} />)
  const send = screen.getByRole('button', { name: 'İade talebi gönder' })
  const [, second] = screen.getByRole('checkbox').all()
  await send.click()
  await expect.element(screen.getByText('İade edeceğiniz ürünü seçin.')).toBeVisible()
  await expect.element(screen.getByRole('checkbox').first()).toHaveFocus()
  await second?.click()
  await send.click()
  await expect.element(screen.getByText('Nedenini seçin')).toBeVisible()
  await expect.element(screen.getByLabelText('Neden iade ediyorsunuz?')).toHaveFocus()
})
