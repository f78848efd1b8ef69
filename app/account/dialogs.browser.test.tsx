import { type ReactNode, useState } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireReturnable } from '#api/wire/returns.ts'
import type { WireReview } from '#api/wire/reviews.ts'
import { openLogin } from '#app/browser/session-store.ts'
import { ProblemPanel } from '#app/storefront/info/problem-panel.tsx'
import { ReportPanel } from '#app/storefront/product/reviews/report.tsx'
import { expectAsked } from '#test/leaving/asks.ts'
import { MySizePanel } from './my-size/panel.tsx'
import { OwnChanges } from './orders/change/own-changes.tsx'
import { OrderWithdrawal } from './returns/on-the-way.tsx'
import { OrderReturns } from './returns/section.tsx'
import { AddressDialog } from './settings/address-dialog.tsx'
import { LoginPanel } from './sign-in/login-panel.tsx'

const none = () => {}
const variant = { color: 'Kum', size: 'M', product: { name: 'Keten Elbise', mainImage: null } }
const order = { id: 'o1', status: 'SHIPPED', items: [{ id: 'i1', variant }] } as unknown as WireOrderWithHistory
const items = [{ itemId: 'i1', left: 1, exemption: null }]
const returnable = { deadline: '2026-12-20T09:00:00Z', late: false, exchangeUntil: null, returns: [], items }

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

const dialogs: Record<string, { page: ReactNode; opener: string; field: string | RegExp }> = {
  'Yeni adres': {
    page: (
      <Opened>{(open, onClose) => <AddressDialog {...{ open, onClose, onSaved: onClose }} address="new" />}</Opened>
    ),
    opener: 'Aç',
    field: 'Adres adı',
  },
  'Sorun Bildirimi': {
    page: <Opened>{(open, onClose) => <ProblemPanel {...{ open, onClose }} />}</Opened>,
    opener: 'Aç',
    field: 'Sorununuz',
  },
  'Yorumu bildir': {
    page: (
      <Opened>
        {(open, onClose) => <ReportPanel review={open ? ({ id: 'r1' } as WireReview) : undefined} onClose={onClose} />}
      </Opened>
    ),
    opener: 'Aç',
    field: /^Açıklama/,
  },
  İade: {
    page: <OrderReturns order={order} returnable={returnable as unknown as WireReturnable} onChanged={none} />,
    opener: 'İade et',
    field: /^Açıklama/,
  },
  'İade, yoldayken': {
    page: <OrderWithdrawal order={order} withdrawable={{ returns: [], items }} onChanged={none} />,
    opener: 'İade et',
    field: /^Açıklama/,
  },
}

test.for(Object.entries(dialogs))('%s asks before it drops what was typed', async ([name, { page, opener, field }]) => {
  const screen = await render(<MemoryRouter>{page}</MemoryRouter>)
  const dialog = screen.getByRole('dialog', { name: name.replace(/,.*/, ''), exact: true })
  const typed = dialog.getByRole('textbox', { name: field })
  const question = { title: 'Yazdıklarınız silinsin mi?', leave: 'Sil ve kapat' }
  await expectAsked(screen, { dialog, opener, typed, question })
})

test('a half filled registration is asked about, an e-mail to log in with is not', async () => {
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <LoginPanel /> }])} />)
  const dialog = screen.getByRole('dialog', { name: 'Hesabınız' })
  openLogin()
  await dialog.getByLabelText('E-posta').fill('ayse@posta.example')
  await dialog.getByRole('button', { name: 'Şifremi unuttum' }).click()
  const forgotten = screen.getByRole('dialog', { name: 'Şifremi unuttum' })
  await expect.element(forgotten.getByLabelText('E-posta')).toHaveValue('ayse@posta.example')
  await userEvent.keyboard('{Escape}')
  await expect.element(forgotten).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  openLogin()
  await dialog.getByRole('tab', { name: 'Üye ol' }).click()
  await dialog.getByLabelText('Ad', { exact: true }).fill('Ayşe')
  await dialog.getByRole('tab', { name: 'Giriş yap' }).click()
  await dialog.getByRole('tab', { name: 'Üye ol' }).click()
  await expect.element(dialog.getByLabelText('Ad', { exact: true })).toHaveValue('Ayşe')
  await dialog.getByRole('tab', { name: 'Giriş yap' }).click()
  await dialog.getByLabelText('E-posta').fill('ayse@posta.example')
  await dialog.getByRole('tab', { name: 'Üye ol' }).click()
  await dialog.getByRole('tab', { name: 'Giriş yap' }).click()
  await expect.element(dialog.getByLabelText('E-posta')).toHaveValue('ayse@posta.example')
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Sil ve kapat' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a size that was chosen and not saved is asked about, one that was unchosen again is not', async () => {
  const groups = [{ place: 'ust-giyim', name: 'Üst giyim', sizes: [{ size: 'M', name: 'M / 38' }] }]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: groups }))
  const screen = await render(<Opened>{(open, onClose) => <MySizePanel {...{ open, onClose }} />}</Opened>)
  const dialog = screen.getByRole('dialog', { name: 'Bedenim' })
  await screen.getByRole('button', { name: 'Aç' }).click()
  await dialog.getByText('M / 38').click()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Vazgeç' }).click()
  await dialog.getByText('M / 38').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what is typed into the address of an order is there again once it is unfolded', async () => {
  const customerInfo = {
    firstName: 'Ayşe',
    lastName: 'Ak',
    phone: '+905321112233',
    city: 'İzmir',
    address: 'Gül Sokak 1',
  }
  const changes = { address: true, swaps: [] }
  const changing = { ...order, customerInfo, changes } as unknown as WireOrderWithHistory
  const screen = await render(<OwnChanges order={changing} onChanged={none} />)
  const fold = screen.getByRole('button', { name: 'Teslimat bilgilerini düzelt' })
  await fold.click()
  await screen.getByLabelText('Adres', { exact: true }).fill('Lale Sokak 2')
  await fold.click()
  await expect.element(screen.getByLabelText('Adres', { exact: true })).not.toBeVisible()
  await fold.click()
  await expect.element(screen.getByLabelText('Adres', { exact: true })).toHaveValue('Lale Sokak 2')
})

test('a report that was sent is not asked about', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: {}, message: 'Mesajınız bize ulaştı.' }))
  const screen = await render(<Opened>{(open, onClose) => <ProblemPanel {...{ open, onClose }} />}</Opened>)
  await screen.getByRole('button', { name: 'Aç' }).click()
  await screen.getByLabelText('E-posta').fill('ayse@posta.example')
  await screen.getByRole('textbox', { name: 'Sorununuz' }).fill('Sepetim açılmıyor')
  await screen.getByRole('button', { name: 'Gönder' }).click()
  await screen.getByRole('button', { name: 'Tamam' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
