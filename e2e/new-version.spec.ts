import type { Page } from '@playwright/test'
import { putInCart, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

/**
 * As on a page of a version that is gone: no process has the script of the cart any more. The next page has its own. For the page that
 * is opened next, which may fetch the script at any time: it hears that it is gone when the test says so.
 */
async function loseCart(page: Page): Promise<() => void> {
  let pages = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pages++
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/panel-[\w-]+\.js/, async (route) => {
    if (pages > 1) return route.continue()
    await promise
    await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Böyle bir dosya yok.' })
  })
  return resolve
}

const openCart = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^SEPET/ })
    .click()

test('a page whose scripts are gone is loaded anew, and works', async ({ page }) => {
  const lose = await loseCart(page)
  await page.goto('/elbise')
  const again = page.waitForEvent('load')
  await openCart(page)
  lose()
  await again
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
  await openCart(page)
  await expect(page.getByRole('dialog', { name: /Sepet/ })).toBeVisible()
})

test('a page whose cart has lost the script of its next step is loaded anew, and works', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  let gone = true
  await page.route(/\/assets\/info-[\w-]+\.js/, (route) =>
    gone ? route.fulfill({ status: 404, contentType: 'text/plain', body: 'Böyle bir dosya yok.' }) : route.continue(),
  )
  await putInCart(page, await wellStocked(page))
  const cart = page.getByRole('dialog')
  const again = page.waitForEvent('load')
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await again
  gone = false
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
  await openCart(page)
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await expect(cart.getByRole('button', { name: 'Ödeme adımına geç' })).toBeVisible()
})

test('one that stays broken is loaded anew only once', async ({ context }) => {
  const page = await context.newPage()
  await page.route(/\/assets\/panel-[\w-]+\.js/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/elbise')
  let loads = 0
  page.on('load', () => loads++)
  const again = page.waitForEvent('load')
  await openCart(page)
  await again
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
  const fails = page.waitForEvent('console', (line) => line.text().includes('dynamically imported module'))
  await openCart(page)
  await fails
  expect(loads).toBe(1)
})

test('not where something was typed, unless she says so', async ({ page }) => {
  const lose = await loseCart(page)
  await page.goto('/bilgi?section=bizimle-calis')
  const title = page.getByRole('article').getByLabel('Başlık')
  await title.fill('Triko koleksiyonu')
  let loads = 0
  page.on('load', () => loads++)
  page.once('dialog', (question) => question.dismiss())
  const asked = page.waitForEvent('dialog')
  await openCart(page)
  lose()
  expect((await asked).message()).toContain('Yazdıklarınız silinebilir')
  await expect(title).toHaveValue('Triko koleksiyonu')
  expect(loads).toBe(0)
})

test('a page that is so old that none of its scripts is there is asked for anew', async ({ page }) => {
  let gone = true
  await page.route(/\/assets\/entry\.client-[\w-]+\.js/, (route) => {
    if (!gone) return route.continue()
    gone = false
    return route.fulfill({ status: 404, contentType: 'text/plain', body: 'Böyle bir dosya yok.' })
  })
  // Until the page works, which it does only once it was loaded twice.
  await page.goto('/elbise')
  expect(gone).toBe(false)
  await openCart(page)
  await expect(page.getByRole('dialog', { name: /Sepet/ })).toBeVisible()
})
