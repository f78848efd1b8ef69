import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { StockNoticePanel } from './stock-notice.tsx'

const product = { id: 'p1', name: 'Keten Elbise', variants: [{ id: 'v1', color: 'Kum', size: 'M', stock: 0 }] }

test('a wrong e-mail is told once, at its field', async () => {
  const screen = await render(<StockNoticePanel open onClose={() => {}} product={product} variantId="v1" />)
  const send = screen.getByRole('button', { name: 'Bana haber verin' })
  await send.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Lütfen tüm alanları doldurun.')
  await expect.element(screen.getByText('E-posta adresinizi yazın')).toBeVisible()
  await screen.getByLabelText('E-posta').fill('ayse@')
  await send.click()
  await expect
    .element(screen.getByLabelText('E-posta'))
    .toHaveAccessibleDescription(/^Geçerli bir e-posta adresi girin/)
  // At once: a sentence below the form goes by itself.
  expect(screen.getByText('Geçerli bir e-posta adresi girin').elements()).toHaveLength(1)
  expect(screen.getByRole('alert').elements()).toHaveLength(0)
})
