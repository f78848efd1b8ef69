import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { SectionProps } from '../section.ts'
import { ReviewsSection } from './reviews.tsx'

/** Letters that the select has room for on a phone of 360 pixels. */
const room = 38

test('when reviews are looked at is said in words that fit the narrowest phone', async () => {
  const reviews = { version: 1, settings: { on: true, moderation: 'BEFORE', askAfterDays: 7 } }
  const settings = { reviews } as unknown as SectionProps['settings']
  const element = <ReviewsSection settings={settings} onSaved={() => {}} onReload={() => {}} />
  const screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const choice = screen.getByLabelText('Yoruma ne zaman bakılsın?')
  await expect.element(choice).toHaveValue('BEFORE')
  const options = choice.getByRole('option').elements()
  expect(options.map(({ textContent }) => textContent.length <= room)).toEqual([true, true])
})
