import type { Locator, Page } from '@playwright/test'
import { tenths } from '../figures.ts'

/** How many times slower than this machine the processor is made: about a phone of the middle. */
const slowdown = 4

export async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** A press where it stands on the screen: the browser library's own click looks about the page between the press and its paint. */
export async function press(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox()
  if (!box) throw new Error(`${what} is not on the page`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 })
}

/**
 * The longest time from an input of `act` to the paint that shows what it did, as the browser's event timing tells it, and the
 * processor time of the page for all of it, of which other work on the machine takes nothing.
 */
export async function measureAct(page: Page, act: () => Promise<void>) {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const processorMs = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  await page.evaluate(() => {
    const seen = Object.assign(window, { slowest: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.slowest = Math.max(seen.slowest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const begun = await processorMs()
  await act()
  // Event timing is told after the paint.
  await page.waitForTimeout(1500)
  const processor = tenths((await processorMs()) - begun)
  await client.detach()
  return { 'processor ms': processor, 'slowest ms': await page.evaluate(() => Number(Reflect.get(window, 'slowest'))) }
}
