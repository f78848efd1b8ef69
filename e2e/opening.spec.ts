import { expect, test } from './shop.ts'

test('a tapped card is laid out as its page until that is there, and the list comes back as it was', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'on a phone, where networks are slow')
  const free = Promise.withResolvers<void>()
  await page.route('**/urun/*.data*', async (route) => {
    await free.promise
    await route.continue()
  })
  await page.goto('/elbise')
  await page.evaluate(() => window.scrollTo(0, 500))
  const card = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) })
  const tapped = card.nth(3)
  const heading = tapped.getByRole('heading')
  const name = (await heading.textContent()) ?? ''
  await heading.tap()
  await expect.poll(async () => (await tapped.locator('img').first().boundingBox())?.width).toBe(390)
  await expect(heading).toBeInViewport()
  await expect(tapped.getByText(/ TL$/)).toBeInViewport()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  free.resolve()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Elbise' })).toBeAttached()
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(500)
  await expect(page.locator('.opening')).toHaveCount(0)
})

test('back at a list she sees what she left, with no network at all, and a link to it fetches it anew', async ({
  page,
}) => {
  await page.goto('/elbise')
  const heading = page.getByRole('heading', { level: 1, name: 'Elbise' })
  const card = page.locator('li.card').nth(2)
  const name = (await card.getByRole('link').first().textContent()) ?? ''
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.route('**/*.data*', (route) => route.abort())
  await page.goBack()
  await expect(heading).toBeAttached()
  await expect(card.getByRole('link').first()).toHaveText(name)
  await page.unroute('**/*.data*')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const asked = page.waitForRequest('**/elbise.data*')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Elbise' }).click()
  await asked
  await expect(heading).toBeAttached()
})

test('Back while the list still turns into the product’s page skips the rest without a word in the console', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const turn = document.startViewTransition.bind(document)
    document.startViewTransition = (update) =>
      turn(async () => {
        if (typeof update === 'function') await update()
        // The page is drawn and its turning has not begun: once, Back is pressed right then.
        if ('skipped' in document.documentElement.dataset) return
        const gone = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
        window.history.back()
        await gone
        document.documentElement.dataset.skipped = ''
        await new Promise((done) => setTimeout(done))
      })
  })
  await page.goto('/elbise')
  const card = page.locator('li.card').nth(2).getByRole('link').first()
  await card.click()
  await expect(page.locator('html')).toHaveAttribute('data-skipped')
  await expect(page).toHaveURL('/elbise')
  await expect(page.getByRole('heading', { level: 1, name: 'Elbise' })).toBeAttached()
  await card.click()
  await expect(page).toHaveURL(/\/urun\//)
})

test('the picture of the tapped card stays in sight until the larger one is there', async ({ page }) => {
  const free = Promise.withResolvers<void>()
  await page.goto('/elbise')
  const card = page.locator('li.card').nth(3)
  await card.scrollIntoViewIfNeeded()
  const picture = card.locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const small = await picture.evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  await page.route('**/media/**', async (route) => {
    await free.promise
    await route.continue()
  })
  await card.getByRole('link').first().click()
  const large = page.getByRole('region', { name: 'Ürün görselleri' }).locator('img.product-picture')
  await expect(large).toHaveCSS('background-image', new RegExp(`${small}"\\)$`))
  free.resolve()
})

test('a list is fetched ahead while she is near a link to it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a finger is near nothing')
  await page.goto('/elbise')
  const ahead = page.waitForRequest(/\/aksesuar\.data\?_routes=storefront%2Flisting%2Flisting$/)
  await page.getByRole('banner').getByRole('link', { name: 'AKSESUAR', exact: true }).hover()
  await ahead
  await expect(page).toHaveURL('/elbise')
})

test('a panel or menu that a slow line lets wait is announced until it is there', async ({ page, isMobile }) => {
  await page.goto('/elbise')
  const letScripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/(login-panel|side-menu)-/, async (route) => {
    await letScripts.promise
    await route.continue()
  })
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: isMobile ? 'Kategoriler' : 'OTURUM AÇ' }).click()
  const coming = page.getByRole('status', { name: 'Açılıyor' })
  await expect(coming).toBeAttached()
  const line = await coming.evaluate((status) => getComputedStyle(status, '::before').animationName)
  expect(line).toBe('under-way')
  letScripts.resolve()
  await expect(page.getByRole('dialog').first()).toBeVisible()
  await expect(coming).toHaveCount(0)
})
