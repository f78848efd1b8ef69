import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import Unsubscribe from './unsubscribe.tsx'

test.for([
  ['izin.YQ.1.x', 'Onaylıyorum', '/api/v1/mail-consents', /İzniniz için teşekkürler/],
  ['YQ.x', 'Abonelikten çık', '/api/v1/unsubscribe?token=YQ.x', /aboneliğinizden çıktınız/],
] as const)('the link %s asks first, and tells what was done', async ([token, button, call, told]) => {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return Response.json({ success: true, data: null })
  })
  window.history.replaceState(null, '', `?token=${token}`)
  const Stub = createRoutesStub([{ path: '*', Component: Unsubscribe, HydrateFallback: () => null }])
  const screen = await render(<Stub />)
  await expect.element(screen.getByRole('button', { name: button })).toBeVisible()
  expect(calls).toEqual([])
  await screen.getByRole('button', { name: button }).click()
  await expect.element(screen.getByText(told)).toBeVisible()
  expect(calls).toEqual([call])
})
