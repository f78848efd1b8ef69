import type { Page } from '@playwright/test'
import { countJumps, expect, isPhone, test } from './shop.ts'

/** The width of the first scene's fetched file, and the width that the screen needs; 1440 is the whole picture. */
async function sceneOf(page: Page) {
  const { drawn, ...scene } = await page
    .locator('[data-scene] img')
    .first()
    .evaluate((image: HTMLImageElement) => ({
      file: Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
      tall: image.naturalHeight > image.naturalWidth,
      drawn: Math.max(image.clientWidth, (image.clientHeight * image.naturalWidth) / image.naturalHeight),
    }))
  const density = await page.evaluate(() => devicePixelRatio)
  return { ...scene, needed: Math.min(Math.round(drawn * density), 1440) }
}

test.describe('the shop window', () => {
  test('the scene is sharp, fits the shape of the screen and is light to fetch', async ({ page }) => {
    const bytes = new Map<string, number>()
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    const pictures = new Map<string, string>()
    client.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Image') pictures.set(requestId, response.url)
    })
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = pictures.get(requestId)
      if (url) bytes.set(url, encodedDataLength)
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    const scene = await sceneOf(page)
    expect(scene.tall).toBe(isPhone(page))
    expect(scene.file).toBeGreaterThanOrEqual(scene.needed)
    // All that take turns on a phone.
    const urls = await page
      .locator('[data-scene] img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc))
    const sum = urls.reduce((sum, url) => sum + (bytes.get(url) ?? 0), 0)
    expect(sum, 'the scenes were fetched').toBeGreaterThan(10_000)
    if (isPhone(page)) expect(sum, 'pictures above the fold, bytes').toBeLessThanOrEqual(180_000)
  })

  test.describe('on the densest phones', () => {
    test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

    test('the height of the screen decides which file is fetched', async ({ page }) => {
      await page.goto('/', { waitUntil: 'networkidle' })
      const scene = await sceneOf(page)
      // By its width alone the screen would be content with less.
      expect(scene.needed).toBeGreaterThan(3 * 390)
      expect(scene.file).toBeGreaterThanOrEqual(scene.needed)
    })
  })

  test('the header lies over the scene and turns solid once that moves; search, account and cart are there', async ({
    page,
    checkAccessibility,
  }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    const ground = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect.poll(ground).toBe('rgba(0, 0, 0, 0)')
    await expect(header.getByRole('button', { name: 'OTURUM AÇ' })).toBeVisible()
    await expect(
      header
        .getByText('Ürün ara')
        .or(header.getByRole('link', { name: 'Ürün ara' }))
        .first(),
    ).toBeAttached()
    // Words over clothes that pass could not be read.
    await page.evaluate(() => window.scrollTo(0, 100))
    await expect.poll(ground).toBe('rgb(251, 248, 244)')
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(ground).toBe('rgba(0, 0, 0, 0)')
    await page.getByRole('heading', { name: 'Yeni gelenler' }).scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, window.innerHeight * 1.5))
    await expect.poll(ground).toBe('rgb(251, 248, 244)')
    await checkAccessibility('landing, scrolled')
    await header.getByRole('button', { name: 'SEPET' }).click()
    await expect(page.getByRole('dialog', { name: /Sepetim/ })).toBeVisible()
  })

  test('on a tablet held upright the word mark leaves the dress free', async ({ page }) => {
    test.skip(isPhone(page), 'a tablet is wider')
    for (const [width, height] of [
      [768, 1024],
      [1024, 1366],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      const name = await page.getByRole('heading', { level: 1 }).boundingBox()
      expect((name?.x ?? 0) + (name?.width ?? width), `${width} wide`).toBeLessThanOrEqual(width / 3)
    }
  })

  test('the page slides up to exactly what is below the scene', async ({ page }) => {
    test.skip(isPhone(page), 'on a phone the button leads into the shop')
    for (const width of [820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await page.getByRole('link', { name: 'Keşfetmeye Başla' }).click()
      const bottom = (place: string) => page.locator(place).evaluate((box) => box.getBoundingClientRect().bottom)
      const header = page.getByRole('banner')
      const nothingShows = async () => (await bottom('[data-scene]')) - (await bottom('body > header'))
      await expect.poll(nothingShows, `of the scene, at ${width} px`).toBeLessThanOrEqual(0)
      await expect(header).toHaveCSS('background-color', 'rgb(251, 248, 244)')
      await expect
        .poll(() => page.locator('#secim').evaluate((box) => Math.abs(Math.round(box.getBoundingClientRect().top))))
        .toBeLessThanOrEqual(width < 1024 ? 24 : 0)
      const title = await page.getByRole('heading', { level: 2 }).first().boundingBox()
      expect(title?.y, `the first words, at ${width} px`).toBeGreaterThanOrEqual(await bottom('body > header'))
    }
  })

  test('nothing jumps on the way from the scene into the shop', async ({ page }) => {
    test.skip(!isPhone(page), 'its way takes longer than a press excuses')
    const { promise: cardsAreThere, resolve: sheSeesCards } = Promise.withResolvers<void>()
    await page.route('**/list-row-*.js', async (route) => {
      await cardsAreThere
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    const jumps = await countJumps(page)
    await page.getByRole('link', { name: 'Keşfetmeye Başla' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Üst Giyim')
    await expect(page.locator('li.card img').first()).toBeVisible()
    // The row over them comes last.
    sheSeesCards()
    await expect(page.getByRole('button', { name: 'Filtrele' })).toBeVisible()
    const { sum, moved } = await jumps(6)
    expect(sum, moved).toBeLessThanOrEqual(0.02)
  })

  test('new pieces, the special collection and the categories lead on', async ({ page }) => {
    await page.goto('/')
    const fresh = page.getByRole('region', { name: 'Yeni gelenler' })
    const pieces = fresh.locator('li.card')
    await expect(pieces).toHaveCount(8)
    await expect(pieces.first()).toContainText('TL')
    const name = (await pieces.first().getByRole('heading').textContent()) ?? ''
    await page.getByRole('region', { name: 'Ne arıyorsunuz?' }).getByRole('link', { name: 'Çanta' }).click()
    await expect(page).toHaveURL('/canta')
    await page.goBack()
    await pieces.first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.goBack()
    await page.getByRole('link', { name: 'Hikâyemizi okuyun' }).click()
    await expect(page).toHaveURL('/bilgi')
  })

  test('without script every part can be read and followed', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'Koleksiyonu görün' }).click()
    await expect(page).toHaveURL('/special')
    await context.close()
  })
})
