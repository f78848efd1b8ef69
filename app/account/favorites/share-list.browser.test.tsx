import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ShareFavorites } from './share-list.tsx'

test('the focus stays with what can be done next once the link is made, and once it is taken away', async () => {
  let list: { url: string; title: string } | null = null
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'PUT') list = { url: 'https://dukkan.example/liste/bir', title: JSON.parse(body ?? '').title }
    if (method === 'DELETE') list = null
    return Response.json({ success: true, data: list })
  })
  const screen = await render(<ShareFavorites />)
  await screen.getByRole('button', { name: 'Listeyi bağlantıyla paylaş' }).click()
  await screen.getByLabelText(/^Başlık/).fill('Düğün listesi')
  await screen.getByRole('button', { name: 'Bağlantı oluştur' }).click()
  await expect.element(screen.getByText('https://dukkan.example/liste/bir')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Bağlantıyı paylaş' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Bağlantıyı kaldır' }).click()
  const question = screen.getByRole('dialog', { name: 'Bağlantı kaldırılsın mı?' })
  expect(list, 'not by one tap').not.toBeNull()
  await question.getByRole('button', { name: 'Bağlantıyı kaldır' }).click()
  await expect.element(screen.getByRole('button', { name: 'Bağlantı oluştur' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Bağlantıyı paylaş' })).toHaveFocus()
})
