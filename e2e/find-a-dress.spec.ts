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
  const menu = page.locator('summary', { hasText: 'Sırala' })
  await menu.click()
  await checkAccessibility('orders')
  await page.getByRole('link', { name: 'Fiyat artan' }).click()
  await expect(page).toHaveURL('/elbise?siralama=artan&beden=S&renk=siyah')
  await expect(page.getByRole('link', { name: 'Fiyat artan' })).toBeHidden()
  await expect(menu).toBeFocused()
  if (!phone) await expect(menu).toContainText('Fiyat ↑')
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

test('a filter that is taken away leaves the focus where she chooses on', async ({ page }) => {
  /** The row's script comes with her first touch; a link pressed before loads the page. */
  const begin = async (address: string) => {
    await page.goto(address)
    const script = page.waitForResponse(/\/list-row-[\w-]+\.js$/)
    await page.keyboard.press('Tab')
    await script
    const menu = page.locator('summary', { hasText: 'Sırala' })
    await expect(async () => {
      if (await page.getByRole('link', { name: 'Fiyat artan' }).isHidden()) await menu.click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('link', { name: 'Fiyat artan' })).toBeHidden({ timeout: 500 })
    }).toPass()
  }
  await begin('/elbise?beden=M&renk=siyah')
  const chosen = page.getByRole('list', { name: 'Seçili filtreler' })
  await chosen.getByRole('link', { name: /^Beden: M/ }).press('Enter')
  await expect(page).toHaveURL('/elbise?renk=siyah')
  await expect(chosen.getByRole('link', { name: /^Siyah/ })).toBeFocused()
  const first = isPhone(page)
    ? page.getByRole('button', { name: 'Filtrele' })
    : page.locator('summary', { hasText: 'Beden' })
  await chosen.getByRole('link', { name: /^Temizle/ }).press('Enter')
  await expect(page).toHaveURL('/elbise')
  await expect(first).toBeFocused()

  await begin('/elbise?renk=siyah&en-az=900000')
  await page.getByRole('link', { name: 'Filtreleri Temizle' }).press('Enter')
  await expect(page).toHaveURL('/elbise')
  await expect(first).toBeFocused()

  if (!isPhone(page)) return
  await begin('/elbise?renk=siyah')
  await page.getByRole('button', { name: 'Filtrele' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtrele' })
  await sheet.getByRole('button', { name: 'Temizle' }).press('Enter')
  await expect(page).toHaveURL('/elbise')
  await expect(sheet.getByRole('button', { name: /ürünü göster$/ })).toBeFocused()
})

test('the head of a list leaves the screen to the clothes, and its row stays in view', async ({ page }) => {
  const phone = isPhone(page)
  for (const path of ['/ust-giyim', '/elbise', '/tum-urunler']) {
    await page.goto(path)
    const picture = await page.locator('li.card img').first().boundingBox()
    expect(picture?.y, path).toBeLessThanOrEqual(phone ? 260 : 320)
  }
  await page.goto('/ust-giyim')
  // Other tests add products meanwhile.
  const count = page.getByText(phone ? /^\d+ ürünün 24’ü gösteriliyor$/ : 'Gösterilen: 24')
  await expect(count).toBeVisible()
  await page.locator('li.card').last().scrollIntoViewIfNeeded()
  await expect(page.getByText(phone ? /^\d+ ürünün 48’i gösteriliyor$/ : 'Gösterilen: 48')).toBeInViewport()
  if (!phone) {
    const total = Number((await page.getByText('Toplam: ').textContent())?.replace(/\D/g, ''))
    expect(total).toBeGreaterThanOrEqual(60)
    await expect(page.getByText(`Kalan: ${total - 48}`)).toBeInViewport()
  }
  const header = await page.getByRole('banner').boundingBox()
  const row = await page.locator('.list-row').boundingBox()
  expect(Math.abs((row?.y ?? 0) - (header?.height ?? 0))).toBeLessThanOrEqual(1)
})

test('on a tablet the row over a list goes from edge to edge, what is in it stands over the cards', async ({
  page,
}) => {
  test.skip(isPhone(page), 'a tablet is wider')
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/elbise')
  const row = page.locator('.list-row')
  expect(await row.boundingBox()).toMatchObject({ x: 0, width: 768 })
  const left = async (what: string) => (await page.locator(what).first().boundingBox())?.x
  expect(await left('.list-row > button')).toBe(await left('li.card img'))
})

test('what she presses in the row before its script has come happens as soon as it has', async ({ page }) => {
  const free = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/assets/list-row-*.js', async (route) => {
    asked++
    await free.promise
    await route.continue()
  })
  await page.goto('/elbise', { waitUntil: 'networkidle' })
  await expect(page.locator('html')).toHaveAttribute('data-ready')
  expect(asked, 'fetched before she touched the page').toBe(0)
  const filters = page.getByRole('form', { name: 'Filtreler' })
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Filtrele' }).click()
  } else {
    await filters.getByText('Beden', { exact: true }).click()
    await filters.locator('label', { has: page.getByRole('checkbox', { name: /^S / }) }).click()
  }
  await expect.poll(() => asked).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/elbise')
  free.resolve()
  if (isPhone(page)) {
    await expect(page.getByRole('dialog', { name: 'Filtrele' })).toBeVisible()
  } else {
    await expect(page).toHaveURL('/elbise?beden=S')
    await expect(filters.getByRole('checkbox', { name: /^S / })).toBeChecked()
  }
})

