import { expect, isPhone, test } from './shop.ts'

test('the header holds at every width: name in the middle of a phone, counts inside the margin', async ({ page }) => {
  await page.addInitScript(() => {
    const line = { productId: 'p', variantId: 'v', slug: 's', name: 'Elbise', color: 'Kum', size: 'S', priceKurus: 100 }
    localStorage.setItem('cart', JSON.stringify([{ ...line, quantity: 12 }]))
    localStorage.setItem('favorites', '["01890000-0000-7000-8000-000000000000"]')
  })
  const widths = isPhone(page) ? [320, 360, 390] : [768, 1024, 1280, 1360, 1440]
  await page.goto('/elbise')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'FAVORİLER 1 ürün' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    const name = await header.getByRole('link', { name: 'Narçiçeği' }).boundingBox()
    const count = await header.getByText('12').boundingBox()
    const search = await header
      .getByRole('link', { name: 'Ürün ara' })
      .or(header.getByRole('combobox'))
      .first()
      .boundingBox()
    if (!name || !count || !search) throw new Error(`something is not shown at ${width} px`)
    const margin = width < 768 ? 8 : width < 1024 ? 20 : width < 1200 ? 32 : 48
    expect(count.x + count.width, `the cart's count at ${width} px`).toBeLessThanOrEqual(width - margin)
    if (width < 768) {
      expect(Math.abs(name.x + name.width / 2 - width / 2), `the name at ${width} px`).toBeLessThanOrEqual(4)
      expect(search.x - name.x - name.width, `air after the name at ${width} px`).toBeGreaterThanOrEqual(4)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('with letters twice as large a phone’s header keeps its name and all its buttons', async ({ page }) => {
  test.skip(!isPhone(page), 'a wide screen has room')
  await page.goto('/elbise')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px'
  })
  const header = page.getByRole('banner')
  for (const width of [320, 360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 })
    const boxes = await header
      .locator('svg, .word-mark')
      .evaluateAll((all) =>
        all.flatMap((part) => (part.checkVisibility() ? part.getBoundingClientRect().toJSON() : [])),
      )
    const sides = boxes.map(({ left, right }) => [left, right]).toSorted(([a = 0], [b = 0]) => a - b)
    expect(sides.length, `${width} px`).toBeGreaterThanOrEqual(6)
    expect(sides[0]?.[0], `${width} px`).toBeGreaterThanOrEqual(0)
    expect(sides.at(-1)?.[1], `${width} px`).toBeLessThanOrEqual(width)
    sides.reduce((before, next) => {
      expect(next[0], `what stands side by side at ${width} px`).toBeGreaterThanOrEqual((before[1] ?? 0) - 1)
      return next
    })
  }
})

