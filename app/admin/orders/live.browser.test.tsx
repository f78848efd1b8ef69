import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Toasts } from '#app/ui/toast.tsx'
import { seconds } from '#shop/time.ts'
import { useLiveOrders, useOrderNews } from './live.ts'

function Office() {
  useLiveOrders()
  const heard = useOrderNews()
  return (
    <>
      <p data-testid="heard">{heard}</p>
      <Toasts />
    </>
  )
}

const frame = () => new Promise(requestAnimationFrame)

test('one order is announced at once, those of the half minute after it together', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  // Waiting by `expect.element` would move this clock too.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { getByRole, getByTestId } = await render(<Office />)
  const anotherTab = new BroadcastChannel('orders')
  onTestFinished(() => {
    vi.useRealTimers()
    anotherTab.close()
  })
  // Another test may have had news before.
  const before = Number(getByTestId('heard').element().textContent)
  let placed = 0
  const place = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const shownOrderId = `#${++placed}`
      anotherTab.postMessage({ kind: 'order-placed', orderId: shownOrderId, shownOrderId, total: 1450 })
    }
    while (getByTestId('heard').element().textContent !== String(before + placed)) await frame()
  }
  const pass = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    await frame()
  }
  const said = () =>
    getByRole('status')
      .elements()
      .map((one) => one.firstChild?.textContent)

  await place(1)
  await place(9)
  expect(said()).toEqual(['Yeni sipariş: #1 1.450,00 TL'])
  await pass(seconds(5))
  expect(said()).toEqual([])
  await pass(seconds(25))
  expect(said()).toEqual(['9 yeni sipariş, toplam 13.050,00 TL'])
  await pass(seconds(30))
  expect(said()).toEqual([])
  await place(1)
  expect(said()).toEqual(['Yeni sipariş: #11 1.450,00 TL'])
})
