import type { Page } from '@playwright/test'
import { openAccount, signInAsNewCustomer } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })

test('without a line the list stays, says so, and opens the piece once there is one', async ({
  page,
  context,
  checkAccessibility,
}) => {
  await page.goto('/elbise')
  const notice = page.getByRole('alert').filter({ hasText: 'İnternet bağlantınız' })
  const again = notice.getByRole('button', { name: 'Tekrar dene' })
  await context.setOffline(true)
  await expect(notice).toContainText('İnternet bağlantınız yok.')
  await expect(again).toBeHidden()
  const tapped = cards(page).nth(2)
  const name = (await tapped.textContent()) ?? ''
  await tapped.click()
  await expect(again).toBeVisible()
  await expect(page).toHaveURL('/elbise')
  await expect(tapped).toBeInViewport()
  await expect(page.locator('.opening')).toHaveCount(0)
  await checkAccessibility('offline')
  // An area is no other page either.
  if (!isPhone(page)) {
    await page.getByRole('banner').getByRole('link', { name: 'AKSESUAR' }).click()
    await expect(again).toBeVisible()
    await expect(page).toHaveURL('/elbise')
    await tapped.click()
  }
  await again.click()
  await expect(notice).toContainText('İnternet bağlantınız yok.')
  await context.setOffline(false)
  await expect(notice).toContainText('İnternet bağlantınız geldi.')
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(notice).toBeHidden()

  await context.setOffline(true)
  // The list that she came from is kept; the page ahead of it is not.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Elbise' })).toBeAttached()
  await expect(page).toHaveURL('/elbise')
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
  await page.goForward()
  await expect(again).toBeVisible()
  await expect(page).toHaveURL('/elbise')
  await context.setOffline(false)
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a line that is gone and back leaves nothing behind, and links of the browser’s own wait as well', async ({
  page,
  context,
}) => {
  await page.goto('/elbise')
  const notice = page.getByRole('alert').filter({ hasText: 'İnternet bağlantınız' })
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  // Opens a page of its own, which would be the browser's.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Teslimat ve İade' }).click()
  expect(context.pages()).toHaveLength(1)
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('contentinfo').getByRole('link', { name: 'Teslimat ve İade' }).click(),
  ])
  await expect(opened).toHaveURL('/bilgi?section=teslimat-iade')
})

test('the cart that is opened without a line comes with it', async ({ page, context }) => {
  await page.goto('/elbise')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'SEPET' }).click()
  await expect(cards(page).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: /Sepetim/ })).toBeVisible()
})

test('in the cart, which lies over the page and its notice, she is told that the line is gone', async ({
  page,
  context,
  checkAccessibility,
}) => {
  await page.goto('/bilgi')
  await page.getByRole('banner').getByRole('button', { name: 'SEPET' }).click()
  const cart = page.getByRole('dialog', { name: /Sepetim/ })
  await expect(cart).toBeVisible()
  await context.setOffline(true)
  await expect(cart.getByRole('alert')).toHaveText(/^İnternet bağlantınız yok\./)
  await checkAccessibility('the cart offline')
  await context.setOffline(false)
  await expect(cart.getByRole('alert')).toHaveCount(0)
})

