import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireDiscrepancy } from '#api/wire/admin/payments.ts'
import { askForRights } from '../parts/rights.ts'
import { DiscrepancyRow } from './discrepancy.tsx'

afterEach(() => void vi.unstubAllGlobals())

const found: WireDiscrepancy = {
  ...{ id: 'd1', kind: 'amount-differs', day: '2026-11-20', attemptId: 'a1', orderId: 'o1', paymentId: null },
  ...{ ours: 100, theirs: 120, excess: 20, byHand: true },
}

test('is closed at the amounts that she read, also when others come while she writes her note', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    if (body) sent.push(JSON.parse(String(body)))
    return Response.json({ success: true, data: { rights: ['payments-read', 'payments'] } })
  })
  await askForRights()
  const row = (discrepancy: WireDiscrepancy) => (
    <MemoryRouter>
      <DiscrepancyRow discrepancy={discrepancy} onChanged={() => {}} />
    </MemoryRouter>
  )
  const screen = await render(row(found))
  await screen.getByRole('button', { name: 'Not yazıp kapat' }).click()
  await screen.getByLabelText('Nasıl çözüldü?').fill('Elden verdim')
  await screen.rerender(row({ ...found, theirs: 170, excess: 70 }))
  await screen.getByRole('button', { name: 'Kapat', exact: true }).last().click()
  await expect.poll(() => sent).toEqual([{ note: 'Elden verdim', ours: 100, theirs: 120 }])
})
