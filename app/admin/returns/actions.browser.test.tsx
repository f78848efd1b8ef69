import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { WireAdminReturn } from '#api/wire/admin/returns.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { ReturnActions } from './actions.tsx'

const piece = {
  ...{ itemId: 'i1', productId: 'p1', slug: 'tote', name: 'Tote Çanta', color: 'Taba', size: 'Standart' },
  ...{ quantity: 1, reason: 'OTHER' as const, condition: null, price: 1199, mainImage: null, newVariantId: null },
}

/** One that came back of an order for the door. */
const found = {
  ...{ id: 'r1', code: 'RABC234', orderId: 'o1', shownOrderId: '#A1B2C3D4', kind: 'RETURN', status: 'RECEIVED' },
  ...{
    money: 'NONE',
    refundAmount: 1199,
    paysBack: true,
    paymentMethod: 'CASH_ON_DELIVERY',
    unpaid: true,
    undelivered: false,
    early: false,
  },
  ...{ unsent: false, atTheDoor: '', items: [piece], exchange: null, shelvedAt: null, images: [], note: '' },
} as unknown as WireAdminReturn

async function show(more: Partial<WireAdminReturn>) {
  const screen = await render(
    <MemoryRouter>
      <ReturnActions found={{ ...found, ...more }} onChanged={() => {}} onAgain={() => {}} />
    </MemoryRouter>,
  )
  const button = (name: RegExp) => screen.getByRole('button', { name }).query()
  return { screen, button }
}

test('nothing is given back before it was paid at the door: she reads what comes first', async () => {
  const { screen, button } = await show({})
  await expect
    .element(screen.getByText(/henüz tahsil edilmedi: edilince siparişte “Tahsil edildi” deyin/))
    .toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'siparişte' }))
    .toHaveAttribute('href', '/admin/siparisler?siparis=o1')
  expect(button(/iade et$/)).toBeNull()
  await screen.unmount()
  const paid = await show({ unpaid: false })
  await expect.element(paid.screen.getByRole('button', { name: /iade et$/ })).toBeVisible()
  expect(paid.screen.getByText(/tahsil edilmedi/).query()).toBeNull()
})

test('before the parcel came nothing is given back and no exchange is completed', async () => {
  const coming = await show({ status: 'APPROVED' })
  await expect.element(coming.screen.getByRole('button', { name: 'Teslim aldım' })).toBeVisible()
  expect(coming.button(/Paketi beklemeden/)).toBeNull()
  await coming.screen.unmount()
  const exchange = { state: 'KEPT' } as WireAdminReturn['exchange']
  const exchanged = await show({ kind: 'EXCHANGE', exchange })
  await expect.element(exchanged.screen.getByText(/değişimi sonra buradan tamamlayın/)).toBeVisible()
  expect(exchanged.button(/Değişimi tamamla/)).toBeNull()
})

test('completing an exchange is asked without the look of what is lost', async () => {
  const exchange = { state: 'KEPT' } as WireAdminReturn['exchange']
  const { screen } = await show({ kind: 'EXCHANGE', exchange, unpaid: false })
  await screen.getByRole('button', { name: 'Değişimi tamamla' }).click()
  const ask = screen.getByRole('dialog').getByRole('button', { name: 'Tamamla' })
  await expect.element(ask).toHaveClass(buttonClass('primary').trim())
})

test('of a parcel of which nothing is kept she reads both ways on', async () => {
  const { screen } = await show({ undelivered: true, refundAmount: 0, paysBack: false })
  await expect.element(screen.getByText(/“Teslim alınmadı” deyin, iade de kapanır/)).toBeVisible()
  expect(screen.getByText(/Sipariş henüz teslim edilmedi/).query()).toBeNull()
})

test('what was not among several pieces in the parcel is left out, and she reads what follows', async () => {
  const other = { ...piece, itemId: 'i2', name: 'Hırka', size: 'M', quantity: 3 }
  const { screen } = await show({ status: 'APPROVED', unpaid: false, items: [piece, other] })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ success: true, data: { ...found, status: 'RECEIVED' }, message: 'Teslim alındı.' })
  })
  await screen.getByLabelText('Tote Çanta (Taba, Standart)', { exact: true }).selectOptions('Paketten çıkmadı')
  await expect.element(screen.getByText(/iadeye sayılmaz, parası ödenmez/)).toBeVisible()
  const counted = screen.getByLabelText('Gelen adet: Hırka (Taba, M)')
  await counted.selectOptions('Paketten çıkmadı')
  await expect.element(screen.getByText('Hiçbiri gelmediyse iadeyi reddedin.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Teslim aldım' })).toBeDisabled()
  await counted.selectOptions('2 adet')
  await screen.getByRole('button', { name: 'Teslim aldım' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent).toEqual([
    {
      condition: 'AS_NEW',
      items: [
        { itemId: 'i1', condition: 'AS_NEW', arrived: 0 },
        { itemId: 'i2', condition: 'AS_NEW', arrived: 2 },
      ],
    },
  ])
  await screen.unmount()
  const alone = await show({ status: 'APPROVED', unpaid: false })
  expect(alone.screen.getByText('Paketten çıkmadı').query(), 'one alone is refused instead').toBeNull()
})
