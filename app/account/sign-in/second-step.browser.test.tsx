import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import SecondStep, { type Asked } from './second-step.tsx'

const asked = { secondStep: 'TOTP', challenge: 'c' } as Asked
const Page = createRoutesStub([
  { path: '/', Component: () => <SecondStep asked={asked} onLogin={() => {}} onBack={() => {}} /> },
])

test('who has neither telephone nor codes reads where help is', async () => {
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: 'Kurtarma kodu kullan' }).click()
  await expect.element(screen.getByText(/kodlarınız da yoksa .* bize yazın/)).toBeVisible()
})
