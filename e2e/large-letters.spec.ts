import type { Locator, Page } from '@playwright/test'
import { addFirstSize, payWith, putInCart, signInAsNewCustomer } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

test.beforeEach(({ page }) => {
  test.skip(!isPhone(page), 'a wide screen has room')
})

/** As who has the letters of all pages twice as large. */
async function enlarge(page: Page) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
}

/** How many pixels of the page, or of what scrolls in the open panel, stand beside the screen. */
async function beside(page: Page): Promise<number> {
  return page.evaluate(() => {
    const panels = [...document.querySelectorAll('dialog[open]')]
    const parts = panels.flatMap((panel) => [panel, ...panel.querySelectorAll('.overscroll-contain')])
    const shown = parts.length > 0 ? parts : [document.documentElement]
    return Math.max(...shown.map((part) => part.scrollWidth - part.clientWidth))
  })
}

test('with letters twice as large nothing stands beside the narrowest screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const texts = ['/bilgi?section=bizimle-calis', '/bilgi?section=gizlilik-sozlesmesi', '/bilgi?section=teslimat-iade']
  for (const path of ['/', '/yok', '/ara', '/ara?q=qqqqqqq', ...texts]) {
    await page.goto(path)
    await enlarge(page)
    expect(await beside(page), path).toBeLessThanOrEqual(0)
  }
})

async function linesOf(words: Locator): Promise<number> {
  return words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
}

test('with letters twice as large she filters and sorts, and nothing stands beside her screen', async ({ page }) => {
  for (const path of ['/bilgi', '/bilgi?section=iletisim', '/urun/saten-askili-elbise-siyah', '/ust-giyim']) {
    await page.goto(path)
    await enlarge(page)
    expect(await beside(page), path).toBeLessThanOrEqual(0)
    const notice = page.getByText('Demo mağaza: ödeme ve gönderim yapılmaz.', { exact: true })
    expect(await notice.evaluate((line) => line.scrollWidth - line.clientWidth), 'the notice is whole').toBe(0)
  }
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('link', { name: 'Ürün ara' }).click()
    const cross = page.getByRole('button', { name: 'Aramayı kapat' })
    const { x: left = width, width: size = 0 } = (await cross.boundingBox()) ?? {}
    expect(left + size, `the search and its cross at ${width} px`).toBeLessThanOrEqual(width)
    await cross.click()
    await page.locator('.list-row > details > summary').click()
    const menu = page.locator('.list-row > details > ul')
    const { x = -1, width: wide = 0 } = (await menu.boundingBox()) ?? {}
    expect(x, `the orders at ${width} px`).toBeGreaterThanOrEqual(0)
    expect(x + wide, `the orders at ${width} px`).toBeLessThanOrEqual(width)
    await page.locator('.list-row > details > summary').click()
  }
  await page.getByRole('button', { name: 'Filtrele' }).click()
  await expect(page.getByRole('dialog', { name: 'Filtrele' }).getByLabel('En az (TL)')).toBeVisible()
  expect(await beside(page), 'the filters').toBe(0)
})

