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
