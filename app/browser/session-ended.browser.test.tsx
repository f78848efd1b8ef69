import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Panel } from '#app/ui/panel.tsx'
import { showSessionEnded } from './session-ended.tsx'
import { closeLogin, openLogin } from './session-store.ts'

const told = 'Oturumunuz sona erdi.'

test('that a session has ended is read over whatever dialogs are open, and after they are closed', async () => {
  const dialogs = (names: string[]) =>
    ['Yorum yaz', 'Emin misiniz?'].map((name) => (
      <Panel key={name} open={names.includes(name)} onClose={() => {}} title={name} side="center">
        {name}
      </Panel>
    ))
  const screen = await render(dialogs(['Yorum yaz']))
  await screen.rerender(dialogs(['Yorum yaz', 'Emin misiniz?']))
  showSessionEnded(told)
  const over = (name: string) => screen.getByRole('dialog', { name }).getByRole('status')
  await expect.element(over('Emin misiniz?').getByText(told)).toBeVisible()
  await screen.rerender(dialogs(['Yorum yaz']))
  await expect.element(over('Yorum yaz').getByText(told)).toBeVisible()
  await screen.rerender(dialogs([]))
  await page.getByRole('status').getByRole('button', { name: 'Kapat' }).click()
  await expect.element(page.getByText(told)).not.toBeInTheDocument()
})

test('a dialog that opens later lies under it, and its buttons are reached by the keyboard; who is entering reads it no more', async () => {
  const dialog = (open: boolean) => (
    <Panel open={open} onClose={() => {}} title="Yorum yaz" side="center">
      <input aria-label="Yorumunuz" />
    </Panel>
  )
  const screen = await render(dialog(false))
  showSessionEnded(told)
  await expect.element(page.getByText(told)).toBeVisible()
  await screen.rerender(dialog(true))
  const notice = screen.getByRole('dialog', { name: 'Yorum yaz' }).getByRole('status')
  await expect.element(notice.getByText(told)).toBeVisible()
  await screen.getByLabelText('Yorumunuz').click()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(notice.getByRole('button', { name: 'Giriş yap' })).toHaveFocus()

  openLogin()
  await expect.element(page.getByText(told)).not.toBeInTheDocument()
  closeLogin()
  await expect.element(notice.getByText(told)).toBeVisible()
  await screen.rerender(dialog(false))
  await page.getByRole('status').getByRole('button', { name: 'Kapat' }).click()
})
