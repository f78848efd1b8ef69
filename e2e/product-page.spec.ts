import { countJumps, expect, isPhone, test } from './shop.ts'

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

test('a finger turns one picture at a time, however far it goes, and not while it scrolls the page', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'a screen for fingers')
  await page.goto(dress)
  const strip = page.getByRole('region', { name: 'Ürün görselleri' }).getByRole('list')
  const shown = (n: number) => expect(page.getByText(`3 görselden ${n}. görsel`)).toBeAttached()
  /** Which picture stands still. */
  const at = (n: number) =>
    expect.poll(() => strip.evaluate((list) => list.scrollLeft / list.clientWidth)).toBeCloseTo(n, 2)
  const client = await page.context().newCDPSession(page)
  async function swipe(x: number, y: number, steps = 10) {
    const points = Array.from({ length: steps + 1 }, (_, n) => ({ x: 340 + (x * n) / steps, y: 450 + (y * n) / steps }))
    for (const [n, point] of points.entries())
      await client.send('Input.dispatchTouchEvent', { type: n ? 'touchMove' : 'touchStart', touchPoints: [point] })
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  // Its script comes with the first touch.
  await page.touchscreen.tap(200, 700)
  await page.waitForLoadState('networkidle')
  await swipe(-300, 5)
  await shown(2)
  await at(1)
  await swipe(-240, 5, 3)
  await shown(3)
  await at(2)
  await page.getByRole('button', { name: 'Önceki görsel' }).click()
  await at(1)
  const before = await page.evaluate(() => window.scrollY)
  await swipe(-70, -200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 100)
  await at(1)
  // The page glides on after the finger has left, also past a scroll that is asked for meanwhile.
  const top = () =>
    page.evaluate(async () => {
      window.scrollTo(0, 0)
      for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame)
      return window.scrollY
    })
  await expect.poll(top).toBe(0)
  await swipe(-60, 0)
  await at(2)
})

test('a wide screen has two pictures a row and opens the one that is pressed; a tablet has them under each other', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone shows one at a time')
  await page.goto(dress)
  const gallery = page.getByRole('region', { name: 'Ürün görselleri' })
  const boxes = async () =>
    Promise.all((await gallery.getByRole('listitem').all()).map(async (item) => item.boundingBox()))
  const [first, second, third] = await boxes()
  expect([second?.y, second?.width]).toEqual([first?.y, first?.width])
  expect(third?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0))
  // An odd last one leaves no hole.
  expect(third?.width).toBeCloseTo((second?.x ?? 0) + (second?.width ?? 0) - (first?.x ?? 0), 0)
  await expect(page.getByRole('button', { name: 'Sonraki görsel' })).toBeHidden()
  await gallery.getByRole('button', { name: /, 2\. görsel$/ }).click()
  const zoom = page.getByRole('dialog', { name: /büyük görseller/ })
  await expect(zoom.getByText('3 görselden 2. görsel')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(zoom).toBeHidden()

  await page.setViewportSize({ width: 820, height: 1180 })
  const [top, below] = await boxes()
  expect(top?.width).toBeGreaterThan(0.45 * 820)
  expect([below?.x, below?.width]).toEqual([top?.x, top?.width])
  expect((below?.y ?? 0) - (top?.y ?? 0) - (top?.height ?? 0)).toBeLessThan(24)
})

test('what lies on a picture is of one make', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'elsewhere the way back lies beside it')
  await page.goto(dress)
  const looks = await Promise.all(
    [
      page.getByRole('navigation', { name: 'Sayfa yolu' }).getByRole('link', { name: 'Geri' }),
      page.getByRole('button', { name: 'Sonraki görsel' }),
      page.getByRole('button', { name: 'Görseli büyüt' }),
    ].map((control) =>
      control.evaluate((element) => {
        const { backgroundColor, borderRadius, height } = getComputedStyle(element)
        return { backgroundColor, borderRadius, height }
      }),
    ),
  )
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1)
  expect(looks[0]?.height).toBe('44px')
})

