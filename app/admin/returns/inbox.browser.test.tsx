import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ReturnInbox } from './inbox.tsx'

afterEach(() => void vi.unstubAllGlobals())

const at = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ReturnInbox />
    </MemoryRouter>,
  )

test('an empty list says what is missing of what was asked for', async () => {
  const pagination = { page: 1, limit: 25, total: 0, totalPages: 0 }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [], pagination }))
  const waiting = await at('/')
  await expect.element(waiting.getByText('Açık iade yok')).toBeVisible()
  await expect.element(waiting.getByText('Müşterileriniz bir iade istediğinde burada görünür.')).toBeVisible()
  await waiting.unmount()
  const over = await at('/?durum=over')
  await expect.element(over.getByText('Sonuçlanan iade yok')).toBeVisible()
  await over.unmount()
  const searched = await at('/?q=ayşe')
  await expect.element(searched.getByText('Bu aramaya uyan iade yok')).toBeVisible()
  await searched.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect.element(searched.getByText('Açık iade yok')).toBeVisible()
})
