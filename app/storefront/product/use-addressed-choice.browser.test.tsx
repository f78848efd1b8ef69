import { beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { eachText } from '#shop/catalog/product-fields.ts'
import type { Product } from '#shop/catalog/products.ts'
import { useAddressedChoice } from './use-addressed-choice.ts'

const variant = (color: string, size: string, stock = 5): Product['variants'][number] => ({
  ...{ id: `${color} ${size}`, sku: `${color} ${size}`, color, colorHex: null, size, priceKurus: 100_000, stock },
  images: [],
})

const dress = (...variants: Product['variants']): Product => ({
  ...{ id: 'dress', slug: 'saten-elbise', name: 'Saten Elbise', description: '', priceKurus: 100_000 },
  ...eachText(() => null),
  ...{ originalPriceKurus: null, images: [], variants, createdAt: new Date(0) },
  category: { id: 'dresses', name: 'Elbise', slug: 'elbise', area: 'ust-giyim' },
})

const inTwoColors = dress(variant('Gül Kurusu', 'S'), variant('Gül Kurusu', 'L', 0), variant('Siyah', 'S'))
const inOne = dress(variant('Siyah', 'S'), variant('Siyah', 'M'))

const start = window.location.href
beforeEach(() => {
  // The browser's own: that of app/ui/back-closes.ts keeps the mark of a dialog that another test left open.
  History.prototype.replaceState.call(window.history, { key: 'kept' }, '', start)
  return () => window.history.replaceState(null, '', start)
})

const open = (product: Product, color?: string) => renderHook(() => useAddressedChoice(product, color))
const address = () => window.location.pathname + window.location.search

test('what she chooses stands in the address, and the entry of the history stays the same', async () => {
  const entries = window.history.length
  const { result, act } = await open(inTwoColors)
  await act(() => result.current.choose({ color: 'Gül Kurusu' }))
  expect(address()).toBe('/urun/saten-elbise?renk=G%C3%BCl+Kurusu')
  await act(() => result.current.choose({ color: 'Siyah', size: 'S' }))
  expect(address()).toBe('/urun/saten-elbise?renk=Siyah&beden=S')
  expect(result.current.address).toBe(address())
  expect([window.history.length, window.history.state]).toEqual([entries, { key: 'kept' }])
})

test('of a product in one color only the size does, and nothing before anything is chosen', async () => {
  const { result, act } = await open(inOne)
  expect(result.current.address).toBe('/urun/saten-elbise')
  await act(() => result.current.choose({ size: 'M' }))
  expect(address()).toBe('/urun/saten-elbise?beden=M')
})

test('the size of the address is chosen, of the color that the page shows', async () => {
  window.history.replaceState(null, '', '?renk=Siyah&beden=S')
  const { result } = await open(inTwoColors, 'Siyah')
  expect(result.current.chosen).toEqual({ color: 'Siyah', size: 'S' })
})

test('a size without a color chooses none', async () => {
  window.history.replaceState(null, '', '?beden=S')
  const { result, act } = await open(inTwoColors)
  expect(result.current.chosen).toEqual({ color: undefined, size: 'S' })
  await act(() => result.current.choose({ color: 'Gül Kurusu' }))
  expect(address()).toBe('/urun/saten-elbise?renk=G%C3%BCl+Kurusu&beden=S')
})

test('a size that is gone or unknown is not', async () => {
  for (const size of ['L', 'XS']) {
    window.history.replaceState(null, '', `?renk=G%C3%BCl+Kurusu&beden=${size}`)
    const { result } = await open(inTwoColors, 'Gül Kurusu')
    expect(result.current.chosen).toEqual({ color: 'Gül Kurusu' })
  }
})

test('the size that she once said is hers is chosen where it is there, and the address does not tell it', async () => {
  localStorage.setItem('bedenim', JSON.stringify({ sizes: { 'ust-giyim': ['38', 'L'] }, at: '2026-11-25' }))
  try {
    const { result, act } = await open(inOne)
    await vi.waitFor(() => expect(result.current.chosen).toMatchObject({ size: 'M', own: true }))
    expect(result.current.address).toBe('/urun/saten-elbise')
    await act(() => result.current.choose({ size: 'S' }))
    expect(result.current.address).toBe('/urun/saten-elbise?beden=S')
    // A size in the address comes before her own.
    const other = await open(inOne)
    await vi.waitFor(() => expect(other.result.current.chosen).toEqual({ color: undefined, size: 'S' }))
  } finally {
    localStorage.removeItem('bedenim')
  }
})
