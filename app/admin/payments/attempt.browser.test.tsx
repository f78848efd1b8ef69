import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAttempt } from '#api/wire/admin/payments.ts'
import { askForRights } from '../parts/rights.ts'
import { AttemptRow } from './attempt.tsx'

afterEach(() => void vi.unstubAllGlobals())

const unknown: WireAttempt = {
  ...{ id: 'a1', orderId: 'o1', shownOrderId: '#12345678', status: 'UNKNOWN', customer: 'Ayşe Yılmaz' },
  ...{ amount: 1_490, taken: 0, refunded: 0, installments: 1, cardLast4: '0008', paymentId: null, heldReason: null },
  ...{ suggestion: 'ask', byHand: false, goneProvider: null, createdAt: '2026-11-20T09:00:00Z' },
}

async function aRow(attempt: WireAttempt) {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { rights: ['payments-read', 'payments'] } }))
  await askForRights()
  return render(
    <MemoryRouter>
      <AttemptRow attempt={attempt} onChanged={() => {}} />
    </MemoryRouter>,
  )
}

test('whose provider can be asked has the button that asks, whose keys are gone the one that closes it', async () => {
  const open = await aRow(unknown)
  await expect.element(open.getByRole('button', { name: 'Bankaya yeniden sor' })).toBeVisible()
  await open.unmount()
  const keyless = await aRow({ ...unknown, goneProvider: 'iyzico' })
  await expect.element(keyless.getByText(/anahtarlarını yeniden girin/)).toBeVisible()
  await expect.element(keyless.getByRole('button', { name: 'sor' })).not.toBeInTheDocument()
  await keyless.getByRole('button', { name: 'Not yazıp kapat' }).click()
  await expect.element(keyless.getByText(/^iyzico panelinde .* hiç çekilmediyse/)).toBeVisible()
})
