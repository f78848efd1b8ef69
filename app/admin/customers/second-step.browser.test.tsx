import { useState } from 'react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireCustomerDetail } from '#api/wire/customers.ts'
import { CustomerPrivacy } from './privacy.tsx'

const ayse = {
  ...{ id: 'c1', firstName: 'Ayşe', lastName: 'Yılmaz', email: 'ayse@posta.example', guest: false, spent: 0 },
  ...{ secondStep: true, staff: false, latestOrders: [], openReturns: 0 },
} as Partial<WireCustomerDetail> as WireCustomerDetail

const shown = (customer: Partial<WireCustomerDetail> = {}) => {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: function Person() {
        const [shown, show] = useState({ ...ayse, ...customer } as WireCustomerDetail)
        return (
          <main>
            <h1>Ayşe Yılmaz</h1>
            <CustomerPrivacy customer={shown} onChanged={show} />
          </main>
        )
      },
    },
  ])
  return render(<Page />)
}

test('the second step of a customer is switched off after a question that says what to make sure of', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    sent.push(`${method} ${path}`)
    return Response.json({ success: true, data: { ...ayse, secondStep: false } })
  })
  const screen = await shown()
  const open = screen.getByRole('button', { name: 'İki adımlı girişi kapat' })
  const dialog = screen.getByRole('dialog', { name: 'Ayşe Yılmaz: iki adımlı giriş kapatılsın mı?' })
  await open.click()
  await expect.element(dialog.getByText(/siparişindeki telefon numarasından onu siz arayın/)).toBeVisible()
  await expect.element(dialog.getByText(/Açık oturumları kapanır ve kendisine e-posta ile bildirilir/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([])

  await open.click()
  await dialog.getByRole('button', { name: 'İki adımlı girişi kapat' }).click()
  await expect.element(open).not.toBeInTheDocument()
  expect(sent).toEqual(['POST /api/v1/admin/customers/c1/second-step/reset'])
  await expect.element(screen.getByRole('heading', { name: 'Ayşe Yılmaz', level: 1 })).toHaveFocus()
})

test('it stands only where there is one, and alone for who sees no sums', async () => {
  const without = await shown({ secondStep: false })
  await expect.element(without.getByRole('button', { name: 'Müşteriyi sil' })).toBeVisible()
  await expect.element(without.getByRole('button', { name: 'İki adımlı girişi kapat' })).not.toBeInTheDocument()
  await without.unmount()
  const ofStaff = await shown({ secondStep: false, staff: true })
  await expect.element(ofStaff.getByText(/Ekibinizden birinin hesabı/)).toBeVisible()
  await expect.element(ofStaff.getByRole('button', { name: 'Verilerini indir' })).toBeVisible()
  for (const name of ['Başka hesabıyla birleştir', 'Müşteriyi sil'])
    await expect.element(ofStaff.getByRole('button', { name })).not.toBeInTheDocument()
  await ofStaff.unmount()
  const alone = await shown({ spent: undefined })
  await expect.element(alone.getByRole('button', { name: 'İki adımlı girişi kapat' })).toBeVisible()
  expect(alone.getByRole('button').elements()).toHaveLength(1)
})

test('the question before a deletion says what is still open', async () => {
  const orders = ['PREPARING', 'SHIPPED', 'DELIVERED', 'CANCELLED'].map((status) => ({ status }))
  const latestOrders = orders as WireCustomerDetail['latestOrders']
  for (const [customer, words] of [
    [{ latestOrders, openReturns: 1 }, /^2 açık siparişi ve 1 açık iadesi var:/],
    [{ openReturns: 1 }, /^1 açık iadesi var:/],
    [{ latestOrders: latestOrders.slice(2) }, undefined],
  ] as const) {
    const screen = await shown(customer)
    await screen.getByRole('button', { name: 'Müşteriyi sil' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Ayşe Yılmaz silinsin mi?' })
    await expect.element(dialog.getByText(/Bu işlem geri alınamaz/)).toBeVisible()
    if (words) await expect.element(dialog.getByText(words)).toBeVisible()
    else await expect.element(dialog.getByText(/ var:/)).not.toBeInTheDocument()
    await screen.unmount()
  }
})
