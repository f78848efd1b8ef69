import { signInAsAdmin } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

test('the first piece of an area stands large and a tile leads on, and the rows beside them are full', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto('/alt-giyim')
  const items = page.locator('ul.cards > li')
  const total = Number(
    /\d+/.exec(
      (await page
        .getByText(/^\d+ ürün$/)
        .first()
        .textContent()) ?? '',
    )?.[0],
  )
  // Tiles are not counted as products.
  await expect(items).toHaveCount(total + 1)
  await items.nth(4).scrollIntoViewIfNeeded()
  // All at one moment: the page may still be gliding.
  const [lead, second, third, , fifth] = await items.evaluateAll((all) =>
    all.slice(0, 5).map((item) => {
      const { top, width, height } = item.getBoundingClientRect()
      return { top: top + scrollY, width, height }
    }),
  )
  if (!lead || !second || !third || !fifth) throw new Error('not drawn')
  expect(lead.width).toBeGreaterThan(second.width * 1.9)
  if (isPhone(page)) expect(second.top).toBeGreaterThan(lead.top + lead.height)
  else {
    expect(second.top).toBe(lead.top)
    // Two rows: it ends where the second one does.
    expect(Math.abs(fifth.top + fifth.height - lead.top - lead.height)).toBeLessThan(2)
  }
  expect(third.top).toBe(second.top)

  const tile = items.filter({ has: page.getByRole('heading', { name: /bir çanta bağlar/ }) })
  await tile.scrollIntoViewIfNeeded()
  const picture = await tile.getByRole('presentation').boundingBox()
  expect(picture?.width).toBeGreaterThan(second.width * 1.9)
  expect(picture?.height).toBeGreaterThan(second.width)
  await checkAccessibility('tile')
  await tile.getByRole('link', { name: 'Çantalara bakın' }).click()
  await expect(page).toHaveURL(/\/canta$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Çanta')
})

test('more of a list comes below what stands large, and a reload shows the same', async ({ page }) => {
  await page.goto('/ust-giyim')
  const cards = page.locator('ul.cards > li h2 a')
  await expect(cards).toHaveCount(24)
  await cards.last().scrollIntoViewIfNeeded()
  await expect(cards).toHaveCount(48)
  await expect(page).toHaveURL(/sayfa=2/)
  const order = () =>
    page.locator('ul.cards > li').evaluateAll((items) => items.map((item) => item.querySelector('a')?.pathname))
  const before = await order()
  expect(new Set(before).size).toBe(before.length)
  await page.goto('/ust-giyim?sayfa=2')
  expect((await order()).slice(0, 48)).toEqual(before.slice(0, 48))
})

test('the owner lets a piece stand large and a tile lead on', async ({ page, checkAccessibility }) => {
  const token = await signInAsAdmin(page)
  const headers = { Authorization: `Bearer ${token}` }
  const settings = (await (await page.request.get('/api/v1/admin/settings', { headers })).json()).data
  const before = settings.rhythm.settings
  await page.goto('/admin/ayarlar?bolum=duzen')
  const area = page.getByRole('region', { name: 'Aksesuar' })
  await area.getByRole('combobox', { name: 'En üstte büyük duran ürün' }).selectOption('Seçtiğim ürün')
  await area.getByRole('searchbox', { name: 'Ürün ara' }).fill('tote taba')
  await area.getByRole('button', { name: 'Tote Çanta Taba: öne çıkar' }).click()
  await expect(area.getByText('Tote Çanta Taba')).toBeVisible()
  await area.getByRole('button', { name: 'Geniş kutu ekle' }).click()
  await area.getByRole('textbox', { name: 'Cümle' }).fill('Elde örülen çantalar')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(area.getByText('Bağlantının sözleri gerekli')).toBeVisible()
  await checkAccessibility('rhythm')
  await area.getByRole('button', { name: 'Kutuyu kaldır' }).click()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Liste düzeni kaydedildi.')).toBeVisible()
  await page.goto('/aksesuar')
  await expect(page.locator('ul.cards > li.lead')).toContainText('Tote Çanta Taba')
  await page.request.put('/api/v1/admin/settings/rhythm', { headers, data: { settings: before } })
})
