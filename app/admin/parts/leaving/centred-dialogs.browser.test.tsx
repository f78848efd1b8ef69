import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { CategoryDialog } from '../../catalog/category-dialog.tsx'
import { ChangeOrder } from '../../orders/change/change.tsx'
import { Invite } from '../../staff/invite.tsx'
import Roles from '../../staff/roles.tsx'

const none = () => {}

function Opened({ children }: { children: (open: boolean, onClose: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Aç
      </button>
      {children(open, () => setOpen(false))}
    </>
  )
}

const order = {
  ...{ id: 'o1', status: 'PREPARING', shippedAt: null, deliveredAt: null, items: [], invoiceFiles: [], history: [] },
  customerInfo: { firstName: 'Elif', lastName: 'Demir', phone: '', address: 'Gül Sokak 1' },
} as unknown as WireAdminOrder

const dialogs = {
  'Ekibe davet et': {
    page: <Opened>{(open, onClose) => <Invite open={open} roles={[]} onClose={onClose} onInvited={none} />}</Opened>,
    opener: 'Aç',
    field: 'Adı',
  },
  'Yeni rol': { page: <Roles />, opener: 'Yeni rol', field: 'Rolün adı' },
  'Kategori ekle': {
    page: (
      <Opened>
        {(open, onClose) => <CategoryDialog category={open ? 'new' : undefined} onClose={onClose} onSaved={none} />}
      </Opened>
    ),
    opener: 'Aç',
    field: 'Kategori adı',
  },
  'Siparişi değiştir': {
    page: <ChangeOrder order={order} onChanged={none} />,
    opener: 'Siparişi değiştir',
    field: 'Ad',
  },
}

test.for(Object.entries(dialogs))(
  '%s asks before it drops what was typed',
  async ([title, { page, opener, field }]) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }))
    const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
    const dialog = screen.getByRole('dialog', { name: title })
    const question = screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' })
    const typed = dialog.getByRole('textbox', { name: field, exact: true })
    await screen.getByRole('button', { name: opener }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await screen.getByRole('button', { name: opener }).click()
    await typed.fill('Yazlık')
    for (const leave of [
      () => userEvent.keyboard('{Escape}'),
      () => dialog.getByRole('button', { name: 'Kapat' }).click(),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Vazgeç' }).click()
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(typed).toHaveValue('Yazlık')
    }
    await userEvent.keyboard('{Escape}')
    await question.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  },
)
