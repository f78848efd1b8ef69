import { test as base, expect } from '@playwright/test'
import { test } from './shop.ts'

base('a button pressed before the page works is pressed as soon as it does', async ({ page }) => {
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/framework-*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /^Sepet/i }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  pressed.resolve()
  await expect(page.getByRole('dialog', { name: /Sepet/i })).toBeVisible()
})

test('pictures are fetched before the script, which comes after the first paint', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.resourceType()))
  await page.goto('/ust-giyim', { waitUntil: 'networkidle' })
  expect(asked.filter((type) => type === 'script').length).toBeGreaterThan(3)
  expect(asked.indexOf('image')).toBeGreaterThan(0)
  expect(asked.indexOf('script')).toBeGreaterThan(asked.indexOf('image'))
  const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const script = await page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => /assets.*\.js$/.test(name))?.startTime,
  )
  expect(script ?? 0).toBeGreaterThanOrEqual(painted ?? Number.POSITIVE_INFINITY)
})