test('a page that does not come keeps the shop’s name and look, and is tried again without leaving the shop', async ({
  page,
}) => {
  await page.goto('/elbise?beden=M')
  const lost = (address: string) => page.route(address, (route) => route.abort())
  await lost('**/urun/*.data*')
  const tapped = cards(page).first()
  const name = (await tapped.textContent()) ?? ''
  await tapped.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bir şeyler ters gitti' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Narçiçeği' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('"Butik Sans"')
  await lost('**/urun/*')
  const again = page.getByRole('link', { name: 'Tekrar Dene' })
  await again.click()
  await expect(page.getByText('Mağazaya hâlâ ulaşılamıyor.')).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('a picture that did not come is asked for again once there is a line', async ({ page, context }) => {
  let refused = 0
  await page.route('**/media/**', (route) => {
    refused++
    return route.abort()
  })
  await page.goto('/elbise')
  const main = page.getByRole('main')
  const first = main
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
    .first()
  await expect(first.getByRole('img').first()).toHaveJSProperty('tagName', 'SPAN')
  expect(refused).toBeGreaterThan(0)
  await page.unrouteAll()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(first.locator('img').first()).toHaveJSProperty('complete', true)
  await expect
    .poll(() =>
      first
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
})

test('the marks of the cards at the end of a page are there without a line', async ({ page, context }) => {
  await page.goto('/elbise', { waitUntil: 'load' })
  await context.setOffline(true)
  const marks = page.getByRole('img', { name: /^Kabul edilen kartlar/ })
  await marks.scrollIntoViewIfNeeded()
  await expect(marks).toHaveJSProperty('complete', true)
  expect(await marks.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('a broken picture has a drawing in its place in the cart’s suggestions', async ({ page }) => {
  await page.goto('/bilgi')
  await page.route('**/media/**', (route) => route.abort())
  await page.getByRole('banner').getByRole('button', { name: 'SEPET' }).click()
  const suggested = page.getByRole('dialog').getByRole('listitem').first()
  await expect(suggested.locator('svg')).toBeVisible()
})

test('what needs a script of its own on a product page waits for a line and opens then', async ({ page, context }) => {
  await page.goto('/urun/saten-askili-elbise-sampanya')
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /bedeni gelince haber verin$/ })
    .first()
    .click()
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Saten Askılı/)
  await expect(page.getByRole('button', { name: 'SEPETE EKLE' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Gelince Haber Ver' })).toBeVisible()
})

test('a page whose script did not come, as the line went after it was read, works once the line is back', async ({
  context,
}) => {
  const page = await context.newPage()
  // Whether the page itself is still there is asked once its scripts have failed.
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.route('**/*', (route) => {
    const request = route.request()
    const isLost = request.method() === 'HEAD' || /\/assets\/.*\.js$/.test(request.url())
    return isLost ? route.abort('internetdisconnected') : route.fallback()
  })
  await page.goto('/elbise')
  await context.setOffline(true)
  await failed
  await page.unrouteAll()
  await expect(cards(page).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('html')).toHaveAttribute('data-ready')
  await page.getByRole('banner').getByRole('button', { name: 'SEPET' }).click()
  await expect(page.getByRole('dialog', { name: /Sepetim/ })).toBeVisible()
})

test('her settings and a report of a problem that she opens without a line come with it', async ({
  page,
  context,
  email,
}) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByText('Henüz siparişiniz yok')).toBeVisible()
  await context.setOffline(true)
  await panel.getByRole('tab', { name: 'Kullanıcı Ayarları' }).click()
  await expect(panel.getByRole('status', { name: 'Ayarlar yükleniyor' })).toBeVisible()
  await context.setOffline(false)
  await expect(panel.getByLabel('Soyad')).toHaveValue('Yılmaz')
  await panel.getByRole('button', { name: 'Kapat' }).click()

  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Sorun Bildirimi' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Üst Giyim')
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Sorun Bildirimi' })).toBeVisible()
})

test('favorites that could not be fetched without a line come by themselves once there is one', async ({
  page,
  context,
  email,
}) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Favoriler')
  await expect(panel.getByText('Henüz favoriniz yok')).toBeVisible()
  await panel.getByRole('tab', { name: 'Siparişlerim' }).click()
  await expect(panel.getByText('Henüz siparişiniz yok')).toBeVisible()
  await context.setOffline(true)
  await panel.getByRole('tab', { name: 'Favoriler' }).click()
  await expect(panel.getByRole('button', { name: 'Tekrar Dene' })).toBeVisible()
  await context.setOffline(false)
  await expect(panel.getByText('Henüz favoriniz yok')).toBeVisible()
})

test('at the end of a list without a line she keeps it, and the rest comes once there is one', async ({
  page,
  context,
}) => {
  await page.goto('/ust-giyim')
  const before = await cards(page).count()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Daha fazla göster' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('alert').filter({ hasText: 'İnternet bağlantınız yok.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Daha fazla göster' })).toBeInViewport()
  expect(await cards(page).count()).toBe(before)
  await context.setOffline(false)
  await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
})