test('with letters twice as large the row over a phone’s listing breaks, and what is in it stays whole', async ({
  page,
}) => {
  test.skip(!isPhone(page), 'a wide screen has room')
  for (const address of ['/ust-giyim', '/ust-giyim?beden=ust-giyim%3AM&beden=ust-giyim%3AL']) {
    await page.goto(address)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px'
    })
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      const boxes = await page
        .locator('.list-row > :is(button, details, p)')
        .evaluateAll((all) =>
          all.flatMap((part) => (part.checkVisibility() ? part.getBoundingClientRect().toJSON() : [])),
        )
      expect(boxes.length, `${address} at ${width} px`).toBeGreaterThanOrEqual(3)
      for (const { left, right } of boxes) {
        expect(left, `${address} at ${width} px`).toBeGreaterThanOrEqual(0)
        expect(right, `${address} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  }
  await page.evaluate(() => window.scrollTo(0, 900))
  const row = page.locator('.list-row')
  const foot = await page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().bottom)
  await expect.poll(async () => (await row.boundingBox())?.y, 'under the header').toBeGreaterThanOrEqual(foot - 2)
})

test('the phone’s menu folds its areas, and leads to favorites, orders and help', async ({
  page,
  checkAccessibility,
}) => {
  test.skip(!isPhone(page), 'a desktop has its areas in the header')
  await page.goto('/etek')
  const open = page.getByRole('banner').getByRole('button', { name: 'Kategoriler' })
  const menu = page.getByRole('dialog', { name: 'Kategoriler' })
  await open.click()
  await expect(menu.getByRole('link', { name: 'Pantolon' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Elbise' })).toBeHidden()
  await checkAccessibility('side menu')
  await menu.getByText('ÜST GİYİM').click()
  await expect(menu.getByRole('link', { name: 'Pantolon' })).toBeHidden()
  await menu.getByRole('link', { name: 'Elbise' }).click()
  await expect(page).toHaveURL('/elbise')

  await open.click()
  await menu.getByRole('button', { name: 'Favorilerim' }).click()
  const favorites = page.getByRole('dialog', { name: 'Favorilerim' })
  await expect(favorites.getByText('Henüz favoriniz yok')).toBeVisible()
  await favorites.getByRole('button', { name: 'Kapat' }).click()
  await open.click()
  await menu.getByRole('button', { name: 'Siparişlerim' }).click()
  const login = page.getByRole('dialog', { name: 'Hesabınız' })
  await login.getByRole('button', { name: 'Kapat' }).click()
  await open.click()
  await menu.getByRole('link', { name: 'Yardım' }).click()
  await expect(page).toHaveURL('/bilgi?section=sik-sorulanlar')
})

test('the categories of an area slide down in pictures under the pointer, and go when it leaves', async ({ page }) => {
  test.skip(isPhone(page), 'a phone has its menu')
  await page.goto('/bilgi')
  const areas = page.getByRole('navigation', { name: 'Bölümler' })
  const dress = areas.getByRole('link', { name: 'Elbise' })
  await areas.getByRole('link', { name: 'ÜST GİYİM' }).hover()
  await expect(dress).toBeVisible()
  await expect(areas.getByRole('button', { expanded: true })).toHaveAccessibleName('ÜST GİYİM kategorileri')
  const shown = () => dress.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(shown).toBeGreaterThan(100)
  await areas.getByRole('link', { name: 'ALT GİYİM' }).hover()
  await expect(areas.getByRole('link', { name: 'Pantolon' })).toBeVisible()
  await expect(dress).toBeHidden()
  await page.getByRole('main').hover({ position: { x: 20, y: 700 } })
  await expect(areas.getByRole('link', { name: 'Pantolon' })).toBeHidden()
  await areas.getByRole('link', { name: 'ÜST GİYİM' }).hover()
  await dress.click()
  await expect(page).toHaveURL('/elbise')
  await expect(areas.getByRole('button', { expanded: true })).toHaveCount(0)
})

test('the keyboard opens the categories of an area, walks through them in order and closes them', async ({
  page,
  checkAccessibility,
}) => {
  test.skip(isPhone(page), 'a phone has its menu')
  await page.goto('/')
  const areas = page.getByRole('navigation', { name: 'Bölümler' })
  const name = areas.getByRole('link', { name: 'ALT GİYİM' })
  const more = areas.getByRole('button', { name: 'ALT GİYİM kategorileri' })
  const skirts = areas.getByRole('link', { name: 'Etek' })
  await name.focus()
  await page.keyboard.press('Tab')
  await expect(more).toBeFocused()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(areas.getByRole('link', { name: 'Tüm Ürünler', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(skirts).toBeFocused()
  await checkAccessibility('categories of an area')
  await page.keyboard.press('Escape')
  await expect(skirts).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await expect(areas.getByRole('link', { name: 'Tüm Ürünler', exact: true })).toBeFocused()
  for (let n = 0; n < 3; n++) await page.keyboard.press('Tab')
  await expect(areas.getByRole('link', { name: 'AKSESUAR' })).toBeFocused()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(skirts).toBeHidden()
})

test.describe('a tablet', () => {
  test.use({ hasTouch: true })

  test('opens the categories of an area with the button beside its name', async ({ page }) => {
    test.skip(isPhone(page), 'a phone has its menu')
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto('/etek')
    const areas = page.getByRole('navigation', { name: 'Bölümler' })
    await areas.getByRole('button', { name: 'AKSESUAR kategorileri' }).tap()
    await areas.getByRole('link', { name: 'Çanta' }).tap()
    await expect(page).toHaveURL('/canta')
  })
})

test('the demo brand’s name is drawn, and written where colors are forced or the brand is another', async ({
  page,
}) => {
  await page.goto('/bilgi')
  const name = page.getByRole('banner').getByRole('link', { name: 'Narçiçeği' }).locator('span')
  const drawing = () =>
    name.evaluate((span) => {
      const { content, maskImage } = getComputedStyle(span, '::before')
      return {
        drawn: content !== 'none' && maskImage.startsWith('url('),
        ink: getComputedStyle(span).webkitTextFillColor,
      }
    })
  expect(await drawing()).toEqual({ drawn: true, ink: 'rgba(0, 0, 0, 0)' })
  // As wide as the letters that it stands for.
  const wide = await name.evaluate((span) => [
    span.getBoundingClientRect().width,
    Number.parseFloat(getComputedStyle(span, '::before').width),
  ])
  expect(Math.abs((wide[0] ?? 0) - (wide[1] ?? 0))).toBeLessThan(6)
  await page.emulateMedia({ forcedColors: 'active' })
  expect((await drawing()).drawn).toBe(false)
  await page.emulateMedia({ forcedColors: null })
  await page.evaluate(() => document.body.removeAttribute('data-blossom'))
  expect(await drawing()).toEqual({ drawn: false, ink: 'rgb(31, 26, 23)' })
})

test('the chosen category is in sight in its row, however far it stands in it', async ({ page }) => {
  for (const path of ['/top-ve-body', '/ust-giyim']) {
    await page.goto(path)
    const row = page.getByRole('navigation', { name: 'Kategoriler' })
    const chosen = row.locator('[aria-current=page]')
    await expect(chosen, path).toBeInViewport({ ratio: 1 })
    // As in a shop with many more.
    await row.evaluate((element) => {
      const others = [...element.querySelectorAll('li:not(:has([aria-current]))')]
      for (let n = 0; n < 4; n++) for (const one of others) one.parentElement?.append(one.cloneNode(true))
    })
    await row.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
    await expect(chosen, `${path}, the row scrolled to its end`).toBeInViewport({ ratio: 1 })
    const covered = await row.evaluate((element) => {
      const [chosen, links] = [element.querySelector('[aria-current]'), [...element.querySelectorAll('a')]]
      return links.flatMap((link) => {
        if (link === chosen) return []
        link.focus()
        const [one, other] = [link.getBoundingClientRect(), (chosen as Element).getBoundingClientRect()]
        return one.right > other.left && one.left < other.right ? [link.textContent] : []
      })
    })
    expect(covered, `${path}, the categories that have the focus`).toEqual([])
  }
})
