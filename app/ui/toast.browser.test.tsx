import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { seconds } from '#shop/time.ts'
import { Toasts, toast } from './toast.tsx'

test('of a rush of orders the newest three are told, for five seconds; what went wrong stays until it is closed', async () => {
  // Keeps all of them on the screen until the clock is moved.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { getByRole } = await render(<Toasts />)
  onTestFinished(() => void vi.useRealTimers())
  toast('bad', 'Kaydedilemedi.')
  for (const n of [1, 2, 3, 4, 5]) toast('good', `Yeni sipariş: ${n}`)
  await expect.element(getByRole('status').filter({ hasText: 'Yeni sipariş: 5' })).toBeVisible()
  const told = getByRole('status').elements()
  expect(told.map((one) => one.firstChild?.textContent)).toEqual([3, 4, 5].map((n) => `Yeni sipariş: ${n}`))
  const failure = getByRole('alert').filter({ hasText: 'Kaydedilemedi.' })
  await failure.getByRole('button', { name: 'Bildirimi kapat' }).click()
  await expect.element(failure).not.toBeInTheDocument()
  vi.advanceTimersByTime(seconds(5))
  await expect.element(getByRole('status')).not.toBeInTheDocument()
})
