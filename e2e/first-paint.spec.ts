import { test as base, expect, type Page } from '@playwright/test'
import { test } from './shop.ts'

const fontOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontFamily.split(',')[0])

/** The page's script is held back; gives what lets it come. */
async function holdScript(page: Page): Promise<() => void> {
  const free = Promise.withResolvers<void>()
  await page.route('**/assets/react-*.js', async (route) => {
    await free.promise
    await route.continue()
  })
  return free.resolve
}

base('a button pressed before the page works is pressed as soon as it does', async ({ page }) => {
  const letScript = await holdScript(page)
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /^Sepet/i }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letScript()
  await expect(page.getByRole('dialog', { name: /Sepet/i })).toBeVisible()
})

base('what was typed before the page works stays typed', async ({ page }) => {
  const letScript = await holdScript(page)
  await page.goto('/reset-password?token=yok')
  await page.getByLabel('Yeni şifre', { exact: true }).fill('uzun bir parola')
  await page.getByLabel('Yeni şifre tekrar').fill('uzun bir')
  letScript()
  await page.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(page.getByText('Şifreler eşleşmiyor.')).toBeVisible()
  await expect(page.getByLabel('Yeni şifre', { exact: true })).toHaveValue('uzun bir parola')
})

base('a size and the button chosen before the page works put that size into the cart', async ({ page }) => {
  const letScript = await holdScript(page)
  await page.goto('/urun/saten-askili-elbise-zumrut')
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await page.locator('.buy-bar').getByRole('button').click()
  letScript()
  await expect(page.getByRole('dialog', { name: 'Sepetim (1)' })).toContainText('Beden: M')
})

base('no page waits for the last resort to begin its script', async ({ page }) => {
  await page.addInitScript(() => {
    const wait = window.setTimeout
    const shortWait = (work: TimerHandler, pause?: number) => (pause === 4000 ? 0 : wait(work, pause))
    Object.assign(window, { setTimeout: shortWait })
  })
  for (const path of ['/', '/ust-giyim', '/bilgi', '/verify-email', '/yok', '/odeme/sonuc']) {
    await page.goto(path)
    await expect.poll(() => page.evaluate(() => '__reactRouterContext' in window), path).toBe(true)
  }
  await page.goto('/admin')
  await expect(page, 'nobody is logged in').toHaveURL('/')
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

// Not `test`: the page rightly complains of the scripts that this one withholds.
base('our typefaces come after the first paint, and with it on the pages she goes on to', async ({ page }) => {
  await page.goto('/ust-giyim', { waitUntil: 'networkidle' })
  expect(await fontOf(page)).toBe('"Butik Sans"')
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.startTime ?? 0,
  ])
  expect(asked).toBeGreaterThanOrEqual(painted ?? 0)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.evaluate(() => location.assign('/alt-giyim'))
  await expect(page).toHaveTitle(/Alt Giyim/)
  await expect.poll(() => fontOf(page)).toBe('"Butik Sans"')
})
