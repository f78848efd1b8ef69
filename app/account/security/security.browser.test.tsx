import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireSecondStep } from '#api/wire/second-step.ts'
import Security from './security.tsx'

const key = (id: string, name: string) => ({
  ...{ id, name, synced: false, createdAt: '2026-11-20T09:00:00.000Z', lastUsedAt: null },
})

const Page = createRoutesStub([{ path: '/', Component: Security }])

test('the focus stays where a passkey, the app or the codes were', async () => {
  const own = {
    ...{ totpSince: '2026-11-20T09:00:00.000Z', required: false, recoveryCodesLeft: 10 },
    ...{ passkeys: [key('a', 'Telefonum'), key('b', 'Bilgisayar')], passkeysAt: window.location.origin },
  } as WireSecondStep
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: { method?: string } = {}) => {
    if (method === 'DELETE' && path.endsWith('/totp')) own.totpSince = null
    else if (method === 'DELETE') own.passkeys = own.passkeys.filter(({ id }) => !path.endsWith(id))
    const data = path.endsWith('/recovery-codes') ? { recoveryCodes: ['AAAA-BBBB-CCCC'] } : own
    return Response.json({ success: true, data: structuredClone(data) })
  })
  const screen = await render(<Page />)
  const button = (name: string) => screen.getByRole('button', { name, exact: true })
  /** In the dialog that has just opened; the one before may still be closing. */
  const givePassword = async () => {
    await expect.poll(() => document.querySelectorAll('form').length).toBe(1)
    await screen.getByLabelText(/^Mevcut şifre/).fill('uzun bir parola')
  }

  for (const [gone, next] of [
    ['Kaldır: Telefonum', 'Kaldır: Bilgisayar'],
    ['Kaldır: Bilgisayar', 'Geçiş anahtarı ekle'],
  ] as const) {
    await button(gone).click()
    await givePassword()
    await button('Kaldır').click()
    await expect.element(button(next)).toHaveFocus()
  }

  await button('Yeni kodlar al').click()
  await givePassword()
  await screen.getByRole('dialog').getByRole('button', { name: 'Yeni kodlar al' }).click()
  await button('Kodlarımı sakladım').click()
  await expect.element(button('Uygulamayı kapat')).toHaveFocus()

  await button('Uygulamayı kapat').click()
  await givePassword()
  await screen.getByLabelText('Doğrulama kodu').fill('123456')
  await screen.getByRole('dialog').getByRole('button', { name: 'Uygulamayı kapat' }).click()
  await expect.element(button('Doğrulama uygulamasını kur')).toHaveFocus()
})
