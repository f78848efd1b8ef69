import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ChartGrid } from './chart-grid.tsx'

test('a range can be typed into a measure: the keypad that a phone shows for decimals has no dash', async () => {
  const chart = { categoryId: 'c1', columns: [{ name: 'Bel', tip: '' }], rows: [{ size: 'XS', values: ['62–65'] }] }
  const screen = await render(<ChartGrid name="Elbise" chart={chart} wrong={() => undefined} onChange={() => {}} />)
  expect((screen.getByLabelText('XS, Bel').element() as HTMLInputElement).inputMode).toBe('')
})