test('her first touch is answered on the screen before the scripts of the page’s parts are asked for', async ({
  page,
}) => {
  await page.goto('/elbise', { waitUntil: 'networkidle' })
  const asked = page.locator('head link[rel="modulepreload"]')
  const before = await asked.count()
  const atThePaint = await page.evaluate(() => {
    window.dispatchEvent(new PointerEvent('pointerdown'))
    const count = () => document.querySelectorAll('head link[rel="modulepreload"]').length
    return new Promise((tell) => requestAnimationFrame(() => tell(count())))
  })
  expect(atThePaint).toBe(before)
  await expect.poll(() => asked.count()).toBeGreaterThan(before)
})

test('no style of a list looks through all of its cards with each element that comes', async ({ page }) => {
  await page.goto('/elbise')
  const found = await page.evaluate(() => {
    const selectorsIn = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => {
        if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) return []
        const own = rule instanceof CSSStyleRule ? [rule.selectorText] : []
        return 'cssRules' in rule ? [...own, ...selectorsIn(rule.cssRules as CSSRuleList)] : own
      })
    return [...document.styleSheets].flatMap((sheet) => selectorsIn(sheet.cssRules))
  })
  expect(found).toContain('.list-row')
  expect(found.filter((selector) => /^(:root|html|body)\S*:has\([^)]*\)$/.test(selector))).toEqual([])
})

test('what takes the focus in a list stands under the row, not behind it', async ({ page }) => {
  await page.goto('/elbise?stokta=1')
  const row = page.locator('.list-row')
  const card = page.locator('li.card').nth(4)
  const chosen = page.getByRole('list', { name: 'Seçili filtreler' })
  for (const what of [
    card.getByRole('link').first(),
    card.getByRole('button').first(),
    chosen.getByRole('link').first(),
  ]) {
    await page.locator('li.card').last().scrollIntoViewIfNeeded()
    await what.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
    const at = await what.boundingBox()
    const over = await row.boundingBox()
    expect(at?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0))
  }
})

