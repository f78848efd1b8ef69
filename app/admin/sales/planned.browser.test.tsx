import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import Sales from './page.tsx'

const line = { id: 'p', name: 'Keten Elbise', slug: 'keten-elbise', published: true, price: 500 }
const sale = {
  ...{ id: 's', name: 'Bahar', percent: 20, price: null, state: 'PLANNED', version: 1, products: 1, sizes: 1 },
  ...{ from: '2031-03-31T21:00:00.000Z', to: null, startedAt: null, endedAt: null, overtaken: 0, skipped: 0 },
  sold: { units: 0, total: 0 },
}

test('a sale that is planned for another month is a tap away once it is saved', async () => {
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') return Response.json({ success: true, data: { ...sale, lines: [] } })
    const { pathname, searchParams } = new URL(path, location.href)
    const products = [{ ...line, mainImage: null, picture: null }]
    const data = pathname.endsWith('/products') ? products : searchParams.get('month') === '2031-04' ? [sale] : []
    const pagination = { page: 1, limit: 25, total: data.length, totalPages: 1 }
    return Response.json({ success: true, data, pagination })
  })
  const router = createMemoryRouter([{ path: '/', element: <Sales /> }], { initialEntries: ['/?ay=2031-03'] })
  const screen = await render(<RouterProvider router={router} />)
  await expect.element(screen.getByText('Mart 2031 için indirim yok')).toBeVisible()
  await screen.getByRole('button', { name: 'İndirim planla' }).click()
  await screen.getByLabelText('İndirim oranı (%)').fill('20')
  await screen.getByLabelText(/^Başlangıç/).fill('2031-04-01T00:00')
  await screen.getByRole('button', { name: 'Keten Elbise: indirime ekle' }).click()
  await screen.getByRole('button', { name: 'Kaydet' }).click()
  await screen.getByRole('button', { name: 'Nisan 2031 takvimini göster' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Nisan 2031' }).first()).toBeVisible()
  await expect.element(screen.getByRole('listitem').getByText('Bahar')).toBeVisible()
  await expect.element(screen.getByText('takvimini göster')).not.toBeInTheDocument()
})

test('a month without a sale leads to those that come', async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    const coming = new URL(path, location.href).searchParams.get('state') === 'PLANNED'
    const data = coming ? [sale] : []
    return Response.json({ success: true, data, pagination: { page: 1, limit: 25, total: data.length, totalPages: 1 } })
  })
  const router = createMemoryRouter([{ path: '/', element: <Sales /> }], { initialEntries: ['/?ay=2031-03'] })
  const screen = await render(<RouterProvider router={router} />)
  await screen.getByRole('button', { name: 'Gelecek indirimleri göster' }).click()
  await expect.element(screen.getByRole('listitem').getByText('Bahar')).toBeVisible()
})
