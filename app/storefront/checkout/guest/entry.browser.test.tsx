import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { minutes } from '#shop/time.ts'
import { GuestEntry } from './entry.tsx'

const until = () => new Date(Date.now() + minutes(15)).toISOString()

function theShop() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const data = path.endsWith('email-code')
      ? { sentTo: 'a•••@posta.example', until: until() }
      : { token: 'g_1', email: 'ayse@posta.example', until: until() }
    return Response.json({ success: true, data })
  })
  return asked
}

test('a code that was mailed can be entered after the page was read again meanwhile, until its time is over', async () => {
  const asked = theShop()
  const onDone = vi.fn()
  const entry = <GuestEntry onDone={onDone} onBack={() => {}} />
  const first = await render(entry)
  await first.getByLabelText('E-posta').fill('ayse@posta.example')
  await first.getByRole('button', { name: 'Kodu gönder' }).click()
  await expect.element(first.getByLabelText('Onay kodu')).toBeVisible()
  await first.unmount()

  const second = await render(entry)
  await expect.element(second.getByText('ayse@posta.example')).toBeVisible()
  await second.getByLabelText('Onay kodu').fill('123456')
  await second.getByRole('button', { name: 'Devam et' }).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(asked.map((path) => path.split('/').at(-1))).toEqual(['email-code', 'guest'])
  await second.unmount()

  const third = await render(entry)
  await expect.element(third.getByLabelText('E-posta')).toBeVisible()
})

test('a code whose time is over is asked for again', async () => {
  theShop()
  const sent = { sentTo: 'a•••@posta.example', until: new Date(Date.now() - 1).toISOString() }
  sessionStorage.setItem('guest-code', JSON.stringify({ email: 'ayse@posta.example', sent }))
  const screen = await render(<GuestEntry onDone={() => {}} onBack={() => {}} />)
  await expect.element(screen.getByRole('button', { name: 'Kodu gönder' })).toBeVisible()
})
