import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import type { WireReturn, WireReturnable } from '#api/wire/returns.ts'
import { ExchangePanel } from './panel.tsx'
import { ExchangeState } from './state.tsx'

const choice = (size: string) => ({
  ...{ variantId: `v${size}`, productId: 'p1', name: 'Keten Elbise', color: 'Kum', size, price: 100, difference: 0 },
})
const choices = [{ itemId: 'i1', choices: [choice('L'), choice('XL')] }]

/** A shop that offers two sizes; gives the bodies of what was sent. */
function aShop() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ success: true, data: choices })
    sent.push(JSON.parse(String(body)))
    return Response.json({ success: true, data: {} })
  })
  return sent
}

test('a size that is tapped is chosen and not yet sent, so that a stray tap asks for nothing', async () => {
  const sent = aShop()
  const variant = { color: 'Kum', size: 'M', product: { id: 'p1', name: 'Keten Elbise', mainImage: null } }
  const order = { id: 'o1', items: [{ id: 'i1', variant }] } as unknown as WireOrderWithHistory
  const returnable = {
    ...{ deadline: '', faultyDeadline: '', late: false, exchangeUntil: null, returns: [] },
    items: [{ itemId: 'i1', left: 1, exemption: null }],
  }
  const onSent = vi.fn(async () => {})
  const screen = await render(<ExchangePanel order={order} returnable={returnable} onSent={onSent} />)
  for (const size of ['XL', 'L']) {
    const button = screen.getByRole('button', { name: `Keten Elbise: Keten Elbise, Kum, ${size} olsun` })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  }
  await expect.element(screen.getByText('Keten Elbise (Kum, L): fark ödemezsiniz.')).toBeVisible()
  expect(sent).toEqual([])
  await screen.getByRole('button', { name: 'Değiştir', exact: true }).click()
  await expect.poll(() => onSent.mock.calls.length).toBe(1)
  expect(sent).toMatchObject([{ kind: 'EXCHANGE', items: [{ itemId: 'i1', newVariantId: 'vL' }] }])
})

test('a piece that is chosen again for an exchange is not yet sent either, until the button is pressed', async () => {
  const sent = aShop()
  const found = {
    ...{ id: 'r1', orderId: 'o1', status: 'APPROVED', difference: 0 },
    items: [{ itemId: 'i1', name: 'Keten Elbise', color: 'Kum' }],
    exchange: { state: 'ENDED', reservedUntil: null, items: [] },
  } as unknown as WireReturn
  const onChanged = vi.fn(async () => {})
  const screen = await render(<ExchangeState found={found} onChanged={onChanged} />)
  const keep = screen.getByRole('button', { name: 'Seçtiğimi ayır' })
  await expect.element(keep).toBeDisabled()
  await screen.getByRole('button', { name: 'XL', exact: true }).click()
  expect(sent).toEqual([])
  await keep.click()
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(sent).toEqual([{ items: [{ itemId: 'i1', newVariantId: 'vXL' }] }])
})

test('what she looks for instead comes into view: the field stands at the end of the panel', async () => {
  const found = Array.from({ length: 4 }, (_, index) => ({
    id: `p${index}`,
    name: `Kazak ${index}`,
    price: 100,
    mainImage: null,
  }))
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json({ success: true, data: path.includes('/products?') ? { products: found } : choices }),
  )
  const order = { id: 'o2', items: [] } as unknown as WireOrderWithHistory
  const returnable = { late: false, exchangeUntil: null, items: [] } as unknown as WireReturnable
  const screen = await render(
    <div style={{ height: '30rem', overflowY: 'auto' }}>
      <div style={{ height: '22rem' }} />
      <ExchangePanel order={order} returnable={returnable} onSent={async () => {}} />
    </div>,
  )
  await screen.getByRole('button', { name: 'Başka bir ürün istiyorum' }).click()
  await screen.getByLabelText('Hangi ürün?').fill('kazak')
  await screen.getByRole('button', { name: 'Ara' }).click()
  await expect.element(screen.getByRole('button', { name: /^Kazak 3/ })).toBeInViewport()
})
