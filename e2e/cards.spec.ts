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
  await page.goto('/ust-giyim')
  const tops = await page.locator('li.card').evaluateAll((cards) =>
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