test('everything at once has an address of its own, and its tabs are the areas', async ({ page }) => {
  // Other tests add products to the 92 of the demo.
  const total = page.getByText(isPhone(page) ? /^(9[2-9]|1\d\d) ürünün/ : /^Toplam: (9[2-9]|1\d\d)$/)
  if (!isPhone(page)) {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'TÜM ÜRÜNLER' }).click()
    await expect(page).toHaveURL('/ust-giyim')
    await expect(total).toBeVisible()
    await expect(page.getByRole('banner').locator('[aria-current]')).toHaveCount(0)
    await page.reload()
    await expect(total).toBeVisible()
    await expect(page.getByRole('banner').locator('[aria-current]')).toHaveCount(0)
  } else {
    await page.goto('/ust-giyim')
  }
  const tabs = page.getByRole('main').getByRole('navigation', { name: 'Kategoriler' })
  if (isPhone(page)) await page.goto('/tum-urunler')
  else await tabs.getByRole('link', { name: 'Tüm Ürünler' }).click()
  await expect(page).toHaveURL('/tum-urunler')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tüm Ürünler')
  await expect(total).toBeVisible()
  await tabs.getByRole('link', { name: 'Alt Giyim' }).click()
  await expect(page).toHaveURL('/alt-giyim')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alt Giyim')
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
  // The demo has sixteen; other journeys add theirs.
  await expect.poll(() => page.locator('li.card').count()).toBeGreaterThanOrEqual(16)
  const fields = page.getByRole('searchbox').or(page.getByRole('combobox', { name: 'Ürün ara' }))
  await expect(fields.filter({ visible: true })).toHaveValue('elbse')
  await checkAccessibility('results')

  await page.goto('/ara?q=zzzz')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“zzzz” için sonuç bulamadık')
  await checkAccessibility('nothing found')
  await page.getByRole('main').getByRole('link', { name: 'Elbise', exact: true }).first().click()
  await expect(page.locator('li.card').first()).toBeVisible()
})

test('words that no product has together lead to those that have most of them', async ({ page }) => {
  await page.goto('/ara?q=saten+etek')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“saten etek” için sonuçlar')
  await expect(page.getByText(/^Bütün kelimelere uyan ürün bulamadık/)).toBeVisible()
  const found = page.locator('li.card')
  await expect(found.filter({ hasText: /Saten/ }).first()).toBeVisible()
  await expect(found.filter({ hasText: /Etek/ }).first()).toBeVisible()
  // Cards that come as she scrolls are of the same list; past the end of a list there are none.
  const more = async (query: string) => (await page.request.get(`/ara/devami?${query}`)).text()
  expect(await more('q=saten+etek&sayfa=1')).toContain('pile-midi-etek')
  expect(await more('q=saten+elbise&sayfa=9')).toContain('"cards":[]')
  // Filtered, it is still that list: the filter is what leaves nothing.
  await page.goto('/ara?q=saten+etek&en-az=900000')
  await expect(page.getByRole('heading', { name: 'Bu seçimlere uyan ürün yok' })).toBeVisible()
  await page.goto('/ara?q=saten+elbise')
  await expect(found.first()).toBeVisible()
  await expect(page.getByText(/^Bütün kelimelere uyan ürün bulamadık/)).toHaveCount(0)
})

test('back from a product she finds the list as she left it', async ({ page }) => {
  await page.goto('/ust-giyim')
  const cards = page.locator('li.card')
  await expect(cards).toHaveCount(24)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(page).toHaveURL('/ust-giyim?sayfa=2')
  await expect(cards).toHaveCount(48)
  await cards.nth(30).scrollIntoViewIfNeeded()
  const link = cards.nth(30).getByRole('heading').getByRole('link')
  const name = (await link.textContent()) ?? ''
  const top = async () => (await cards.nth(30).boundingBox())?.y
  const before = (await top()) ?? 0
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(page).toHaveURL(/^[^?]*\/ust-giyim\?sayfa=\d/)
  await expect(link).toBeFocused()
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
  let there = before
  const stands = async () => {
    const last = there
    there = (await place()) ?? before
    return there === last && there < before - 300
  }
  await expect.poll(stands).toBe(true)
  // Not how far down: cards that are drawn again above her change that, and she sees nothing of it.
  const seen = () =>
    page.evaluate(() => {
      const card = [...document.querySelectorAll('li.card')].find((one) => one.getBoundingClientRect().bottom > 300)
      return { name: card?.textContent, top: card?.getBoundingClientRect().top ?? Number.NaN }
    })
  const seenBefore = await seen()
  answer()
  await reloading
  const after = await seen()
  expect(after.name).toBe(seenBefore.name)
  expect(Math.abs(after.top - seenBefore.top)).toBeLessThan(200)
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
