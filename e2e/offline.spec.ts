import { expect, test } from './shop.ts'

test('without a connection she keeps the page that she has, and is told; with it she goes on', async ({
  page,
  context,
}) => {
  const watching = page.waitForResponse(/\/assets\/connection-/)
  await page.goto('/elbise')
  await page.mouse.wheel(0, 200)
  await (await watching).finished()
  const note = page.getByRole('status').filter({ hasText: 'İnternet bağlantınız yok.' })
  const link = page.locator('li.card a').nth(2)
  const name = (await link.textContent()) ?? ''
  await expect(note).toHaveCount(0)
  await context.setOffline(true)
  await expect(note).toBeVisible()
  await link.click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Etek' }).click()
  await expect(page).toHaveURL('/elbise')
  await expect(page.getByRole('heading', { level: 1, name: 'Elbise' })).toBeAttached()
  await context.setOffline(false)
  await expect(note).toHaveCount(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
