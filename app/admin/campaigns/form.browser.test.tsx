import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireCoupon } from '#api/wire/admin/coupons.ts'
import { askForRights } from '../parts/rights.ts'
import { CampaignPanel, type Editing } from './form.tsx'

/** In a page of the panel, which a form asks before it is left. */
function renderPage(element: ReactElement) {
  return render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const campaign: WireCoupon = {
  ...{ id: 'c1', code: 'SANA50', name: '', kind: 'AMOUNT', value: 50, buyQuantity: null, getQuantity: null },
  ...{ minTotal: 0, startsAt: null, endsAt: null, totalLimit: null, personLimit: null, categoryIds: [] },
  ...{ productIds: [], firstOrderOnly: false, oneCustomer: true, combinable: false, partner: '', active: true },
  ...{ uses: 0, orders: 0, createdAt: '2026-11-20T09:00:00Z', updatedAt: '2026-11-20T09:00:00Z' },
}

async function open(rights: string[], editing: Editing) {
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.endsWith('/admin/me') ? { rights } : [] }),
  )
  await askForRights()
  return renderPage(<CampaignPanel editing={editing} onClose={() => {}} onSaved={() => {}} />)
}

const whose = /^Yalnızca bir müşteri kullanabilir/

test('whoever may not see whose a campaign is reads that it is for one customer', async () => {
  const screen = await open(['campaigns'], { campaign })
  await expect.element(screen.getByText(whose)).toBeVisible()
  await screen.unmount()
  const owner = await open(['campaigns', 'contacts'], { campaign: { ...campaign, customerEmail: 'a@posta.example' } })
  await expect.element(owner.getByLabelText(/Yalnızca bu müşteriye/)).toHaveValue('a@posta.example')
  await expect.element(owner.getByText(whose)).not.toBeInTheDocument()
})

test('what is given for so many pieces is said as the shopper reads it', async () => {
  const screen = await open(['campaigns', 'contacts'], {})
  await screen.getByLabelText('İndirim', { exact: true }).selectOptions('BUY_X_GET_Y')
  await expect.element(screen.getByText('3 al 2 öde', { exact: true })).toBeVisible()
  await screen.getByLabelText('Kaç ürün alana').fill('3')
  await expect.element(screen.getByText('4 al 3 öde')).toBeVisible()
  await screen.getByLabelText('O ürünlerde indirim (%)').fill('50')
  await expect.element(screen.getByText('3 alana bir sonraki ürün %50 indirimli')).toBeVisible()
})

test('what somebody else saved meanwhile is not written over: she is told, keeps what she typed, and the list is read anew', async () => {
  const sent: { updatedAt?: string; value?: string }[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Response.json({ success: true, data: [] })
    sent.push(JSON.parse(String(init.body)))
    const message = 'Kaydedilmedi; “SANA50” bu arada başka biri tarafından değiştirildi.'
    return Response.json({ success: false, error: message, message, code: 'EDIT_CONFLICT' }, { status: 409 })
  })
  const [onClose, onSaved] = [vi.fn(), vi.fn()]
  const screen = await renderPage(<CampaignPanel editing={{ campaign }} onClose={onClose} onSaved={onSaved} />)
  await screen.getByLabelText('İndirim (TL)').fill('75')
  await screen.getByRole('button', { name: 'Kaydet' }).click()
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(sent).toMatchObject([{ value: '75', updatedAt: campaign.updatedAt }])
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(screen.getByLabelText('İndirim (TL)')).toHaveValue('75')
})

test('a discount is sent as it was typed, for the shop to say what it cannot be: none becomes a smaller one', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ success: true, data: [] })
    sent.push(JSON.parse(String(init.body)).value)
    const message = 'Yüzde 1–99 arasında bir tam sayı olmalı'
    return Response.json({ success: false, error: { value: [message] }, code: 'VALIDATION' }, { status: 400 })
  })
  const screen = await renderPage(<CampaignPanel editing={{}} onClose={() => {}} onSaved={() => {}} />)
  await screen.getByLabelText('Kod', { exact: true }).fill('YAZ')
  for (const typed of ['100', '12,5']) {
    await userEvent.clear(screen.getByLabelText('İndirim (%)'))
    await userEvent.type(screen.getByLabelText('İndirim (%)'), typed)
    await screen.getByRole('button', { name: 'Kaydet' }).click()
    await expect.element(screen.getByText('Yüzde 1–99 arasında bir tam sayı olmalı')).toBeVisible()
  }
  expect(sent).toEqual(['100', '12.5'])
})
