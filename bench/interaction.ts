import { chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../scripts/chromium.ts'
import { largeDir, startShop, stopShop } from './processes.ts'

/**
 * Interaction to next paint on the longest page there is, a listing of a thousand cards, on a processor slowed down four
 * times: scrolling with the keys, typing into the search, a tap on a heart. False when one takes 200 ms or more
 * (web.dev/inp: good below that). The large shop is the one that `admin` fills.
 */
const port = 3904
const slowdown = 4
const good = 200

export async function measureInteraction(): Promise<boolean> {
  const shop = await startShop({ port, dataDir: largeDir, settings: { RATE_LIMIT_SCALE: '100000' } })
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'tr-TR' })
    await page.goto(`http://127.0.0.1:${port}/ust-giyim?sayfa=42`, { waitUntil: 'networkidle' })
    await page.locator('html[data-ready]').waitFor()
    const cards = await page.locator('li.card').count()
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const rows = []
    for (const [what, act] of Object.entries(interactions))
      rows.push({ what, cards, 'slowest ms': await slowest(page, () => act(page)) })
    console.table(rows)
    return rows.every((row) => row['slowest ms'] < good)
  } finally {
    await browser.close()
    await stopShop(shop)
  }
}

const interactions: Record<string, (page: Page) => Promise<void>> = {
  'scrolling by keys': async (page) => {
    for (let i = 0; i < 12; i++) await page.keyboard.press(i % 4 === 3 ? 'End' : 'PageDown', { delay: 30 })
  },
  'opening the search': (page) => page.getByRole('link', { name: 'Ürün ara' }).click(),
  typing: (page) => page.keyboard.type('keten elbise', { delay: 120 }),
  // Guests are asked to sign in.
  'a heart': async (page) => {
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /favori/i })
      .last()
      .click()
    await page.getByRole('dialog').waitFor()
  },
}

/** The longest time from an input of `act` to the paint that shows what it did, as the browser's event timing tells it. */
async function slowest(page: Page, act: () => Promise<void>): Promise<number> {
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
