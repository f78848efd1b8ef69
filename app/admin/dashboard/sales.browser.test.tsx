import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { SalesFigures } from './sales.tsx'

const nothing = { orders: 0, amount: 0, average: 0 }
const sales = (amount: number) => ({
  ...{ today: nothing, yesterday: nothing, thisWeek: nothing, lastWeek: nothing },
  days: ['2026-11-19', '2026-11-20'].map((day) => ({ day, amount, orders: amount > 0 ? 1 : 0 })),
})

test('a month without a sale says so, where one with sales is drawn', async () => {
  const screen = await render(<SalesFigures sales={sales(0)} />)
  await expect.element(screen.getByText(/^Bu günlerde satış yok\./)).toBeVisible()
  await expect.element(screen.getByText('Tablo olarak göster')).not.toBeInTheDocument()
  await screen.rerender(<SalesFigures sales={sales(1_490)} />)
  await expect.element(screen.getByRole('img', { name: /toplam 2\.980,00 TL/ })).toBeVisible()
  await expect.element(screen.getByText(/^Bu günlerde satış yok\./)).not.toBeInTheDocument()
})
