import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { openLogin } from '#app/browser/session-store.ts'
import { seconds } from '#shop/time.ts'
import { LoginPanel } from './login-panel.tsx'

test('who has signed in is welcomed for a second, then the panel closes and what waited for her goes on', async () => {
  const payload = JSON.stringify({
    id: 'u1',
    email: 'ayse@posta.example',
    firstName: 'Ayse',
    lastName: 'Ak',
    role: 'USER',
  })
  const data = { accessToken: `a.${btoa(payload)}.c`, refreshToken: 'r' }
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.endsWith('/login') ? data : [] }),
  )
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <LoginPanel /> }])} />)
  const dialog = screen.getByRole('dialog', { name: 'Hesabınız' })
  const waited = vi.fn()
  openLogin(waited)
  await dialog.getByLabelText('E-posta').fill('ayse@posta.example')
  await dialog.getByLabelText('Şifre', { exact: true }).fill('çok gizli bir cümle')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await dialog.getByRole('button', { name: 'Giriş yap' }).click()
  await expect.element(dialog.getByText('Hoş geldiniz!')).toBeVisible()
  await expect.element(dialog.getByText('Ayse Ak')).toBeVisible()
  expect(waited).not.toHaveBeenCalled()
  vi.advanceTimersByTime(seconds(1))
  vi.useRealTimers()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(waited).toHaveBeenCalledTimes(1)
})
