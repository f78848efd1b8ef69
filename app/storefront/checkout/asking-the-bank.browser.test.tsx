import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AskingTheBank } from './failure.tsx'

test('once the bank has answered the page goes on: new browsers give a promise for a scroll, which is nothing to clean up', async () => {
  const { getByText, rerender } = await render(<AskingTheBank />)
  await expect.element(getByText(/sonucu bankaya soruyoruz/)).toBeInViewport()
  await rerender(<p>Siparişiniz alındı</p>)
  await expect.element(getByText('Siparişiniz alındı')).toBeVisible()
})
