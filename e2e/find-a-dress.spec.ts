import { expect, isPhone, test } from './shop.ts'

test('she filters dresses to a size and a color, and takes it back', async ({ page, checkAccessibility }) => {
  await page.goto('/elbise')
  const cards = page.locator('li.card')
  await expect(cards).toHaveCount(16)
  const phone = isPhone(page)
  if (phone) await page.getByRole('button', { name: 'Filtrele' }).click()
  const filters = phone ? page.getByRole('dialog', { name: 'Filtrele' }) : page.getByRole('form', { name: 'Filtreler' })
  if (!phone) await filters.getByText('Beden', { exact: true }).click()
  await filters.locator('label', { has: page.getByRole('checkbox', { name: /^S / }) }).click()
  await expect(page).toHaveURL('/elbise?beden=S')
  if (!phone) await filters.getByText('Renk', { exact: true }).click()
  await filters.getByRole('checkbox', { name: /^Siyah/ }).check()
  await expect(page).toHaveURL('/elbise?beden=S&renk=siyah')
  await checkAccessibility('filters')
  if (phone) await filters.getByRole('button', { name: /ürünü göster/ }).click()
  const count = await cards.count()
  expect(count).toBeGreaterThan(0)
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: `${count} ürün bulundu` })
      .last(),
  ).toBeAttached()

  // The order stays with the filters, and all of it survives a reload.
  await page.getByRole('link', { name: 'Fiyata göre Artan' }).click()
  await expect(page).toHaveURL('/elbise?siralama=artan&beden=S&renk=siyah')
  await page.reload()
  await expect(cards).toHaveCount(count)
  await page.getByRole('link', { name: 'Beden: S filtresini kaldır' }).click()
  await expect(page).toHaveURL('/elbise?siralama=artan&renk=siyah')
  await page.goto('/elbise?renk=siyah&en-az=900000')
  await expect(page.getByRole('heading', { name: 'Bu seçimlere uyan ürün yok' })).toBeVisible()
  await checkAccessibility('nothing fits')
  await page.getByRole('link', { name: 'Filtreleri Temizle' }).click()
  await expect(cards).toHaveCount(16)
})

test('she types a word with a slip and follows a suggestion by keyboard', async ({ page, checkAccessibility }) => {
  await page.goto('/alt-giyim')
  if (isPhone(page)) await page.getByRole('link', { name: 'Ürün ara' }).click()
  const field = page.getByRole('banner').getByRole('combobox', { name: 'Ürün ara' })
  await field.click()
  await field.pressSequentially('elbse')
  const list = page.getByRole('listbox', { name: 'Arama önerileri' })
  await expect(list.getByRole('option', { name: /Elbise/ }).first()).toBeVisible()
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await checkAccessibility('suggestions')
  await field.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveText(/Elbise/)
  await field.press('Escape')
  await expect(list).toBeHidden()
  await field.press('Enter')
  await expect(page).toHaveURL('/ara?q=elbse')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“elbse” için sonuçlar')
  await expect(page.locator('li.card')).toHaveCount(16)
  await checkAccessibility('results')

  await page.goto('/ara?q=zzzz')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“zzzz” için sonuç bulamadık')
  await checkAccessibility('nothing found')
  await page.getByRole('main').getByRole('link', { name: 'Elbise', exact: true }).first().click()
  await expect(page.locator('li.card').first()).toBeVisible()
})

test('back from a product she finds the list as she left it', async ({ page }) => {
  await page.goto('/ust-giyim')
  const cards = page.locator('li.card')
  await expect(cards).toHaveCount(24)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(page).toHaveURL('/ust-giyim?sayfa=2')
  await expect(cards).toHaveCount(48)
  await cards.nth(30).scrollIntoViewIfNeeded()
  const link = cards.nth(30).getByRole('link')
  const name = (await link.textContent()) ?? ''
  const top = async () => (await cards.nth(30).boundingBox())?.y
  const before = (await top()) ?? 0
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page).toHaveURL(/^[^?]*\/ust-giyim\?sayfa=\d/)
  await expect(cards.nth(30).getByRole('link')).toBeFocused()
  const away = async () => Math.abs(((await top()) ?? Number.NaN) - before)
  await expect.poll(away).toBeLessThan(40)
  await page.reload()
  expect(await cards.count()).toBeGreaterThanOrEqual(48)
  await expect.poll(away).toBeLessThan(40)
})

test('who scrolls on before the script of a reloaded list works is left where she is', async ({ page }) => {
  await page.goto('/ust-giyim?sayfa=2')
  await page.locator('li.card').nth(30).scrollIntoViewIfNeeded()
  let answer = () => {}
  const scrolled = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\.js$/, async (route) => {
    await scrolled
    await route.continue()
  })
  const reloading = page.reload()
  // Undefined in the page from before, where the script works.
  const place = () => page.evaluate(() => ('ready' in document.documentElement.dataset ? undefined : window.scrollY))
  await expect.poll(() => place().catch(() => undefined)).toBeGreaterThan(1000)
  const before = (await place()) ?? 0
  await page.mouse.move(150, 400)
  await page.mouse.wheel(0, -900)
  await expect.poll(place).toBeLessThan(before - 800)
  const there = (await place()) ?? 0
  answer()
  await reloading
  const now = await page.evaluate(() => window.scrollY)
  expect(Math.abs(now - there)).toBeLessThan(200)
})

test('the way back leads home from a page opened by itself, else to where she came from', async ({ page }) => {
  await page.goto('/alt-giyim')
  const back = page.getByRole('banner').getByRole('link', { name: 'Geri' })
  await back.click()
  await expect(page).toHaveURL('/')
  await page.goto('/ust-giyim')
  await page.getByRole('navigation', { name: 'Kategoriler' }).getByRole('link', { name: 'Elbise' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elbise')
  await back.click()
  await expect(page).toHaveURL('/ust-giyim')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('filters and search are forms', async ({ page }) => {
    await page.goto('/elbise?siralama=azalan')
    const filters = page.getByRole('form', { name: 'Filtreler' })
    await filters.getByText('Beden', { exact: true }).click()
    await filters.getByRole('checkbox', { name: /^M / }).check({ force: true })
    await filters.getByRole('button', { name: 'Filtrele' }).click()
    await expect(page).toHaveURL(/\/elbise\?siralama=azalan&beden=M&en-az=&en-cok=$/)
    await expect(page.getByRole('link', { name: 'Beden: M filtresini kaldır' })).toBeVisible()
    await page.goto('/ara')
    await page.getByRole('searchbox', { name: 'Aranacak kelimeler' }).fill('keten')
    await page.getByRole('button', { name: 'Ara', exact: true }).click()
    await expect(page.locator('li.card').first()).toContainText('Keten')
  })
})
