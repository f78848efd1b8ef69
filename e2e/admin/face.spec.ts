import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner looks at her announcement before anybody else, publishes a link, and takes it back', async ({
  page,
  checkAccessibility,
}) => {
  test.skip(!isPhone(page), 'both projects look at one shop, and she does it on her phone')
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=duyuru')
  const shown = page.getByLabel('Duyuru şeridini göster')
  const words = page.getByLabel('Duyuru metni')
  await shown.check()
  await words.fill('Yılbaşına kadar kargo bizden')
  await page.getByRole('button', { name: 'Önizle' }).click()
  const preview = page.getByRole('dialog', { name: 'Önizleme' })
  const bar = preview.frameLocator('iframe').getByRole('complementary').filter({ hasText: 'kargo bizden' })
  await expect(bar).toBeVisible()
  await checkAccessibility('the preview')
  await bar.getByRole('button', { name: 'Duyuruyu kapat' }).click()
  await expect(bar).toBeHidden()
  expect(await (await page.request.get('/')).text()).not.toContain('kargo bizden')
  await preview.getByRole('button', { name: 'Kapat', exact: true }).click()
  await words.fill('')
  await shown.uncheck()

  await page.goto('/admin/ayarlar?bolum=logo')
  await page.getByLabel('Renk kodu').fill('#ffd400')
  await page.getByRole('button', { name: 'En yakın okunaklı tonu kullan' }).click()
  await expect(page.getByRole('img', { name: 'Rengin kullanıldığı yerler' })).toBeVisible()
  await checkAccessibility('logo and color')
  await page.getByRole('button', { name: 'Varsayılan renge dön' }).click()

  await page.goto('/admin/ayarlar?bolum=baglantilar')
  await page.getByRole('button', { name: 'Bağlantı ekle' }).click()
  await page.getByRole('combobox', { name: 'Bağlantı', exact: true }).fill('/bilgi?section=teslimat-iade')
  await expect(page.getByLabel('Söz')).toHaveValue('Teslimat ve İade')
  await page.getByLabel('Söz').fill('Kargo ne zaman gelir?')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Bağlantılar kaydedildi ve yayında.')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('Kargo ne zaman gelir?')
  await page.getByText('Önceki sürümler').click()
  await checkAccessibility('links with their versions')
  await page.getByRole('button', { name: 'Mağazayla gelen hâli: bu sürüme dön' }).click()
  await page.getByRole('button', { name: 'Dön ve yayınla' }).click()
  await expect(page.getByText('Bu sürüm yeniden yayında.')).toBeVisible()
  await expect(page.getByLabel('Söz')).toHaveCount(0)
  expect(await (await page.request.get('/')).text()).not.toContain('Kargo ne zaman gelir?')
})

test('beside the last measure of a size chart the owner still sees which size it is of', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=bedenler')
  await page.getByRole('button', { name: 'XS–XXL tablosundan başla' }).click()
  await page.getByRole('button', { name: 'Ölçü ekle' }).click()
  await page.getByRole('textbox', { name: 'XS, 4. ölçü' }).click()
  await expect(page.getByRole('textbox', { name: '1. beden' })).toBeInViewport({ ratio: 1 })
})
