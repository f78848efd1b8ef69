import { expect, isPhone, test } from './shop.ts'

const dress = '/urun/saten-askili-elbise-sampanya'

test('she looks at a dress closely: by button, by key, and back to where she was', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto(dress)
  await page.getByRole('button', { name: 'Görseli büyüt' }).click()
  const zoom = page.getByRole('dialog', { name: /büyük görseller/ })
  await expect(zoom.getByRole('img')).toBeVisible()
  await checkAccessibility('zoom')
  const picture = zoom.locator('div > div').first()
  await zoom.getByRole('button', { name: 'Yakınlaştır' }).click()
  await expect(picture).toHaveCSS('transform', /^matrix\(1\.5,/)
  if (!isPhone(page)) {
    await page.mouse.move(700, 400)
    await page.mouse.wheel(0, -300)
    await expect(picture).toHaveCSS('transform', /^matrix\([2-4]/)
  }
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByText('3 görselden 2. görsel')).toBeAttached()
  await expect(picture).toHaveCSS('transform', /^matrix\(1, 0, 0, 1, 0, 0\)$/)
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()
  await expect(page.getByRole('button', { name: 'Görseli büyüt' })).toBeFocused()
})

test('two fingers bring the picture closer', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a screen for fingers')
  await page.goto(dress)
  await page.getByRole('button', { name: 'Görseli büyüt' }).click()
  const picture = page.getByRole('dialog').locator('div > div').first()
  await expect(picture).toBeVisible()
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: 195 - apart, y: 400, id: 1 },
              { x: 195 + apart, y: 400, id: 2 },
            ],
    })
  await touch('touchStart', 20)
  for (const apart of [30, 40, 50]) await touch('touchMove', apart)
  await touch('touchEnd', 0)
  await expect(picture).toHaveCSS('transform', /^matrix\(2/)
})

test('she finds her size in the chart and copies the address', async ({ page, context, checkAccessibility }) => {
  await page.goto(dress)
  await page.getByRole('button', { name: 'Beden Tablosu' }).click()
  const chart = page.getByRole('dialog', { name: 'Beden Tablosu' })
  await expect(chart.getByRole('row', { name: /^M 88–91 70–73 96–99$/ })).toBeVisible()
  await checkAccessibility('size chart')
  await page.keyboard.press('Escape')
  await expect(chart).toBeHidden()
  if (!isPhone(page)) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Bu ürünü paylaş' }).click()
    await expect(page.getByText('Bağlantı kopyalandı.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/urun\/saten-askili-elbise-sampanya$/)
  }
})

test('she sees again what she looked at before', async ({ page, checkAccessibility }) => {
  for (const slug of ['tote-canta-taba', 'keten-takim-kum'])
    await page.goto(`/urun/${slug}`, { waitUntil: 'networkidle' })
  await page.goto(dress)
  const buy = page.getByRole('button', { name: 'ÖNCE BEDEN SEÇİN' })
  if (isPhone(page)) await expect(buy).toBeInViewport()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  // The bar at the bottom edge lies on nothing of the footer.
  if (isPhone(page)) await expect(buy).not.toBeInViewport()
  const before = page.getByRole('region', { name: 'Son Baktıklarınız' })
  await expect(before.getByRole('link')).toHaveText([/Keten İkili Takım Kum/, /Tote Çanta Taba/])
  await checkAccessibility('product')
})

test('a picture that does not load leaves its place to a drawing', async ({ page }) => {
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
  await page.goto(dress)
  const drawing = page.getByRole('region', { name: 'Ürün görselleri' }).getByRole('img', { name: /Saten Askılı/ })
  await expect(drawing.first().locator('svg')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('what is worn with it stands in the page, and leads to it', async ({ page }) => {
    await page.goto('/urun/pile-midi-etek-adacayi')
    const outfit = page.getByRole('region', { name: 'Kombini tamamlayın' })
    await expect(outfit.getByRole('listitem')).toHaveCount(3)
    const piece = outfit.getByRole('link').first()
    const name = (await piece.textContent()) ?? ''
    await piece.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  })
})

test('a heart in the outfit works, and a piece opens in place', async ({ page }) => {
  await page.goto('/urun/pile-midi-etek-adacayi')
  const outfit = page.getByRole('region', { name: 'Kombini tamamlayın' })
  const heart = outfit.getByRole('button').first()
  await heart.scrollIntoViewIfNeeded()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await page.evaluate(() => {
    document.documentElement.dataset.same = 'yes'
  })
  const piece = outfit.getByRole('link').first()
  const name = (await piece.textContent()) ?? ''
  await piece.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe('yes')
})
