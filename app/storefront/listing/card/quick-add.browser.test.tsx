import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Card } from '#shop/catalog/search/cards.ts'
import { closeCart, readCart } from '../../cart/store.ts'
import { QuickAdd } from './quick-add.tsx'

const card: Card = {
  ...{ id: 'bluz', slug: 'bluz', name: 'Bluz', area: 'ust-giyim', priceKurus: 50_000, originalPriceKurus: null },
  ...{ images: [], colors: [], sizes: ['S', 'M'] },
}

const variant = (color: string, size: string, stockQuantity: number) => ({
  ...{ id: `${color} ${size}`, sku: `${color} ${size}`, color, size, price: 500, stockQuantity, images: [] },
})

/** The card's sizes, of a shop that answers with these variants. */
async function open(...variants: ReturnType<typeof variant>[]) {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { name: 'Bluz', variants } }))
  const screen = await render(<QuickAdd card={card} />)
  // By keys: under a finger there is a '+' alone.
  screen.getByRole('button', { name: 'M bedeni sepete ekle' }).element().focus()
  await userEvent.keyboard('{Enter}')
  return screen
}

beforeEach(() => {
  localStorage.clear()
  closeCart()
  return () => vi.unstubAllGlobals()
})

test('a size of a piece in one color goes into the cart', async () => {
  await open(variant('Siyah', 'S', 1), variant('Siyah', 'M', 1))
  await expect.poll(readCart).toMatchObject([{ variantId: 'Siyah M' }])
})

test('where its color is to be chosen too the sheet asks, also when only one color has the size', async () => {
  const screen = await open(variant('Siyah', 'M', 0), variant('Kırmızı', 'M', 1))
  const sheet = screen.getByRole('dialog', { name: 'Beden seçin' })
  await expect.element(sheet).toBeVisible()
  expect(readCart()).toEqual([])
  await sheet.getByRole('button', { name: /^M \(Kırmızı\) bedeni sepete ekle/ }).click()
  await expect.poll(readCart).toMatchObject([{ variantId: 'Kırmızı M', color: 'Kırmızı' }])
})

test('what could not be asked for is told', async () => {
  const screen = await render(<QuickAdd card={card} />)
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  screen.getByRole('button', { name: 'M bedeni sepete ekle' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const told = page.getByRole('alert')
  await expect.element(told.getByText('Ürün sepete eklenemedi. Lütfen tekrar deneyin.')).toBeVisible()
  await told.getByRole('button', { name: 'Bildirimi kapat' }).click()
  expect(readCart()).toEqual([])
})
