import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { writeStored } from '#app/browser/browser-storage.ts'
import { endSession } from '#app/browser/session-store.ts'
import { Heart } from '#app/storefront/listing/heart.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Toasts, toast } from '#app/ui/toast.tsx'

const notSaved = 'Favorileriniz kaydedilemedi. Lütfen tekrar deneyin.'

test('a favorite that her account could not keep is told, also over a dialog, and the heart stays as it is', async () => {
  const user = { id: 'u-heart', email: 'ayse@posta.example', firstName: 'Ayşe', lastName: 'Yılmaz', role: 'USER' }
  writeStored('accessToken', 'token')
  writeStored('userInfo', JSON.stringify(user))
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/favorites/my') ? Response.json({ success: true, data: [] }) : Response.json({}, { status: 500 }),
  )
  const screen = await render(<Heart productId="p1" name="Keten Elbise" />)
  const heart = screen.getByRole('button', { name: 'Favorilere ekle: Keten Elbise' })
  await heart.click()
  await expect.element(page.getByRole('alert').getByText(notSaved)).toBeVisible()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Bildirimi kapat' }).click()

  const panel = (open: boolean) => (
    <Panel open={open} onClose={() => {}} title="Favoriler" side="right">
      <Heart productId="p1" name="Keten Elbise" />
    </Panel>
  )
  await screen.rerender(panel(true))
  await heart.click()
  const told = screen.getByRole('dialog').getByRole('alert')
  await expect.element(told.getByText(notSaved)).toBeVisible()
  await screen.rerender(panel(false))
  await expect.element(page.getByRole('alert').getByText(notSaved)).toBeVisible()
  await page.getByRole('button', { name: 'Bildirimi kapat' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()

  // The panel's own place speaks again once all is closed.
  await screen.rerender(<Toasts spare />)
  toast('good', 'Kaydedildi.')
  await expect.poll(() => screen.container.textContent).toContain('Kaydedildi.')
  endSession()
})
