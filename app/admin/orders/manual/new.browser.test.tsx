import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import NewOrder from './new.tsx'

const piece = { variantId: 'v1', name: 'Keten Elbise', color: 'Siyah', size: 'S', price: 100, stock: 5, image: null }

/** A shop whose answer to the order is lost at first; returns the keys under which the order came. */
function lossyShop() {
  const keys: (string | null)[] = []
  const answer = (data: unknown) => Response.json({ success: true, data })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('/order-pieces')) return answer([piece])
    if (path.includes('/order-quote')) return answer({ goods: 100, discount: 0, delivery: 0, methodFee: 0, total: 100 })
    if (init.method !== 'POST') return answer([])
    keys.push(new Headers(init.headers).get('Idempotency-Key'))
    if (keys.length === 1) throw new TypeError('Failed to fetch')
    return answer({ id: 'o1' })
  })
  return keys
}

async function openForm() {
  const page = { path: '/admin/siparisler/yeni', element: <NewOrder /> }
  const router = createMemoryRouter([page, { path: '*', element: 'Liste' }], { initialEntries: [page.path] })
  const screen = await render(<RouterProvider router={router} />)
  return { screen, router, leaving: screen.getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' }) }
}

test('what is typed is asked about before it is left', async () => {
  lossyShop()
  const { screen, router, leaving } = await openForm()
  await screen.getByLabelText('Ad', { exact: true }).fill('Zeynep')
  await router.navigate('/admin/siparisler')
  await expect.element(leaving).toBeVisible()
  await screen.getByRole('button', { name: 'Kaydetmeden ayrıl' }).click()
  await expect.element(screen.getByText('Liste')).toBeVisible()
})

test('sent again after a lost answer it goes under the same key, and leads to the order unasked', async () => {
  const keys = lossyShop()
  const { screen, router, leaving } = await openForm()
  await screen.getByRole('searchbox', { name: 'Ürün ara' }).fill('elbise')
  await screen.getByRole('list', { name: 'Bulunan ürünler' }).getByRole('button').click()
  await screen.getByLabelText('Ad', { exact: true }).fill('Zeynep')
  await screen.getByLabelText('Soyad').fill('Kaya')
  await screen.getByLabelText('Telefon').fill('0533 222 33 44')
  await screen.getByLabelText('E-posta').fill('zeynep@posta.example')
  await screen.getByLabelText('İl', { exact: true }).selectOptions('İzmir')
  await screen.getByLabelText('Adres', { exact: true }).fill('Kıbrıs Şehitleri Caddesi 5')
  const create = screen.getByRole('button', { name: 'Siparişi oluştur' })
  await create.click()
  await expect.poll(() => keys).toHaveLength(1)
  await create.click()
  await expect.element(screen.getByText('Liste')).toBeVisible()
  expect(router.state.location.search).toBe('?siparis=o1')
  await expect.element(leaving).not.toBeInTheDocument()
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
})
