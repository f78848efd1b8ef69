import type { Page } from '@playwright/test'

/** How many times slower than this machine the processor is made: about a phone of the middle. */
const slowdown = 4

export async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** The longest time from an input of `act` to the paint that shows what it did, as the browser's event timing tells it. */
export async function slowest(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = Object.assign(window, { slowest: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.slowest = Math.max(seen.slowest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await act()
  // Event timing is told after the paint.
  await page.waitForTimeout(1500)
  return page.evaluate(() => Number(Reflect.get(window, 'slowest')))
}
