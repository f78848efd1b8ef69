import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CardFields, useCardFields } from './card-fields.tsx'

function Form() {
  return <CardFields fields={useCardFields()} disabled={false} />
}

test.for([
  ['12/2040', '12/40'],
  ['12 / 2040', '12/40'],
  ['3/40', '03/40'],
  ['1240', '12/40'],
])('an expiry typed as %s is %s', async ([typed, taken]) => {
  const screen = await render(<Form />)
  const expiry = screen.getByLabelText('Son kullanma (AA/YY)')
  await userEvent.type(expiry, typed ?? '')
  await expect.element(expiry).toHaveValue(taken)
})

test('a card’s number and expiry are taken with what stands between and around their digits', async () => {
  const screen = await render(<Form />)
  const [number, expiry] = [screen.getByLabelText('Kart numarası'), screen.getByLabelText('Son kullanma (AA/YY)')]
  await userEvent.type(number, ' 5528 - 7900 - 0000 - 0008')
  await expect.element(number).toHaveValue('5528 7900 0000 0008')
  await userEvent.type(expiry, '12/40{ArrowLeft}{ArrowLeft}{ArrowLeft}{Backspace}1')
  await expect.element(expiry).toHaveValue('11/40')
})
