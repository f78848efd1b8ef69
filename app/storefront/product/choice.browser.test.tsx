import { createRoutesStub } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { endSession } from '#app/browser/session-store.ts'
import { eachText } from '#shop/catalog/product-fields.ts'
import type { Product } from '#shop/catalog/products.ts'
import { closeCart, mostOfOneLine, readCart, useCartOpen } from '../cart/store.ts'
import { ProductChoice } from './choice.tsx'
import { useAddressedChoice } from './use-addressed-choice.ts'

type Variant = Product['variants'][number]

let last = 0
const variant = (color: string, size: string, stock: number, priceKurus = 100_000): Variant => ({
  id: `variant-${++last}`,
  sku: `sku-${last}`,
  color,
  colorHex: null,
  size,
  priceKurus,
  stock,
  images: [],
})

const dress = (variants: Variant[]): Product => ({
  id: 'dress',
  slug: 'saten-elbise',
  name: 'Saten Elbise',
  description: '',
  priceKurus: 100_000,
  originalPriceKurus: null,
  ...eachText(() => null),
  images: [],
  category: { id: 'dresses', name: 'Elbise', slug: 'elbise', area: 'ust-giyim' },
  variants,
  createdAt: new Date(0),
})

function Page({ product }: { product: Product }) {
  const { chosen, choose } = useAddressedChoice(product, undefined)
  return (
    <>
      <ProductChoice product={product} siblings={[]} charted={false} chosen={chosen} onChoose={choose} />
      <p data-testid="cart">{useCartOpen() ? 'açık' : 'kapalı'}</p>
    </>
  )
}

async function open(...variants: Variant[]) {
  const product = dress(variants)
  const Shop = createRoutesStub([{ path: '*', Component: () => <Page product={product} /> }])
  const screen = await render(<Shop />)
  return {
    screen,
    size: (name: string) => screen.getByRole('radio', { name, exact: true }),
    buy: screen.getByRole('button', { name: /SEPETE EKLE|^ÖNCE .* SEÇİN$/ }),
    more: screen.getByRole('button', { name: 'Adedi artır' }),
    cart: screen.getByTestId('cart'),
  }
}

const start = window.location.href

beforeEach(() => {
  window.history.replaceState(null, '', start)
  closeCart()
  endSession()
})

