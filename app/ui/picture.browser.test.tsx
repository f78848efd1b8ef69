import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Picture } from './picture.tsx'

const image = { id: '0'.repeat(32), width: 640, height: 800, tone: '#eee' }
const picture = (className = '') => <Picture image={image} alt="Elbise" sizes="50vw" className={className} />

/** Far enough down that the browser requests nothing by itself, and no answer interferes. */
const farBelow = (shown: ReactNode) => <div style={{ marginTop: '9999px' }}>{shown}</div>

test('a picture that has come stays, whatever it is said to measure in a window without width', async () => {
  const screen = await render(farBelow(picture()))
  const prototype = HTMLImageElement.prototype
  vi.spyOn(prototype, 'complete', 'get').mockReturnValue(true)
  vi.spyOn(prototype, 'currentSrc', 'get').mockReturnValue('/media/elbise.webp')
  vi.spyOn(prototype, 'naturalWidth', 'get').mockReturnValue(0)
  await screen.rerender(farBelow(picture('drawn-anew')))
  expect(screen.container.querySelector('img')?.className).toBe('drawn-anew')
})

test('a picture that does not come is asked for again, for longer than a shop takes to start anew', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const screen = await render(farBelow(picture()))
  const asked = () => screen.container.querySelector('img') !== null
  const failsAndWaits = async (seconds: number) => {
    screen.container.querySelector('img')?.dispatchEvent(new Event('error'))
    await expect.poll(asked).toBe(false)
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  }
  for (const pause of [2, 4, 8, 16, 32, 64, 128]) {
    await failsAndWaits(pause)
    await expect.poll(asked, { message: `after ${pause} seconds` }).toBe(true)
  }
  await failsAndWaits(3600)
  expect(vi.getTimerCount(), 'one that there is not').toBe(0)
  dispatchEvent(new Event('online'))
  await expect.poll(asked).toBe(true)
})
