import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { InfoText } from './text.tsx'

const text = 'Onaylanınca size e-posta göndeririz; E-postanızdaki bağlantıyla açın.'

test('no line of a text ends within e-posta', async () => {
  const element = <InfoText parts={[{ title: 'İade', blocks: [{ p: text }] }]} />
  const { container } = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const paragraph = container.querySelector('p')
  expect(paragraph?.textContent).toBe(text)
  const whole = [...(paragraph?.querySelectorAll('.whitespace-nowrap') ?? [])]
  expect(whole.map((span) => span.textContent)).toEqual(['e-posta', 'E-posta'])
})
