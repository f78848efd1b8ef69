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
  ['8690000000012', true],
] as const)('of %s that no product has as its barcode: an alarm is %s', async ([typed, alarm]) => {
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') {
      return Response.json({ success: false, error: unknown, message: unknown, code: 'NOT_FOUND' }, { status: 404 })
    }
    return Response.json({ success: true, data: [], pagination: { total: 0, totalPages: 1 } })
  })
  const take = { id: 's1' } as WireStocktake
  const screen = await render(
    <MemoryRouter>
      <Counting take={take} onEnded={() => {}} />
    </MemoryRouter>,
  )
  await screen.getByLabelText('Barkod, SKU ya da ürün adı').fill(typed)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: `“${typed}” araması` })).toBeVisible()
  await expect.element(screen.getByText('Bu adla bir ürün yok.')).toBeVisible()
  expect(screen.getByText(unknown).elements()).toHaveLength(alarm ? 1 : 0)
})
