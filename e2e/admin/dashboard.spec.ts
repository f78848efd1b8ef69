import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner sees how the shop is doing and what waits; a new order arrives by itself', async ({
  page,
  checkAccessibility,
}) => {
  await placeOrder(page, 'Nazlı')
  await signInAsAdmin(page)
  await page.goto('/admin')
  const today = page.getByRole('region', { name: 'Bugün' })
  await expect(today.getByText('Ortalama sepet')).toBeVisible()
  await expect(page.getByRole('img', { name: /Son 30 günün satışları: toplam/ })).toBeVisible()
  await checkAccessibility('dashboard')
  await page.getByText('Tablo olarak göster').click()
  await expect(page.getByRole('row')).toHaveCount(31)
  await checkAccessibility('the table of sales')

  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }))
  const number = await placeOrder(page, 'Nazlı')
  await expect(
    page.getByRole('status').getByText(new RegExp(`^Yeni sipariş: ${number} [0-9.]+,\\d\\d TL$`)),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Yönetim/)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle(/^Yönetim/)

  await page.getByRole('link', { name: /^Yeni sipariş/ }).click()
  await expect(page).toHaveURL('/admin/siparisler?durum=yeni')
  await expect(page.getByLabel('Duruma göre süz')).toHaveValue('yeni')
  await expect(page.getByText(number).first()).toBeVisible()
})

test('the sections are a key away, on a phone behind a button', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Genel bakış' })).toBeVisible()
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Menü' }).click()
    await checkAccessibility('the menu')
  }
  const sections = page.getByRole('navigation', { name: 'Yönetim bölümleri' })
  await expect(sections.getByRole('link', { name: 'Genel bakış' })).toHaveAttribute('aria-current', 'page')
  await sections.getByRole('link', { name: 'Siparişler' }).press('Enter')
  await expect(page).toHaveURL('/admin/siparisler')
  // Another page closes the menu: it has come before that is opened again.
  await expect(page.getByRole('heading', { name: 'Siparişler', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (isPhone(page)) await page.getByRole('button', { name: 'Menü' }).click()
  await expect(sections.getByRole('link', { name: 'Siparişler' })).toHaveAttribute('aria-current', 'page')
})
