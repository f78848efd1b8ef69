import { signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

test('the owner switches a feed off and on, leaves a product out, and reads what the channel would refuse', async ({
  page,
  checkAccessibility,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=kanallar')
  const cimri = page.getByRole('listitem').filter({ hasText: '/feeds/cimri.xml' })
  await expect(cimri).toBeVisible()
  await checkAccessibility('the channels')
  expect((await page.request.get('/feeds/cimri.xml')).status()).toBe(200)

  await page.getByRole('checkbox', { name: 'Cimri' }).uncheck()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Ürün akışları kaydedildi.')).toBeVisible()
  expect((await page.request.get('/feeds/cimri.xml')).status()).toBe(404)

  await page.getByRole('checkbox', { name: 'Cimri' }).check()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(cimri).toBeVisible()
  await cimri.getByRole('button', { name: 'Dışarıda bırakılacakları seç' }).click()
  const choice = page.getByRole('dialog', { name: 'Cimri: dışarıda bırakılanlar' })
  await choice.getByRole('checkbox', { name: 'Çanta' }).check()
  await checkAccessibility('what is left out')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(cimri.getByRole('button', { name: 'Dışarıda bırakılanlar (1)' })).toBeVisible()
  const feed = async () => (await page.request.get('/feeds/cimri.xml')).text()
  await expect.poll(feed).not.toContain('Aksesuar &gt; Çanta')

  await cimri.getByRole('button', { name: 'Kanal neyi kabul etmez?' }).click()
  const report = page.getByRole('dialog', { name: 'Cimri: denetim' })
  await expect(report.getByText(/satırın hepsi kanalın kurallarına uyuyor/)).toBeVisible()
  await checkAccessibility('the report')

  // As it was, for other journeys.
  await page.keyboard.press('Escape')
  await cimri.getByRole('button', { name: 'Dışarıda bırakılanlar (1)' }).click()
  await choice.getByRole('checkbox', { name: 'Çanta' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect.poll(feed).toContain('Aksesuar &gt; Çanta')
})

test('the owner sees what clearing the demo would remove, and is asked for the word', async ({
  page,
  checkAccessibility,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=hazirlik')
  await page.getByRole('link', { name: /Düzenle ?: Demo verileri/ }).click()
  await expect(page.getByRole('heading', { name: 'Silinecek' })).toBeVisible()
  await expect(page.getByText('Demo ürünü').first()).toBeVisible()
  await checkAccessibility('clearing the demo')
  await page.getByRole('button', { name: 'Demo verilerini temizle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Demo verilerini temizle' })
  await dialog.getByLabel('Onaylamak için TEMİZLE yazın').fill('evet')
  await dialog.getByRole('button', { name: 'Temizle' }).click()
  await expect(dialog.getByText('Onaylamak için TEMİZLE yazın').last()).toBeVisible()
  await checkAccessibility('the word')
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog).toBeHidden()
})
