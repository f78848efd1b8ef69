import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireQuote } from '#api/wire/payments.ts'
import { useStored, writeStored } from '#app/browser/browser-storage.ts'
import { GiftCardField } from '../../checkout/gift-cards/field.tsx'
import { couponKey } from '../store.ts'
import { CouponField } from './field.tsx'
import { CampaignLines } from './lines.tsx'

/** The field as the cart has it; `say`: what the shop says of a code. */
function Cart({ say }: { say: (code: string) => WireQuote['coupon'] }) {
  const code = useStored(couponKey)
  return (
    <form onSubmit={() => expect.fail('the form that pays was sent')}>
      <CouponField code={code} told={code ? say(code) : undefined} />
      <CampaignLines campaigns={[{ name: 'Kargo bizden', code: 'KARGO', discount: 0, freeDelivery: true }]} />
    </form>
  )
}

test('a code is typed once it is wanted, and says why it does not count; taken away, another may be typed', async () => {
  writeStored(couponKey, null)
  const why = 'Bu kodun süresi doldu.'
  const screen = await render(
    <Cart say={(code) => (code === 'ESKI' ? { code, counts: false, why } : { code: 'YAZ10', counts: true })} />,
  )
  expect(screen.container.querySelector('input')).toBeNull()
  await screen.getByRole('button', { name: 'İndirim kodu ekle' }).click()
  const field = screen.getByLabelText('İndirim kodu')
  await expect.element(field).toHaveFocus()
  await screen.getByRole('button', { name: 'Uygula' }).click()
  await expect.element(screen.getByText('İndirim kodunu yazın')).toBeVisible()
  await field.fill('  ESKI ')
  // Enter takes the code; the form around it is not sent.
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText(why)).toBeVisible()
  await expect.element(screen.getByText('İndirim kodu: ESKI')).toHaveFocus()
  await screen.getByRole('button', { name: 'Kaldır: ESKI kodu' }).click()
  await screen.getByLabelText('İndirim kodu').fill('yaz10')
  await screen.getByRole('button', { name: 'Uygula' }).click()
  await expect.element(screen.getByText('YAZ10', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Kod uygulandı')).toBeInTheDocument()
  await expect.element(screen.getByText('Kargo ücretsiz')).toBeVisible()
  writeStored(couponKey, null)
})

test('a gift card that is typed has the focus that its field had, and the field once it is taken away', async () => {
  function Cards() {
    const [codes, setCodes] = useState<string[]>([])
    return <GiftCardField codes={codes} told={undefined} disabled={false} onChange={setCodes} />
  }
  const screen = await render(<Cards />)
  await screen.getByRole('button', { name: 'Hediye kartı kullan' }).click()
  await screen.getByLabelText('Hediye kartı').fill('AAAA-BBBB-CCCC-DDDD')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Hediye kartı: •••• DDDD')).toHaveFocus()
  await screen.getByRole('button', { name: /^Kaldır/ }).click()
  await expect.element(screen.getByLabelText('Hediye kartı')).toHaveFocus()
})

test('a gift card with a wrong letter is shown in full and typed anew from what it was', async () => {
  function Cards() {
    const [codes, setCodes] = useState<string[]>([])
    const told = codes.map((code) => ({ tail: code.slice(-4), counts: false, why: 'Böyle bir hediye kartı yok.' }))
    return <GiftCardField codes={codes} told={told} disabled={false} onChange={setCodes} />
  }
  const screen = await render(<Cards />)
  await screen.getByRole('button', { name: 'Hediye kartı kullan' }).click()
  await screen.getByLabelText('Hediye kartı').fill('AAAA-BBBB-CCCC-DDDD')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Hediye kartı: AAAA-BBBB-CCCC-DDDD')).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'İkinci hediye kartı ekle' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: /^Düzelt/ }).click()
  await expect.element(screen.getByLabelText('Hediye kartı')).toHaveFocus()
  await expect.element(screen.getByLabelText('Hediye kartı')).toHaveValue('AAAA-BBBB-CCCC-DDDD')
})
