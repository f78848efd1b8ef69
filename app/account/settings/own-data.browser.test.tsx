import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { OwnData } from './own-data.tsx'

test('who has a second step is asked for it before her account goes', async () => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    const isProven = calls.includes('POST confirm')
    calls.push(`${method} ${path.split('/').at(-1)}`)
    if (method === 'DELETE' && !isProven) {
      const message = 'Kimliğinizi yeniden doğrulayın.'
      const data = { by: 'SECOND_STEP' }
      const body = { success: false, error: message, message, code: 'CONFIRMATION_REQUIRED', data }
      return Response.json(body, { status: 403 })
    }
    const totp = { totpSince: '2026-01-01T00:00:00.000Z', passkeys: [], passkeysAt: null, recoveryCodesLeft: 10 }
    return Response.json({ success: true, data: method === 'GET' ? totp : null })
  })
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <OwnData /> }])} />)
  await screen.getByRole('button', { name: 'Hesabımı sil' }).click()
  await screen.getByLabelText('Onaylamak için şifreniz').fill('uzun bir parola')
  await screen.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  const asked = screen.getByRole('dialog', { name: 'Siz olduğunuzu onaylayın' })
  await expect.element(asked.getByText(/Bu işlemden önce girişinizin ikinci adımını bir kez daha geçin/)).toBeVisible()
  await asked.getByLabelText('Doğrulama kodu').fill('123456')
  await asked.getByRole('button', { name: 'Onayla' }).click()
  await expect.element(screen.getByText('Hesabınız silindi')).toBeVisible()
  expect(calls.filter((call) => call !== 'GET second-step')).toEqual([
    'DELETE account',
    'POST confirm',
    'DELETE account',
  ])
})

test('no line of what is said before an account goes ends within e-posta', async () => {
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <OwnData /> }])} />)
  await screen.getByRole('button', { name: 'Hesabımı sil' }).click()
  await expect.element(screen.getByText('e-postalardaki', { exact: true })).toHaveClass('whitespace-nowrap')
})
