import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import type { WireOpenRefund } from '#api/wire/admin/payments.ts'
import type { WireNewsletterDetail } from '#api/wire/news.ts'
import { expectAsked } from '#test/leaving/asks.ts'
import { CategoryDialog } from '../../catalog/category-dialog.tsx'
import { SendDialog } from '../../news/send.tsx'
import { ChangeOrder } from '../../orders/change/change.tsx'
import { NoteDialog } from '../../payments/note.tsx'
import { RefundAccountDialog } from '../../payments/refund-account.tsx'
import { Transfers } from '../../payments/transfers.tsx'
import { CopyDialog } from '../../products/form/copy-dialog.tsx'
import { Views } from '../../products/table/views.tsx'
import { VariantTools } from '../../products/variants/tools.tsx'
import { useGrid } from '../../products/variants/use-grid.ts'
import { Invite } from '../../staff/invite.tsx'
import Roles from '../../staff/roles.tsx'
import { askForRights } from '../rights.ts'

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

const refund = { id: 'r1', iban: null, ibanHolder: null, customer: 'Elif Demir', shownOrderId: '#A1', amount: 50 }
const product = { id: 'p1', name: 'Keten Elbise' } as WireAdminProduct
const transfer = {
  ...{ orderId: 'o1', shownOrderId: '#A1', reference: 'K7M4QX', customer: 'Elif Demir', amount: 100, received: 0 },
  ...{ deadline: '2026-11-23T09:00:00Z', overdue: false, createdAt: '2026-11-20T09:00:00Z' },
}

function Variants() {
  return <VariantTools grid={useGrid(() => [])} productName="Elbise" onAdd={none} />
}

const newsletter = { id: 'n1', version: 1, subject: 'Kış', audience: {} } as unknown as WireNewsletterDetail

const noteWords = { label: 'Nasıl çözüldü?', action: 'Çözüldü', missing: '', done: '', failed: '' }

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
  'Farkı kapat': {
    page: (
      <Opened>
        {(open, onClose) => (
          <NoteDialog
            {...{ open, onClose, onDone: none, title: 'Farkı kapat', ...noteWords }}
            path="/admin/payments/findings/1/resolution"
          >
            …
          </NoteDialog>
        )}
      </Opened>
    ),
    opener: 'Aç',
    field: 'Nasıl çözüldü?',
  },
  'İadenin gideceği hesap': {
    page: (
      <Opened>
        {(open, onClose) => (
          <RefundAccountDialog {...{ open, onClose, onDone: none }} refund={refund as WireOpenRefund} />
        )}
      </Opened>
    ),
    opener: 'Aç',
    field: 'Hesap sahibi',
  },
  'Gelen tutar': { page: <Transfers taken onChanged={none} />, opener: 'Başka tutar', field: 'Gelen tutar (TL)' },
  'Görünümü sakla': {
    page: <Views query="" columns={[]} onColumns={none} />,
    opener: '+ Görünümü sakla',
    field: 'Adı',
  },
  'Başka renkte çoğalt': {
    page: <Opened>{(open, onClose) => <CopyDialog product={open ? product : undefined} onClose={onClose} />}</Opened>,
    opener: 'Aç',
    field: 'Yeni renk',
  },
  'Renk ve bedenlerden oluştur': { page: <Variants />, opener: 'Renk ve bedenlerden oluştur', field: 'SKU kalıbı' },
}

test.for(Object.entries(dialogs))(
  '%s asks before it drops what was typed',
  async ([title, { page, opener, field }]) => {
    const answers = { '/transfers': [transfer], '/me': { rights: ['payments'] } }
    vi.stubGlobal('fetch', async (path: string) => {
      const [, data = []] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? []
      return Response.json({ success: true, data })
    })
    await askForRights()
    const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
    const dialog = screen.getByRole('dialog', { name: title })
    const typed = dialog.getByRole('textbox', { name: field, exact: true })
    const question = { title: 'Kaydedilmemiş değişiklikler', leave: 'Kaydetmeden kapat' }
    await expectAsked(screen, { dialog, opener, typed, question })
  },
)

test('what was made is not asked about on the way to it, and a date for the newsletter is', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { id: 'p2', recipients: 3 } }))
  const pages = [
    {
      path: '/',
      element: (
        <>
          <Opened>{(open, onClose) => <CopyDialog product={open ? product : undefined} onClose={onClose} />}</Opened>
          <Opened>{(open, onClose) => <SendDialog {...{ open, onClose, newsletter, onSent: none }} />}</Opened>
        </>
      ),
    },
    { path: '/admin/urunler/:id', element: 'Yeni taslak' },
  ]
  const screen = await render(<RouterProvider router={createMemoryRouter(pages)} />)
  const question = screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' })
  await screen.getByRole('button', { name: 'Aç' }).nth(1).click()
  await screen.getByRole('radio', { name: 'İleri bir tarihte' }).click()
  await screen.getByLabelText('Tarih ve saat (İstanbul)').fill('2026-12-24T10:00')
  const send = screen.getByRole('dialog', { name: 'Bülteni gönder' })
  await send.getByRole('button', { name: 'Vazgeç' }).click()
  await question.getByRole('button', { name: 'Kaydetmeden kapat' }).click()
  await expect.element(send).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Aç' }).first().click()
  await screen.getByLabelText('Yeni renk', { exact: true }).fill('Mavi')
  await screen.getByRole('button', { name: 'Taslak oluştur' }).click()
  await expect.element(screen.getByText('Yeni taslak', { exact: true })).toBeVisible()
})
