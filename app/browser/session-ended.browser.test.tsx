import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Panel } from '#app/ui/panel.tsx'
import { showSessionEnded } from './session-ended.tsx'

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
