import { createRoutesStub, useLocation } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SearchField } from './field.tsx'
import { recentSearches, rememberSearch } from './recent.ts'
import type { Suggested } from './suggest.ts'

/** Suggestions of the shop by letters; letters that are not here have no answer yet. */
const answers = new Map<string, Suggested>()
const waiting = new Map<string, (answer: Suggested) => void>()

const product = (name: string, slug: string): Suggested['products'][number] => ({
  slug,
  name,
  area: 'ust-giyim',
  priceKurus: 129_900,
  originalPriceKurus: null,
  image: undefined,
})

const dresses: Suggested = {
  categories: [{ to: '/elbise', name: 'Elbise' }],
  products: [product('Saten Elbise', 'saten-elbise'), product('Keten Elbise', 'keten-elbise')],
  words: [],
}

beforeEach(() => {
  localStorage.clear()
  answers.clear()
  waiting.clear()
  vi.stubGlobal('fetch', (address: string, { signal }: { signal: AbortSignal }) => {
    const q = new URL(address, location.href).searchParams.get('q') ?? ''
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      const send = (answer: Suggested) => resolve(Response.json(answer))
      const known = answers.get(q)
      if (known) send(known)
      else waiting.set(q, send)
    })
  })
})

function Page() {
  const { pathname, search } = useLocation()
  return (
    <>
      <SearchField />
      <p data-testid="address">{pathname + search}</p>
    </>
  )
}

async function openShop(at = '/') {
  const Shop = createRoutesStub([{ path: '*', Component: Page }])
  const screen = await render(<Shop initialEntries={[at]} />)
  return {
    field: screen.getByRole('combobox', { name: 'Ürün ara' }),
    list: screen.getByRole('listbox', { name: 'Arama önerileri' }),
    options: screen.getByRole('option'),
    chosen: screen.getByRole('option', { selected: true }),
    status: screen.getByRole('status'),
    address: screen.getByTestId('address'),
    icon: screen.getByRole('link', { name: 'Ürün ara' }),
    screen,
  }
}

describe('the search in the header', () => {
  test('suggests categories, products and the page of all results', async () => {
    answers.set('elbi', dresses)
    const { field, options, status } = await openShop()
    await field.fill('elbi')
    await expect.element(status).toHaveTextContent('4 öneri')
    expect(options.elements().map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^Elbise/),
      expect.stringMatching(/^Saten Elbise/),
      expect.stringMatching(/^Keten Elbise/),
      '“elbi” için tüm sonuçlar',
    ])
    await expect.element(field).toHaveAttribute('aria-expanded', 'true')
  })

  test('asks nothing for a single letter', async () => {
    const { field } = await openShop()
    await field.fill('e')
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    expect([...waiting.keys()].filter((q) => q !== '')).toEqual([])
  })

  test('an empty field offers what she searched for before, and words of many pieces', async () => {
    rememberSearch('keten etek')
    rememberSearch('Çanta')
    rememberSearch('canta')
    answers.set('', { categories: [], products: [], words: ['Keten', 'Çanta', 'Örgü'] })
    const { field, options, screen, address } = await openShop()
    await field.click()
    await expect.element(options.nth(3)).toBeVisible()
    expect(options.elements().map((option) => option.textContent)).toEqual(['canta', 'keten etek', 'Keten', 'Örgü'])
    await screen.getByRole('button', { name: 'Son aramaları sil' }).click()
    await expect.element(options.nth(2)).not.toBeInTheDocument()
    expect(options.elements().map((option) => option.textContent)).toEqual(['Keten', 'Örgü'])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(address).toHaveTextContent('/ara?q=%C3%96rg%C3%BC')
  })

  test('the arrow keys go through the suggestions and back into the field, which names the chosen one', async () => {
    answers.set('elbis', dresses)
    const { field, options, chosen } = await openShop()
    await field.fill('elbis')
    await expect.element(options.first()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(chosen).toMatchTextContent(/^Saten Elbise/)
    await expect.element(field).toHaveAttribute('aria-activedescendant', chosen.element().id)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect.element(chosen).not.toBeInTheDocument()
    await expect.element(field).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(chosen).toMatchTextContent(/tüm sonuçlar$/)
    await expect.element(field).toHaveFocus()
  })

  test('Enter opens the chosen suggestion and leaves an empty field', async () => {
    answers.set('elbise', dresses)
    const { field, options, address } = await openShop()
    await field.fill('elbise')
    await expect.element(options.first()).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect.element(address).toHaveTextContent('/urun/saten-elbise')
    await expect.element(field).toHaveValue('')
    await expect.element(field).not.toHaveFocus()
  })

  test('a press opens a suggestion', async () => {
    answers.set('saten', dresses)
    const { field, screen, address } = await openShop()
    await field.fill('saten')
    await screen.getByRole('option', { name: /Keten Elbise/ }).click()
    await expect.element(address).toHaveTextContent('/urun/keten-elbise')
  })

  test('Enter without a choice searches for what is typed', async () => {
    const { field, address } = await openShop()
    await field.fill('  keten etek ')
    await userEvent.keyboard('{Enter}')
    await expect.element(address).toHaveTextContent('/ara?q=keten+etek')
    expect(recentSearches()).toEqual(['keten etek'])
  })

  test('beside results it says what they were asked for, and elsewhere nothing', async () => {
    answers.set('etek', dresses)
    const { field, address, screen } = await openShop('/ara?q=keten+etek&beden=M')
    await expect.element(field).toHaveValue('keten etek')
    await field.fill('etek')
    await screen.getByRole('option', { name: /Saten Elbise/ }).click()
    await expect.element(address).toHaveTextContent('/urun/saten-elbise')
    await expect.element(field).toHaveValue('')
  })

  test('Esc sends the suggestions away first and leaves the field second', async () => {
    answers.set('etek', dresses)
    const { field, list } = await openShop()
    await field.fill('etek')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).not.toHaveFocus()
    await expect.element(field).toHaveValue('etek')
  })

  test('says so when there is nothing to suggest', async () => {
    answers.set('zzqq', { categories: [], products: [], words: [] })
    const { field, status, screen } = await openShop()
    await field.fill('zzqq')
    await expect.element(status).toHaveTextContent('Öneri yok')
    await expect.element(screen.getByText(/“zzqq” için bir öneri bulamadık/)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-expanded', 'false')
  })

  test('an answer that comes late never replaces that of the last letters', async () => {
    const { field, status } = await openShop()
    await field.fill('bluz')
    await expect.poll(() => waiting.has('bluz')).toBe(true)
    const late = waiting.get('bluz')
    answers.set('yelek', { categories: [], products: [product('Kadife Yelek', 'kadife-yelek')], words: [] })
    await field.fill('yelek')
    await expect.element(status).toHaveTextContent('2 öneri')
    late?.(dresses)
    await expect.element(status).toHaveTextContent('2 öneri')
  })

  test('where there is only the icon, it opens the field, and its cross closes it', async () => {
    const { icon, field, screen } = await openShop()
    await icon.click()
    await expect.element(field).toHaveFocus()
    await screen.getByRole('button', { name: 'Aramayı kapat' }).click()
    await expect.element(screen.getByRole('button', { name: 'Aramayı kapat' })).not.toBeInTheDocument()
  })
})
