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

test('the phone’s menu folds its areas, and leads to favourites, orders and help', async ({
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
  await expect(page).toHaveURL('/bilgi?section=teslimat-iade')
})
