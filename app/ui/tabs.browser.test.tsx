import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Tabs } from './tabs.tsx'

const tabs = [
  { id: 'orders', label: 'Siparişlerim' },
  { id: 'favorites', label: 'Favoriler' },
  { id: 'settings', label: 'Ayarlar' },
] as const

function Account() {
  const [current, setCurrent] = useState<(typeof tabs)[number]['id']>('orders')
  return (
    <>
      <Tabs label="Hesabım" tabs={[...tabs]} current={current} onChange={setCurrent} />
      <input aria-label="Sonraki alan" />
    </>
  )
}

describe('tabs', () => {
  test('a press shows that one', async () => {
    const screen = await render(<Account />)
    await screen.getByRole('tab', { name: 'Favoriler' }).click()
    await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent('Favoriler')
  })

  test('the arrow keys go round, and the focus goes with them', async () => {
    const screen = await render(<Account />)
    await screen.getByRole('tab', { name: 'Siparişlerim' }).click()
    for (const [key, name] of [
      ['ArrowRight', 'Favoriler'],
      ['ArrowRight', 'Ayarlar'],
      ['ArrowRight', 'Siparişlerim'],
      ['ArrowLeft', 'Ayarlar'],
    ]) {
      await userEvent.keyboard(`{${key}}`)
      await expect.element(screen.getByRole('tab', { selected: true })).toHaveTextContent(name ?? '')
      await expect.element(screen.getByRole('tab', { selected: true })).toHaveFocus()
    }
  })

  test('the Tab key passes them as one', async () => {
    const screen = await render(<Account />)
    await screen.getByRole('tab', { name: 'Favoriler' }).click()
    await userEvent.tab()
    await expect.element(screen.getByLabelText('Sonraki alan')).toHaveFocus()
  })
})
