import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { PaymentFailure } from './failure.tsx'
import { InstallmentChoice, useInstallments } from './installments-choice.tsx'

const oneCard = '5528 7900 0000 0008'
const another = '4131 1111 1111 1117'

/** Two and three installments are offered from 500 TL on, each at no cost. */
function offers(path: string) {
  const price = Number(new URL(path, window.location.href).searchParams.get('price'))
  const counts = price >= 500 ? [1, 2, 3] : [1]
  const options = counts.map((count) => ({ count, total: price, monthly: price / count }))
  return Response.json({ success: true, data: [{ family: 'Paraf', bank: 'Halkbank', options }] })
}

function Till({ kurus, card }: { kurus: number; card: string }) {
  const installments = useInstallments(kurus, card)
  return (
    <>
      <InstallmentChoice installments={installments} disabled={false} />
      <output>{`${installments.count} of ${installments.totalKurus}`}</output>
    </>
  )
}

test('the chosen installments stay when a code changes the price, as long as the new one has them', async () => {
  vi.stubGlobal('fetch', async (path: string) => offers(path))
  const screen = await render(<Till kurus={100_000} card={oneCard} />)
  await screen.getByRole('radio', { name: /^3 taksit/ }).click()
  await screen.rerender(<Till kurus={93_000} card={oneCard} />)
  await expect.element(screen.getByText('3 of 93000')).toBeVisible()
  await expect.element(screen.getByRole('radio', { name: /^3 taksit/ })).toBeChecked()
  await screen.rerender(<Till kurus={40_000} card={oneCard} />)
  await expect.element(screen.getByText('1 of 40000')).toBeVisible()
})

test('those of another card are not hers to begin with', async () => {
  vi.stubGlobal('fetch', async (path: string) => offers(path))
  const screen = await render(<Till kurus={100_000} card={oneCard} />)
  await screen.getByRole('radio', { name: /^3 taksit/ }).click()
  await screen.rerender(<Till kurus={100_000} card={another} />)
  await expect.element(screen.getByRole('radio', { name: /^Tek çekim/ })).toBeChecked()
  await expect.element(screen.getByText('1 of 100000')).toBeVisible()
})

test('why a payment was refused stays in view when the installments above it come again', async () => {
  const form = (count: number) => (
    <div style={{ height: 200, overflow: 'auto', overflowAnchor: 'none' }}>
      <div style={{ height: count * 100 }} />
      <PaymentFailure
        failure={{ code: 'OTHER', message: 'Tutar değişti.' }}
        installments={count}
        onBack={() => {}}
        onForget={() => {}}
      />
      <div style={{ height: 1000 }} />
    </div>
  )
  const screen = await render(form(0))
  await screen.rerender(form(6))
  await expect.element(screen.getByText('Tutar değişti.')).toBeInViewport()
})
