import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SaleDialog } from './dialog.tsx'

const product = (n: number) => ({
  ...{ id: `p${n}`, name: `Elbise ${n}`, slug: `elbise-${n}`, mainImage: null, price: 100 },
  ...{ published: true, pictures: [], variants: [] },
})

test('why a sale is not saved comes into view, also to who chose the last of many products', async () => {
  const message = 'Elbise 20 bu tarihlerde başka bir indirimde; tarihleri değiştirin ya da o indirimi bitirin.'
  vi.stubGlobal('fetch', async (_path: string, options?: RequestInit) =>
    options?.method === 'POST'
      ? Response.json({ success: false, code: 'CONFLICT', message, error: message }, { status: 409 })
      : Response.json({ success: true, data: Array.from({ length: 20 }, (_, n) => product(n + 1)) }),
  )
  const nothing = () => undefined
  const pages = [{ path: '/', element: <SaleDialog open onClose={nothing} onSaved={nothing} /> }]
  const screen = await render(<RouterProvider router={createMemoryRouter(pages)} />)
  await screen.getByLabelText('İndirim oranı (%)').fill('20')
  await screen.getByRole('button', { name: /Elbise 20/ }).click()
  const title = screen.getByText('İndirimdeki ürünler (1)')
  await expect.element(title).not.toBeInViewport()
  await screen.getByRole('button', { name: 'Kaydet' }).click()
  await expect.element(screen.getByText(message)).toBeInViewport()
})
