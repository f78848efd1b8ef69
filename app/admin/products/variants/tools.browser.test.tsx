import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { emptyRow } from './grid-rows.ts'
import { VariantTools } from './tools.tsx'
import { useGrid } from './use-grid.ts'

const start = [
  emptyRow({ color: 'Siyah', colorHex: '#000000', size: 'S', price: '1.199,90', stock: '3', sku: 'A' }),
  emptyRow({ color: 'Mavi', colorHex: '#0000ff', size: 'M', price: '1.199,90', stock: '3', sku: 'B' }),
]

function Tools() {
  const grid = useGrid(() => start)
  return (
    <>
      <VariantTools grid={grid} productName="Elbise" onAdd={() => {}} />
      <output>{grid.rows.map(({ price, stock }) => `${price} × ${stock}`).join(' | ')}</output>
    </>
  )
}

let screen: Awaited<ReturnType<typeof render>>
const rows = () => expect.element(screen.getByRole('status'))

beforeEach(async () => {
  screen = await render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Tools /> }])} />)
})

test('rows are not made with a price or a stock that is none, and each says so at its field', async () => {
  await screen.getByRole('button', { name: 'Renk ve bedenlerden oluştur' }).click()
  const [price, stock] = [screen.getByLabelText('Fiyat (TL)'), screen.getByLabelText('Stok', { exact: true })]
  const make = screen.getByRole('button', { name: '2 satır ekle' })
  await price.fill('bin lira')
  await stock.fill('2,5')
  await make.click()
  await expect.element(price).toHaveFocus()
  await expect.element(price).toHaveAccessibleDescription('Fiyat bir sayı olmalı, örneğin 1.199,90')
  await expect.element(stock).toHaveAccessibleDescription('Stok tam sayı olmalı')
  await rows().toHaveTextContent('1.199,90 × 3 | 1.199,90 × 3')
  await price.fill('1299,9')
  await stock.fill('')
  await make.click()
  await rows().toHaveTextContent('1.199,90 × 3 | 1.199,90 × 3 | 1.299,90 × | 1.299,90 ×')
})

test('a whole column is not filled with a price that is none, and the field says so', async () => {
  const value = screen.getByLabelText('Bütün sütuna yazılacak değer')
  await value.fill('bin lira')
  await screen.getByRole('button', { name: 'Uygula' }).click()
  await expect.element(value).toHaveFocus()
  await expect.element(value).toHaveAccessibleDescription('Fiyat bir sayı olmalı, örneğin 1.199,90')
  await rows().toHaveTextContent('1.199,90 × 3 | 1.199,90 × 3')
  await value.fill('1299,9')
  await expect.element(value).not.toHaveAttribute('aria-invalid', 'true')
  await screen.getByRole('button', { name: 'Uygula' }).click()
  await rows().toHaveTextContent('1.299,90 × 3 | 1.299,90 × 3')
})
