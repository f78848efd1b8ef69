import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { seconds } from '#shop/time.ts'
import StocktakePage from './page.tsx'

const over = 'Bu sayım bitirilmiş. Yeni bir sayım başlatın.'
const line = {
  ...{ variantId: 'v1', productId: 'p1', productName: 'Kazak', picture: null, sku: 'KZK-S', color: 'Krem', size: 'S' },
  ...{ expected: 5, stock: 5, counted: 2, bookedBefore: null, bookedAfter: null, changedAt: '2026-11-30T19:39:00Z' },
}

/** The shop's answers; `end` is what another phone does. */
function aCount(booked: object = {}) {
  let open = true
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET' && !open)
      return Response.json({ success: false, error: over, message: over, code: 'CONFLICT' }, { status: 409 })
    const take = { id: 's1', createdAt: '2026-11-30T19:30:00Z', endedAt: null, reason: null, startedBy: 'Ayşe' }
    const data = path.endsWith('/lines')
      ? [open ? line : { ...line, ...booked }]
      : { open: open ? { ...take, sizes: 1, added: 0, missing: 0 } : null, earlier: [] }
    return Response.json({ success: true, data })
  })
  return {
    end: () => {
      open = false
    },
  }
}

const show = () =>
  render(
    <MemoryRouter>
      <StocktakePage />
    </MemoryRouter>,
  )

test.for(['a scan', 'booking it', 'itself'])(
  'a count that another phone ended leads to the next one: by %s',
  async (by) => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const count = aCount({ stock: 2, bookedBefore: 5, bookedAfter: 2 })
    const screen = await show()
    const book = screen.getByRole('button', { name: 'Farkları işle' })
    await expect.element(screen.getByText(/3 eksik/)).toBeVisible()
    if (by === 'booking it') await book.click()
    count.end()
    if (by === 'booking it') await screen.getByRole('dialog').getByRole('button', { name: 'Farkları işle' }).click()
    else if (by === 'itself') vi.advanceTimersByTime(seconds(5))
    else {
      await screen.getByLabelText('Barkod, SKU ya da ürün adı').fill('8690000000012')
      await userEvent.keyboard('{Enter}')
    }
    await expect.element(screen.getByRole('button', { name: 'Sayımı başlat' })).toBeVisible()
    await expect.element(screen.getByRole('alert').filter({ hasText: 'başka bir cihazda bitirildi' })).toBeVisible()
  },
)
