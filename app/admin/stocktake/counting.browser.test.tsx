import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { WireStocktake } from '#api/wire/admin/stock.ts'
import { Counting } from './counting.tsx'

const unknown = 'Bu barkod ya da SKU’da bir ürün yok.'

test.for([
  ['elbise', false],
  ['elbise 38', false],
  ["2'LI", false, '2’li Çorap'],
  ['çorap2li', false, 'Çorap2li'],
  ['8690000000012', true, 'Elbise 8690000000012'],
  ['ELB-38', true, 'Elbise'],
] as const)('of %s that no product has as its barcode: an alarm is %s', async ([typed, alarm, name]) => {
  let searched = 0
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') {
      return Response.json({ success: false, error: unknown, message: unknown, code: 'NOT_FOUND' }, { status: 404 })
    }
    const isSearch = path.includes('/admin/products')
    if (isSearch) searched++
    const data = isSearch && name ? [{ id: 'p1', name, variants: [] }] : []
    return Response.json({ success: true, data, pagination: { total: 0, totalPages: 1 } })
  })
  const take = { id: 's1' } as WireStocktake
  const screen = await render(
    <MemoryRouter>
      <Counting take={take} onEnded={() => {}} onOver={() => {}} />
    </MemoryRouter>,
  )
  await screen.getByLabelText('Barkod, SKU ya da ürün adı').fill(typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: `“${typed}” araması` })).toBeVisible()
  await expect.element(screen.getByText(name ?? 'Bu adla bir ürün yok.')).toBeVisible()
  if (alarm) return await expect.element(screen.getByText(unknown)).toBeVisible()
  // Its list, and, for one word with a digit, whether it is a name.
  await expect.poll(() => searched).toBe(name ? 2 : 1)
  await new Promise(requestAnimationFrame)
  expect(screen.getByText(unknown).elements()).toHaveLength(0)
})