describe('choosing on a product page', () => {
  test('without a size the button asks for one and leads to it', async () => {
    const { screen, size, buy, cart } = await open(variant('Zümrüt', 'S', 0), variant('Zümrüt', 'M', 5))
    await expect.element(buy).toHaveTextContent('ÖNCE BEDEN SEÇİN')
    await buy.click()
    await expect.element(screen.getByText('Lütfen önce bedeninizi seçin.')).toBeVisible()
    await expect.element(size('M')).toHaveFocus()
    expect(readCart()).toEqual([])
    await expect.element(cart).toHaveTextContent('kapalı')
  })

  test('the chosen size goes into the cart, which opens', async () => {
    const { size, buy, cart } = await open(variant('Zümrüt', 'S', 5), variant('Zümrüt', 'M', 5, 110_000))
    await size('M').click({ force: true })
    await expect.element(buy).toHaveTextContent('SEPETE EKLE')
    await buy.click()
    expect(readCart()).toMatchObject([{ name: 'Saten Elbise', size: 'M', priceKurus: 110_000, quantity: 1 }])
    await expect.element(cart).toHaveTextContent('açık')
  })

  test('a product of one size needs no choice', async () => {
    const { buy } = await open(variant('Taba', 'STD', 5))
    await buy.click()
    expect(readCart()).toMatchObject([{ size: 'STD' }])
  })

  test('another color has its own sizes, and forgets one that it does not have', async () => {
    const { size, buy } = await open(
      variant('Zümrüt', 'S', 5),
      variant('Zümrüt', 'M', 5),
      variant('Siyah', 'S', 5),
      variant('Siyah', 'L', 0),
    )
    await size('Zümrüt').click({ force: true })
    await size('M').click({ force: true })
    await size('Siyah').click({ force: true })
    await expect.element(buy).toHaveTextContent('ÖNCE BEDEN SEÇİN')
    await expect.element(size('M')).not.toBeInTheDocument()
    await expect.element(size('L (tükendi)')).toBeDisabled()
    await size('S').click({ force: true })
    await buy.click()
    expect(readCart()).toMatchObject([{ color: 'Siyah', size: 'S' }])
  })

  test('before a color is chosen each size stands there once, as long as any color has it', async () => {
    const { screen, size, buy } = await open(
      variant('Zümrüt', 'S', 0),
      variant('Siyah', 'S', 5),
      variant('Zümrüt', 'M', 5),
    )
    await expect.element(size('S')).toBeEnabled()
    expect(screen.getByRole('radiogroup', { name: /Beden/ }).getByRole('radio').elements()).toHaveLength(2)
    await expect.element(buy).toHaveTextContent('ÖNCE RENK VE BEDEN SEÇİN')
    await size('S').click({ force: true })
    // The size alone decides no color, though only one has it.
    await expect.element(size('Siyah')).not.toBeChecked()
    await expect.element(buy).toHaveTextContent('ÖNCE RENK SEÇİN')
    await buy.click()
    await expect.element(screen.getByText('Lütfen önce bir renk seçin.')).toBeVisible()
    await expect.element(screen.getByText('Lütfen önce bedeninizi seçin.')).not.toBeInTheDocument()
    await expect.element(size('Zümrüt')).toHaveFocus()
    await size('Siyah').click({ force: true })
    await expect.element(size('S')).toBeChecked()
    await expect.element(screen.getByText('Lütfen önce bir renk seçin.')).not.toBeInTheDocument()
    await buy.click()
    expect(readCart()).toMatchObject([{ color: 'Siyah', size: 'S' }])
  })

  test('a color that does not have the chosen size asks for another', async () => {
    const { size, buy } = await open(
      variant('Zümrüt', 'S', 0),
      variant('Zümrüt', 'L', 2),
      variant('Siyah', 'S', 5),
      variant('Siyah', 'L', 2),
    )
    await size('S').click({ force: true })
    await size('Zümrüt').click({ force: true })
    await expect.element(size('S (tükendi)')).not.toBeChecked()
    await expect.element(buy).toHaveTextContent('ÖNCE BEDEN SEÇİN')
    await size('L').click({ force: true })
    await size('Siyah').click({ force: true })
    await expect.element(size('L')).toBeChecked()
    await expect.element(buy).toHaveTextContent('SEPETE EKLE')
  })

  test('no more can be chosen than there are, and the button says what they cost together', async () => {
    const { screen, buy, more } = await open(variant('Taba', 'STD', 3))
    await expect.element(screen.getByText('Bu bedende son 3 ürün.')).toBeVisible()
    await more.click()
    await more.click()
    await expect.element(more).toHaveAttribute('aria-disabled', 'true')
    await expect.element(buy).toMatchTextContent(/3\.000,00/)
    await expect.element(screen.getByText('Bu bedende başka kalmadı.')).toBeVisible()
    await buy.click()
    expect(readCart()).toMatchObject([{ quantity: 3 }])
    await expect.element(buy).not.toMatchTextContent(/3\.000,00/)
  })

  test('she who wants more than there is learns why, she who does not sees nothing of it', async () => {
    const { screen, more } = await open(variant('Taba', 'STD', 1))
    const why = screen.getByText('Bu bedende başka kalmadı.')
    await expect.element(screen.getByText('Bu bedende son 1 ürün.')).toBeVisible()
    await expect.element(why).not.toBeInTheDocument()
    await more.click({ force: true })
    await expect.element(why).toBeVisible()
    await expect.element(screen.getByRole('group', { name: 'Adet' })).toHaveTextContent('1')
  })

  test('of a large stock the most of one order is the limit, and another size begins anew', async () => {
    const { screen, size, more } = await open(variant('Taba', 'S', 100), variant('Taba', 'M', 2))
    await size('S').click({ force: true })
    for (let n = 1; n < mostOfOneLine; n += 1) await more.click()
    await expect.element(screen.getByText(`Bir siparişte en çok ${mostOfOneLine} adet alabilirsiniz.`)).toBeVisible()
    await size('M').click({ force: true })
    await expect.element(screen.getByText(/adet alabilirsiniz|başka kalmadı/)).not.toBeInTheDocument()
  })

  test('a struck-out size opens the notice of that very size, with her address', async () => {
    const { screen, size, more } = await open(
      variant('Zümrüt', 'S', 0),
      variant('Zümrüt', 'M', 5),
      variant('Zümrüt', 'L', 0),
    )
    localStorage.setItem('userInfo', JSON.stringify({ id: '1', email: 'isil@posta.example' }))
    localStorage.setItem('accessToken', 'x')
    await expect.element(size('L (tükendi)')).toBeDisabled()
    await screen.getByRole('button', { name: 'L bedeni gelince haber verin' }).click()
    const notice = screen.getByRole('dialog', { name: 'Gelince Haber Ver' })
    await expect.element(notice.getByLabelText('Beden')).toHaveDisplayValue('L')
    await expect.element(notice.getByLabelText('E-posta')).toHaveValue('isil@posta.example')
    await userEvent.keyboard('{Escape}')
    await expect.element(notice).not.toBeInTheDocument()
    // The size that can be had is still the one to choose.
    await size('M').click({ force: true })
    await expect.element(more).toBeEnabled()
  })

  test('what is sold out cannot be bought, but asked for', async () => {
    const { screen, buy } = await open(variant('Zümrüt', 'S', 0), variant('Zümrüt', 'M', 0))
    await expect.element(buy).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'GELİNCE HABER VER' })).toBeVisible()
  })
})
