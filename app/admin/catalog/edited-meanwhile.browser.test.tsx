import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireProductLine } from '#api/wire/admin/catalog.ts'
import { LookDialog } from '../looks/dialog.tsx'
import { RoleForm } from '../staff/role-form.tsx'
import { GroupDialog } from './group-dialog.tsx'

/** In a page of the panel, which a form asks before it is left. */
function renderPage(element: ReactElement) {
  return render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const sent = vi.fn()
const message = 'Kaydedilmedi; bu arada başka biri tarafından değiştirildi.'

beforeEach(() => {
  sent.mockClear()
  vi.stubGlobal('fetch', async (_path: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') return Response.json({ success: true, data: [], pagination: {} })
    sent(JSON.parse(String(body)))
    return Response.json({ success: false, error: message, message, code: 'EDIT_CONFLICT' }, { status: 409 })
  })
})

const line = (id: string): WireProductLine => ({
  ...{ id, name: id, slug: id, published: true, price: 100, mainImage: null, picture: null },
})
const [onClose, onSaved, onAgain] = [vi.fn(), vi.fn(), vi.fn()]

test('a group is saved as it was read: refused, she keeps what she typed and the list is read anew', async () => {
  const group = { id: 'g', name: 'Keten', members: [{ product: line('a') }, { product: line('b') }], createdAt: '' }
  const screen = await renderPage(<GroupDialog group={group} onClose={onClose} onSaved={onSaved} onAgain={onAgain} />)
  await screen.getByLabelText('Grup adı').fill('Keten elbise')
  await screen.getByRole('button', { name: 'Kaydet' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  expect(sent.mock.calls).toMatchObject([[{ name: 'Keten elbise', seen: { name: 'Keten', productIds: ['a', 'b'] } }]])
  expect(onAgain).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(screen.getByLabelText('Grup adı')).toHaveValue('Keten elbise')
})

test('a look is saved as it was read: refused, she keeps what she typed', async () => {
  const look = { id: 'l', title: 'Pazar', image: null, pieces: [line('a'), line('b')] }
  const screen = await renderPage(<LookDialog look={look} onClose={onClose} onSaved={onSaved} />)
  await screen.getByLabelText('Kombinin adı').fill('Pazar günü')
  await screen.getByRole('button', { name: 'Kaydet' }).click()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(sent.mock.calls).toMatchObject([
    [{ title: 'Pazar günü', seen: { title: 'Pazar', imageId: null, productIds: ['a', 'b'] } }],
  ])
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(screen.getByLabelText('Kombinin adı')).toHaveValue('Pazar günü')
})

test('a role is saved as it was read: refused, its page is told to read it anew', async () => {
  const [saved, onStale] = [vi.fn(), vi.fn()]
  const draft = { id: 'r', name: 'Kasa', rights: ['orders-read' as const] }
  const screen = await render(<RoleForm draft={draft} onSaved={saved} onStale={onStale} />)
  await screen.getByLabelText('Rolün adı').fill('Kasa 2')
  await screen.getByRole('button', { name: 'Rolü kaydet' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
  expect(sent.mock.calls).toMatchObject([[{ name: 'Kasa 2', seen: { name: 'Kasa', rights: ['orders-read'] } }]])
  expect(onStale).toHaveBeenCalledOnce()
  expect(saved).not.toHaveBeenCalled()
})