test('with letters twice as large she buys and finds her order, and nothing stands beside her screen', async ({
  page,
  email,
}) => {
  await signInAsNewCustomer(page, email)
  await page.goto('/urun/saten-askili-elbise-siyah')
  await enlarge(page)
  await page.getByRole('button', { name: 'Beden Tablosu' }).click()
  await expect(page.getByRole('dialog', { name: 'Beden Tablosu' }).getByRole('table')).toBeVisible()
  expect(await beside(page), 'the chart of sizes').toBe(0)
  await page.keyboard.press('Escape')
  await addFirstSize(page)
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('button', { name: 'Artır' })).toBeVisible()
  expect(await beside(page), 'the cart').toBe(0)
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await cart.getByLabel('Soyad').fill('Büyükkaramanoğullarından')
  await cart.getByLabel('Telefon').fill('0532 111 22 33')
  await cart.getByLabel('Adres', { exact: true }).fill('Bağdat Caddesi 1/2, Kadıköy')
  await cart.getByLabel('İl', { exact: true }).selectOption('İstanbul')
  expect(await beside(page), 'where it goes').toBe(0)
  const sum = cart.locator('summary').getByText(/^[\d.]+,\d\d TL$/)
  expect(await linesOf(sum), 'the sum above').toBe(1)
  await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(cart.getByLabel('Kart numarası')).toBeVisible()
  await cart.getByLabel('Kart numarası').fill('5528790000000008')
  const twelve = cart.locator('label', { has: page.getByRole('radio', { name: /^12 taksit/ }) })
  expect(await linesOf(twelve.getByText(/^[\d.]+,\d\d TL$/)), 'what twelve installments come to').toBe(1)
  expect(await linesOf(cart.getByText('Toplam (KDV dahil)').locator('+ span')), 'the sum below').toBe(1)
  const drawn = cart.locator('[aria-hidden="true"]').getByText('5528 7900 0000 0008')
  expect(await drawn.evaluate((number) => number.scrollWidth - number.clientWidth), 'the number on the card').toBe(0)
  expect(await linesOf(cart.getByText('Son kullanma (AA/YY)', { exact: true })), 'the name of a field').toBe(1)
  expect(await beside(page), 'how it is paid').toBe(0)
  await payWith(page, '5528790000000008')
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(done.getByText(/elinizde olur/)).toBeVisible()
  expect(await beside(page), 'what was bought').toBe(0)
  // The first answer opens the order, the second one is the rest of it.
  const held = Promise.withResolvers<void>()
  const anOrder = /\/api\/v1\/orders\/[^/?]+$/
  await page.route(anOrder, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.route(anOrder, (route) => route.continue(), { times: 1 })
  await done.getByRole('button', { name: 'Siparişi görüntüle' }).click()
  await expect(page.getByRole('button', { name: 'Siparişi iptal et' })).toBeVisible()
  const order = page.getByRole('dialog', { name: /^Sipariş/ })
  expect(await beside(page), 'the order, while the rest of it is on its way').toBe(0)
  held.resolve()
  await expect(order.getByText(/elinizde olur/)).toBeVisible()
  expect(await beside(page), 'the order, and the account below it').toBe(0)
})

test('on a telephone on its side, and enlarged fourfold, the cart has room for its lines and ends at its button', async ({
  page,
  email,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'saten-askili-elbise-siyah')
  const cart = page.getByRole('dialog', { name: /Sepetim/ })
  for (const [width, height] of [
    [740, 360],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await cart.evaluate((panel) => panel.scrollHeight - panel.clientHeight), `cut off at ${height} px`).toBe(0)
    await cart.getByRole('button', { name: 'Kaldır' }).first().scrollIntoViewIfNeeded()
    await expect(cart.locator('li img').first(), `a line at ${height} px`).toBeInViewport({ ratio: 0.8 })
    await cart.getByText('Kargo ücretsiz').scrollIntoViewIfNeeded()
    await expect(cart.getByRole('button', { name: 'Ödemeye Geç' }), `at ${height} px`).toBeInViewport({ ratio: 1 })
  }
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await expect(
    page.getByRole('dialog').getByRole('heading').first(),
    'the next step begins at its title',
  ).toBeInViewport()
})

test('with letters twice as large, and on the narrowest screen, the notice of a lost line holds its words and its button', async ({
  page,
  context,
}) => {
  await page.goto('/elbise')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('heading', { level: 2 }).nth(2).click()
  const notice = page.getByRole('alert').filter({ hasText: 'İnternet bağlantınız' })
  const again = notice.getByRole('button', { name: 'Tekrar Dene' })
  const holds = async (where: string) => {
    const { x, width } = (await notice.boundingBox()) ?? { x: 0, width: 0 }
    const { x: left, width: wide } = (await again.boundingBox()) ?? { x: 0, width: Infinity }
    expect(left + wide, `the button ${where}`).toBeLessThan(x + width)
    const words = notice.getByText('Bağlantınız gelince')
    const { width: wordsWide } = (await words.boundingBox()) ?? { width: 0 }
    expect(wordsWide, `the words ${where}`).toBeGreaterThan(width / 2 - 24)
  }
  await expect(again).toBeVisible()
  await holds('of a phone')
  await page.setViewportSize({ width: 320, height: 640 })
  await holds('of a narrow one')
  await enlarge(page)
  await holds('with large letters')
})
