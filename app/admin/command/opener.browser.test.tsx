import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandOpener } from './opener.tsx'
import { keepRecent } from './recent.ts'

test('opened again while it still slides away, the bar is empty and knows where she just was', async () => {
  const router = createMemoryRouter([{ path: '/', element: <CommandOpener /> }])
  const screen = await render(<RouterProvider router={router} />)
  const field = screen.getByRole('combobox')
  await userEvent.keyboard('{Control>}k{/Control}')
  await field.fill('iade')
  keepRecent({ to: '/admin/iadeler', label: 'İadeler', about: 'Satış' })
  await userEvent.keyboard('{Control>}kk{/Control}')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(screen.getByText('İadeler', { exact: true })).toBeVisible()
  localStorage.clear()
})
