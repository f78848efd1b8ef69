import { MemoryRouter } from 'react-router'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useLiveOrders } from '../orders/live.ts'
import { askForRights } from '../parts/rights.ts'
import { Transfers } from './transfers.tsx'

afterEach(() => void vi.unstubAllGlobals())

const waiting = {
  ...{ orderId: 'o1', shownOrderId: '12345678', reference: 'K7M4QX', customer: 'Ayşe Yılmaz' },
  ...{
    amount: 1_000,
    received: 500,
    deadline: '2026-11-23T09:00:00Z',
    overdue: false,
    createdAt: '2026-11-20T09:00:00Z',
  },
}
const line = { key: 'l1', day: '2026-11-20', amount: 500, text: 'EFT K7M4QX', entered: false, byHand: true }

const over = { orderId: 'o9', shownOrderId: '99999999', customer: 'Fatma Öz', standing: 'over' }

function Office({ taken }: { taken: boolean }) {
  useLiveOrders()
  return <Transfers taken={taken} onChanged={() => {}} />
}

/** `answers` are given to what is entered, one after the other; none is a lost one. Returns the keys that were sent. */
async function aPage(answers: (Response | undefined)[], orders: object[] = [waiting], taken = true) {
  const keys: (string | null)[] = []
  const lines = [
    { ...line, orderId: 'o1', certainty: 'sure' },
    { ...line, ...{ key: 'l2', amount: 300, byHand: false, orderId: 'o1', certainty: 'sure' } },
    { ...line, ...{ key: 'l3', text: 'EFT', byHand: false, orderId: 'o1', certainty: 'possible' } },
    { ...line, ...{ key: 'l4', text: 'EFT M2R9WT', byHand: false, named: over } },
  ]
  const table = { knownBy: 'titles', titles: [], rows: [], columns: [] }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.origin)
    const data = (data: unknown) => Response.json({ success: true, data })
    if (!/transfer/.test(pathname)) return data({ rights: ['payments'] })
    if (pathname.endsWith('/statement')) return data({ id: 's1', lines, waiting: orders, table })
    if (!pathname.endsWith('/transfer')) return data(orders)
    keys.push(new Headers(init?.headers).get('Idempotency-Key'))
    const answer = answers.shift()
    if (!answer) throw new TypeError('the line is cut')
    return answer
  })
  await askForRights()
  const page = await render(
    <MemoryRouter>
      <Office taken={taken} />
    </MemoryRouter>,
  )
  return { page, keys }
}

test('money that came is sent with the same name until an answer came', async () => {
  const refused = () => Response.json({ success: false, message: 'Alınmış' }, { status: 409 })
  const busy = () => Response.json({ success: false, message: 'Çok sık' }, { status: 429 })
  const { page, keys } = await aPage([undefined, busy(), refused(), refused()])
  const came = page.getByRole('button', { name: /Ödeme geldi/ })
  for (let sent = 1; sent <= 4; sent++) {
    await expect.element(came).toBeEnabled()
    await came.click()
    await expect.poll(() => keys.length).toBe(sent)
  }
  const [first, ...next] = keys
  expect(first).toBeTruthy()
  expect(next.map((key) => key === first)).toEqual([true, true, false])
})

test('an order that is paid keeps its place, so that a second tap at the same place settles no other', async () => {
  const orders = [waiting, { ...waiting, orderId: 'o2', shownOrderId: '87654321' }]
  const paid = () => {
    orders.shift()
    return Response.json({ success: true, data: { outcome: 'paid' }, message: 'Ödeme işlendi.' })
  }
  const answers: Response[] = []
  const { page, keys } = await aPage(answers, orders)
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(1)).toBeVisible()
  answers.push(paid())
  await rows
    .first()
    .getByRole('button', { name: /Ödeme geldi/ })
    .click()
  await expect.element(rows.first().getByRole('button', { name: 'İşlendi: 12345678' })).toBeDisabled()
  await expect.element(rows.nth(1).getByRole('link', { name: '87654321' })).toBeVisible()
  expect(keys).toHaveLength(1)
})

test('an order that another device settled says so in its place, and a new one stands below', async () => {
  const other = (id: string) => ({ ...waiting, orderId: id, shownOrderId: `${id}${id}${id}${id}` })
  const orders = [waiting, other('o2')]
  const { page } = await aPage([], orders)
  const rows = page.getByRole('listitem')
  await expect.element(rows.nth(1)).toBeVisible()
  orders.splice(0, 2, other('o3'), other('o2'))
  const office = new BroadcastChannel('orders')
  onTestFinished(() => office.close())
  office.postMessage({ kind: 'order-changed', orderId: 'o1', shownOrderId: '12345678' })
  await expect.element(rows.first().getByRole('button', { name: 'Artık beklenmiyor: 12345678' })).toBeDisabled()
  await expect.element(rows.first().getByRole('link', { name: 'Siparişe bakın' })).toBeVisible()
  await expect.element(rows.first().getByText(/tarihine kadar bekleniyordu$/)).toBeVisible()
  for (const [place, id] of [
    [1, 'o2'],
    [2, 'o3'],
  ] as const)
    await expect
      .element(rows.nth(place).getByRole('button', { name: `Ödeme geldi: ${other(id).shownOrderId}` }))
      .toBeEnabled()
})

test('a line of the statement that was entered by hand is not chosen by itself, and says so', async () => {
  const { page } = await aPage([])
  await page.getByLabelText('Banka ekstresi').upload(new File(['x'], 'ekstre.csv'))
  await expect.element(page.getByText(/elle işlenmişti/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '1 satırı işle' })).toBeVisible()
})

test('a line that fits one order by its amount alone names it and waits for a choice', async () => {
  const { page } = await aPage([])
  await page.getByLabelText('Banka ekstresi').upload(new File(['x'], 'ekstre.csv'))
  const line = page.getByRole('dialog').getByRole('listitem').nth(2)
  await expect.element(line.getByText('Tutarı yalnızca 12345678 siparişine uyuyor; doğruysa seçin.')).toBeVisible()
  await line.getByLabelText('Hangi sipariş?').selectOptions('12345678 · 500,00 TL · Ayşe Yılmaz')
  await expect.element(line.getByText('Yalnızca tutar uyuyor, kontrol edin')).toBeVisible()
})

test('a line that names an order which is over says so, and is entered for it only where she chooses', async () => {
  const { page } = await aPage([])
  await page.getByLabelText('Banka ekstresi').upload(new File(['x'], 'ekstre.csv'))
  const line = page.getByRole('dialog').getByRole('listitem').nth(3)
  await expect.element(line.getByText(/99999999 siparişinin, ama sipariş sona ermiş/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '1 satırı işle' })).toBeVisible()
  await line.getByLabelText('Hangi sipariş?').selectOptions('99999999 · sona erdi · Fatma Öz')
  await expect.element(page.getByRole('button', { name: '2 satırı işle' })).toBeVisible()
})

test('a statement is read while no transfer is awaited: money may come for an order that is over', async () => {
  const { page } = await aPage([], [])
  await page.getByLabelText('Banka ekstresi').upload(new File(['x'], 'ekstre.csv'))
  await page.getByLabelText('Hangi sipariş?').nth(3).selectOptions('99999999 · sona erdi · Fatma Öz')
  await expect.element(page.getByText(/99999999 siparişinin, ama sipariş sona ermiş/)).toBeVisible()
})

test('a shop that takes no transfers has nothing there', async () => {
  const { page } = await aPage([], [], false)
  await expect.poll(() => page.container.textContent).toBe('')
})
