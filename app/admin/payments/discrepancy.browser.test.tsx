import { useState } from 'react'
import { createRoutesStub } from 'react-router'
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

function Row() {
  const [discrepancy, setDiscrepancy] = useState(found)
  return (
    <>
      <button type="button" onClick={() => setDiscrepancy({ ...found, theirs: 170, excess: 70 })}>
        Para geldi
      </button>
      <DiscrepancyRow discrepancy={discrepancy} onChanged={() => {}} />
    </>
  )
}

const Page = createRoutesStub([{ path: '/', Component: Row }])

test('is closed at the amounts that she read, also when others come while she writes her note', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit = {}) => {
    if (body) sent.push(JSON.parse(String(body)))
    return Response.json({ success: true, data: { rights: ['payments-read', 'payments'] } })
  })
  await askForRights()
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: 'Not yazıp kapat' }).click()
  await screen.getByLabelText('Nasıl çözüldü?').fill('Elden verdim')
  // Behind the dialog, as news of another device.
  document.querySelector('button')?.click()
  await expect.element(screen.getByText(/170,00/).first()).toBeInTheDocument()
  await screen.getByRole('dialog').getByRole('button', { name: 'Kapat', exact: true }).last().click()
  await expect.poll(() => sent).toEqual([{ note: 'Elden verdim', ours: 100, theirs: 120 }])
})