test('the size she chose is in the address, and there again after a reload', async ({ page }) => {
  await page.goto(dress)
  const size = (name: string) => page.getByRole('radio', { name, exact: true })
  await size('M').check({ force: true })
  await expect(page).toHaveURL(`${dress}?beden=M`)
  await page.reload()
  await expect(size('M')).toBeChecked()
  await expect(page.getByRole('button', { name: 'SEPETE EKLE' })).toBeVisible()
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${dress}$`))
})

test('a struck-out size opens the stock notice for that size', async ({ page, checkAccessibility }) => {
  await page.goto(dress)
  const ask = page.getByRole('button', { name: /bedeni gelince haber verin$/ }).first()
  const size = ((await ask.textContent()) ?? '').split(' ')[0] ?? ''
  await expect(page.getByRole('radio', { name: `${size} (tükendi)` })).toBeDisabled()
  await ask.click()
  const notice = page.getByRole('dialog', { name: 'Gelince Haber Ver' })
  await expect(notice.getByLabel('Beden').locator('option:checked')).toHaveText(size)
  await checkAccessibility('stock notice of a size')
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
    await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
    await page.getByRole('button', { name: 'Bu ürünü paylaş' }).click()
    const said = page.getByText('Bağlantı kopyalandı.')
    await expect(said).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /\/urun\/saten-askili-elbise-sampanya\?beden=M$/,
    )
    // It lies over nothing of the head, whose name and buttons it used to cover.
    const name = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((await said.boundingBox())?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) + 200)
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
  const before = page.getByRole('region', { name: 'Son görüntülenenler' })
  await expect(before.getByRole('link')).toHaveText([/Keten İkili Takım Kum/, /Tote Çanta Taba/])
  await checkAccessibility('product')

  // An empty cart has them too, this product before them, until she wants them forgotten.
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^SEPET/ })
    .click()
  const cart = page.getByRole('dialog', { name: 'Sepetim (0)' })
  const inCart = cart.getByRole('region', { name: 'Son görüntülenenler' })
  await expect(inCart.getByRole('link')).toHaveText([/Saten Askılı/, /Keten İkili Takım Kum/, /Tote Çanta Taba/])
  await checkAccessibility('an empty cart over a product')
  await inCart.getByRole('link', { name: /Tote Çanta Taba/ }).click()
  await expect(cart).toBeHidden()
  await expect(page).toHaveURL('/urun/tote-canta-taba')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^SEPET/ })
    .click()
  await inCart.getByRole('button', { name: /Temizle/ }).click()
  await expect(inCart).toBeHidden()
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
    // Their colors are lists of their own.
    await expect(outfit.locator('li.card')).toHaveCount(3)
    const piece = outfit.getByRole('link').first()
    const name = (await piece.textContent()) ?? ''
    await piece.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  })
})

test('a heart in the outfit works, pressed before its script has come as well, and a piece opens in place', async ({
  page,
}) => {
  const letScript = Promise.withResolvers<void>()
  await page.route('**/assets/beside-cards-*.js', async (route) => {
    await letScript.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/beside-cards-*.js')
  await page.goto('/urun/pile-midi-etek-adacayi')
  const outfit = page.getByRole('region', { name: 'Kombini tamamlayın' })
  const heart = outfit.getByRole('button', { name: /^Favorilere ekle/ }).first()
  await heart.scrollIntoViewIfNeeded()
  await heart.click()
  await asked
  letScript.resolve()
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

test('what is worn with it stands below its heading on a tablet, and beside it on a wide screen', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'wider screens')
  await page.goto('/urun/pile-midi-etek-adacayi')
  const heading = page.getByRole('heading', { name: 'Kombini tamamlayın' })
  const first = page.getByRole('region', { name: 'Kombini tamamlayın' }).locator('li.card').first()
  const boxes = async () => [await heading.boundingBox(), await first.boundingBox()]
  const [beside, right] = await boxes()
  expect(right?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0))
  expect(right?.y).toBeLessThan((beside?.y ?? 0) + (beside?.height ?? 0))
  await page.setViewportSize({ width: 820, height: 1180 })
  const [above, below] = await boxes()
  expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  // Its words are whole.
  expect(above?.height).toBeLessThan(60)
})

test('coming back up from the end, nothing jumps under her finger', async ({ page }) => {
  const { promise: atTheEnd, resolve: sheIsAtTheEnd } = Promise.withResolvers<void>()
  await page.route('**/oneriler*', async (route) => {
    await atTheEnd
    await route.continue()
  })
  await page.goto(dress)
  await page.goto('/urun/tote-canta-taba')
  // Whichever products are drawn by lot, they are higher than the places kept for them.
  await page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync('li.card h2 { padding-bottom: 4rem }')
    document.adoptedStyleSheets.push(style)
  })
  // They come while she is at the end, above the screen.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const viewed = page.getByRole('region', { name: 'Son görüntülenenler' })
  await expect(viewed.getByRole('link')).toHaveCount(1)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  sheIsAtTheEnd()
  await expect(page.getByRole('region', { name: 'Önerilen Diğer Ürünler' })).toHaveAttribute('aria-busy', 'false')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  const jumps = await countJumps(page)
  await viewed.getByRole('button', { name: /Temizle/ }).scrollIntoViewIfNeeded()
  const { sum, moved } = await jumps(6)
  // The parts that came onto the screen had their height before, so nothing depends on the browser holding its place in time.
  expect(await height()).toBe(before)
  expect(sum, moved).toBeLessThanOrEqual(0.005)
})
