import type { Browser, Locator, Page } from '@playwright/test'
import { signInAsOwner } from '../admin.ts'
import { measureAct, press, slowDown } from './paint.ts'

/** Rows that are drawn at most: those in view with three products before and after, each with its sizes. */
const most = 100

/** The owner's sheet of all products with their sizes open: scrolled, walked through and edited by keys, and ticked. */
export async function measureSheet(browser: Browser, port: number) {
  const origin = `http://127.0.0.1:${port}`
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'tr-TR', baseURL: origin })
  await page.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    await signInAsOwner(port),
  )
  await page.goto('/admin/urunler?acik=1')
  await stocks(page).first().waitFor()
  await slowDown(page)
  const rows = []
  for (const [what, act] of Object.entries(interactions)) {
    const figures = await measureAct(page, () => act(page))
    const drawn = await page.getByRole('row').count()
    const of = Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
    rows.push({ what: `sheet: ${what}`, of, drawn, most, ...figures })
  }
  await page.close()
  return rows
}

/** The cells of stock that are drawn. */
const stocks = (page: Page): Locator => page.getByRole('button', { name: / · [A-Z]+, stok: \d+$/ })

const interactions: Record<string, (page: Page) => Promise<void>> = {
  'scrolling by keys': async (page) => {
    for (let i = 0; i < 12; i++) await page.keyboard.press(i % 4 === 3 ? 'End' : 'PageDown', { delay: 30 })
    await page.keyboard.press('Home')
  },
  'scrolling by wheel': async (page) => {
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 3000)
      await page.waitForTimeout(60)
    }
  },
  'walking down': async (page) => {
    await stocks(page).nth(10).focus()
    for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowDown', { delay: 20 })
  },
  'editing cells': async (page) => {
    await stocks(page).nth(10).focus()
    for (const count of ['12', '7', '40']) {
      await page.keyboard.type(count, { delay: 60 })
      await page.keyboard.press('Enter', { delay: 30 })
    }
    await page
      .getByRole('status')
      .getByText(/→ 40\./)
      .waitFor()
  },
  'taking it back': async (page) => {
    await page.keyboard.press('Control+z')
    await page.getByText(/^Geri alındı:/).waitFor()
  },
  'ticking a product': async (page) => {
    const box = page.getByRole('checkbox').nth(5)
    await box.scrollIntoViewIfNeeded()
    await page.waitForTimeout(500)
    await press(page, box)
  },
}
