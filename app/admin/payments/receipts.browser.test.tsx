import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminOrder } from '#api/wire/admin/orders.ts'
import { askForRights } from '../parts/rights.ts'
import { Receipts } from './receipts.tsx'

afterEach(() => void vi.unstubAllGlobals())

const paid = {
  ...{ id: 'r1', amount: 2_398, receivedAt: '2026-11-20T09:00:00Z', note: '', byStatement: true, takenBackAt: null },
}
const earlier = { ...paid, id: 'r0', amount: 500, byStatement: false, takenBackAt: '2026-11-21T09:00:00Z' }

async function aSheet(rights: string[], order: Partial<WireAdminOrder>) {
  const asked: string[] = []
  const receipts = [paid, earlier]
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    if (!/transfer/.test(pathname)) return Response.json({ success: true, data: { rights } })
    if (init?.method !== 'DELETE') return Response.json({ success: true, data: receipts })
    asked.push(pathname)
    receipts[0] = { ...paid, takenBackAt: '2026-11-22T09:00:00Z' } as unknown as typeof paid
    return Response.json({ success: true, data: { outcome: 'waits' }, message: 'Ödeme geri alındı.' })
  })
  await askForRights()
  const changed = vi.fn()
  const shown = { id: 'o1', status: 'PENDING', paymentStatus: 'SUCCESS', history: [], ...order } as unknown
  const page = await render(<Receipts order={shown as WireAdminOrder} onChanged={changed} />)
  return { page, asked, changed }
}

test('an entered transfer is taken back after a question, one that was taken back is only told of', async () => {
  const { page, asked, changed } = await aSheet(['payments-read', 'payments'], {})
  await expect.element(page.getByText('500,00 TL')).toBeVisible()
  await expect.element(page.getByText(/21 Kasım 2026 tarihinde geri alındı/)).toBeVisible()
  await page.getByRole('button', { name: 'Geri al: 2.398,00 TL' }).click()
  expect(asked, 'asked first').toEqual([])
  await page.getByRole('button', { name: 'Geri al', exact: true }).click()
  await expect.poll(() => asked).toEqual([expect.stringContaining('/admin/orders/o1/transfer/r1')])
  await expect.poll(() => changed.mock.calls.length).toBe(1)
  // An order that is paid all the same changes in nothing else.
  await expect.element(page.getByText(/22 Kasım 2026 tarihinde geri alındı/)).toBeVisible()
})

test('nobody takes back without the right, or once the parcel is packed', async () => {
  const reader = await aSheet(['payments-read'], {})
  await expect.element(reader.page.getByText('2.398,00 TL')).toBeVisible()
  await expect.element(reader.page.getByRole('button')).not.toBeInTheDocument()
  await reader.page.unmount()
  const packed = await aSheet(['payments-read', 'payments'], { status: 'PREPARED' })
  await expect.element(packed.page.getByText('2.398,00 TL')).toBeVisible()
  await expect.element(packed.page.getByRole('button')).not.toBeInTheDocument()
})
