import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner reads her sales beside another period, as chart and table, and takes a file', async ({
  page,
  checkAccessibility,
}) => {
  await signInAsAdmin(page)
  await placeOrder(page, 'Rapor')
  await page.goto('/admin/raporlar')
  await expect(page.getByRole('heading', { name: 'Günlere göre' })).toBeVisible()
  await page.getByLabel('Karşılaştır').selectOption('previous')
  await expect(page.getByText(/karşılaştırılan/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Önceki dönem: satış' })).toBeVisible()
  await checkAccessibility('the reports')
  if (process.env.REPORT_SHOTS)
    await page.screenshot({
      path: `${process.env.REPORT_SHOTS}/sales-${page.viewportSize()?.width}.png`,
      fullPage: true,
    })
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Ürünlere göre: CSV indir' }).click()
  expect((await file).suggestedFilename()).toBe('rapor-sales-products.csv')
  if (process.env.REPORT_SHOTS)
    for (const name of ['reorder', 'sell-through', 'searches', 'customers']) {
      await page.getByLabel('Rapor', { exact: true }).selectOption(name)
      await expect(page.getByRole('status', { name: /yükleniyor/ })).toHaveCount(0)
      await page.screenshot({
        path: `${process.env.REPORT_SHOTS}/${name}-${page.viewportSize()?.width}.png`,
        fullPage: true,
      })
    }
})

test('on paper a report has all its rows, on the screen the first ten until she asks for more', async ({ page }) => {
  await signInAsAdmin(page)
  await placeOrder(page, 'Rapor')
  await page.goto('/admin/raporlar')
  const days = page.getByRole('region', { name: 'Günlere göre, tablo' }).getByRole('row')
  // With the row of titles.
  await expect(days).toHaveCount(11)
  await page.emulateMedia({ media: 'print' })
  await expect(days).toHaveCount(31)
  await expect(page.getByRole('button', { name: /^Tümünü göster/ })).toHaveCount(0)
})

test('no number of a day is cut off on a phone', async ({ page }) => {
  test.skip(!isPhone(page), 'elsewhere there is room')
  await signInAsAdmin(page)
  await placeOrder(page, 'Rapor')
  await page.goto('/admin/raporlar')
  const days = page.getByRole('region', { name: 'Günlere göre, tablo' })
  await expect(days.getByRole('row')).toHaveCount(11)
  const hidden = await days.evaluate((region) => {
    for (const cell of region.querySelectorAll('td')) {
      if (cell.textContent.endsWith('TL')) cell.textContent = cell.textContent.replace(/^\S+(?=\s)/, '130.374,07')
    }
    return region.scrollWidth - region.clientWidth
  })
  expect(hidden).toBe(0)
})
