import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import Setup from '../setup/page.tsx'
import { SetupPart } from './setup.tsx'

test('as many steps are said to be left as the list below has', async () => {
  const step = (id: string, state: string) => ({ id, state, title: id, text: '', fixed: null })
  // The trial is a step of a shop that is not live yet, and no part of what keeps it from opening.
  const steps = [step('brand', 'done'), step('delivery', 'advice'), step('live', 'todo'), step('trial', 'todo')]
  const others = [{ id: 'transfer', state: 'todo', title: 'Havale / EFT', text: '' }]
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { steps, others } }))
  const screen = await render(
    <MemoryRouter>
      <SetupPart left={2} />
    </MemoryRouter>,
  )
  await expect.element(screen.getByText('3 adım kaldı')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'delivery · isteğe bağlı' })).toBeVisible()
  await screen.rerender(
    <MemoryRouter>
      <Setup />
    </MemoryRouter>,
  )
  await expect.element(screen.getByText('3 adımın 1 tanesi tamam')).toBeVisible()
})
