import { expect, isPhone, test } from './shop.ts'

const inBluz = '/bluz?siralama=artan'

test('a card shows the color that is pointed at or tapped, and leads to it', async ({ page, checkAccessibility }) => {
  await page.goto(inBluz)
  const card = page.locator('li.card', { has: page.getByRole('link', { name: 'Mavi Çizgili', exact: true }) }).first()
  const heading = card.getByRole('heading')
  await expect(heading).not.toContainText('Mavi Çizgili')
  const before = await card.locator('img').first().getAttribute('src')
  const color = card.getByRole('link', { name: 'Mavi Çizgili', exact: true })
  // Cut from the picture: a tone could not say what stripes look like.
  const cloth = color.locator('img')
  await cloth.scrollIntoViewIfNeeded()
  await expect.poll(() => cloth.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
  if (isPhone(page)) await color.tap()
  else await color.hover()
  await expect(heading).toContainText('Mavi Çizgili')
  // In the name of a piece the design comes first; its color is in the quieter ink.
  await expect(heading.getByText('Mavi Çizgili')).toHaveCSS('color', 'rgb(107, 98, 91)')
  await expect(heading.getByRole('link')).toHaveCSS('color', 'rgb(31, 26, 23)')
  await expect(color).toHaveAttribute('aria-current', 'true')
  await expect(card.locator('img').first()).not.toHaveAttribute('src', before ?? '')
  await expect(page).toHaveURL(inBluz)
  await checkAccessibility('another color on a card')
  const name = (await heading.textContent()) ?? ''
  await heading.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('the colors of a card are one stop of the Tab key, and the arrow keys go through them', async ({ page }) => {
  test.skip(isPhone(page), 'keys')
  await page.goto(inBluz)
  const card = page.locator('li.card').first()
  const colors = card.getByRole('list', { name: 'Renkler' }).getByRole('link')
  await card.getByRole('heading').getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('list', { name: 'Renkler' }).locator('a:focus')).toHaveAttribute('aria-current', 'true')
  const last = colors.last()
  for (let n = await colors.count(); n > 0; n--) await page.keyboard.press('ArrowRight')
  await expect(last).toBeFocused()
  await expect(card.getByRole('heading')).toContainText((await last.textContent()) ?? '')
  const address = (await last.getAttribute('href')) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address)
})

test('cards side by side stand in line, whatever they say', async ({ page }) => {
  await page.goto(inBluz)
  // The one that stands large takes two rows.
  const tops = await page.locator('li.card:not(.lead)').evaluateAll((cards) =>
    cards.slice(0, 8).map((card) => {
      const colors = card.querySelector('.colors')?.getBoundingClientRect()
      const picture = card.querySelector('div')?.getBoundingClientRect()
      return { row: Math.round(picture?.top ?? 0), colors: colors && Math.round(colors.bottom) }
    }),
  )
  const rows = Map.groupBy(
    tops.filter(({ colors }) => colors !== undefined),
    ({ row }) => row,
  )
  expect(Math.max(...[...rows.values()].map((row) => row.length))).toBeGreaterThan(1)
  for (const row of rows.values()) expect(new Set(row.map(({ colors }) => colors)).size).toBe(1)
})

test('a size goes from the card into the cart', async ({ page, checkAccessibility }) => {
  await page.goto('/elbise')
  const card = page.locator('li.card', { hasText: 'Kemerli Keten Midi Elbise' }).first()
  const name = (await card.getByRole('heading').textContent()) ?? ''
  const cart = page.getByRole('dialog', { name: 'Sepetim (1)' })
  if (isPhone(page)) {
    // It comes with the first touch of the page.
    await page.mouse.wheel(0, 200)
    await card.getByRole('button', { name: `Sepete ekle: ${name}` }).tap()
    const sizes = page.getByRole('dialog', { name: 'Beden seçin' })
    await expect(sizes).toContainText(name)
    await checkAccessibility('sizes of a card')
    await sizes
      .getByRole('button', { name: / bedeni sepete ekle/ })
      .first()
      .tap()
  } else {
    await card.hover()
    const sizes = card.getByRole('group', { name: `Bedeniyle sepete ekleyin: ${name}` })
    await expect(sizes).toBeVisible()
    await checkAccessibility('sizes on a card')
    await sizes.getByRole('button').first().click()
  }
  await expect(cart).toContainText(name)
})

test('of a size that is gone, the sheet offers to tell when it is back', async ({ page }) => {
  test.skip(!isPhone(page), 'the sheet')
  await page.route('**/api/v1/products/*', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.variants[0].stockQuantity = 0
    await route.fulfill({ json: answer })
  })
  await page.goto('/elbise')
  const card = page.locator('li.card', { hasText: 'Kemerli Keten Midi Elbise' }).first()
  await page.mouse.wheel(0, 200)
  await card.getByRole('button', { name: /^Sepete ekle: / }).tap()
  await page
    .getByRole('dialog', { name: 'Beden seçin' })
    .getByRole('button', { name: /tükendi/ })
    .first()
    .tap()
  const notice = page.getByRole('dialog', { name: 'Gelince Haber Ver' })
  await notice.getByLabel('E-posta').tap()
  await expect(notice.getByLabel('E-posta')).toBeFocused()
})
