import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireMarket } from '#api/wire/admin/channels.ts'
import { Marketplace } from './marketplace.tsx'

afterEach(() => void vi.unstubAllGlobals())

const market: WireMarket = {
  ...{ title: 'Trendyol', version: 0, pushedAt: null, readAt: null, lastError: '', listings: 0, withoutBarcode: 0 },
  settings: { buffer: 0, desi: 1, brand: null },
  failures: [],
  short: [
    {
      ...{ packageId: 'p1', orderNumber: '900', createdAt: '2026-11-20T09:00:00Z', lines: ['1 × Keten Elbise'] },
      reason: 'Keten Elbise (barkod 8690000000012) mağazada yok.',
    },
  ],
}

test('an order with a barcode that the shop does not know stands under words that hold for it', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    const isMarket = pathname.endsWith('/admin/marketplace')
    return Response.json({ success: true, data: isMarket ? { marketplace: market } : { products: null } })
  })
  const screen = await render(
    <MemoryRouter>
      <Marketplace />
    </MemoryRouter>,
  )
  const orders = screen.getByRole('region', { name: 'Alınamayan siparişler' })
  await expect.element(orders.getByText('Keten Elbise (barkod 8690000000012) mağazada yok.')).toBeVisible()
  await expect.element(orders.getByText(/barkodu mağazada olmayabilir/)).toBeVisible()
  await expect.element(orders.getByRole('button', { name: 'Siparişi al' })).toBeVisible()
})
