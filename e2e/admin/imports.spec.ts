import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner brings products from a file: sees what would change, maps a column, applies, and takes the list out', async ({
  page,
  checkAccessibility,
}) => {
  test.skip(isPhone(page), 'the same page on a phone is narrower, not another')
  const code = crypto.randomUUID().slice(0, 8)
  const csv = [
    'SKU;Ürün adı;Açıklama;Kategori;Renk;Bizdeki beden;Fiyat;Stok;Durum',
    `${code}-S;Aktarılan Elbise ${code};Metin;Elbise;Kum;S;1.299,90;4;Taslak`,
    `${code}-X;Hatalı Elbise ${code};Metin;Elbise;Kum;M;abc;4;Taslak`,
  ].join('\n')
  await signInAsAdmin(page)
  await page.goto('/admin/urunler')
  await page.getByRole('link', { name: 'İçe / dışa aktar' }).click()
  await expect(page.getByRole('heading', { name: 'İçe ve dışa aktar' })).toBeVisible()
  await checkAccessibility('import and export')
  const excel = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Stok: Excel indir' }).click()
  expect((await excel).suggestedFilename()).toBe('stok.xlsx')

  await page
    .getByLabel('Ürün dosyası')
    .setInputFiles({ name: 'yeni.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('“abc” bir tutar değil')).toBeVisible()
  await expect(page.getByText('Henüz hiçbir şey değişmedi.')).toBeVisible()
  await page.getByText('Sütunlar: 8 tanındı, 1 alınmıyor').click()
  await page.getByLabel('Bizdeki beden').selectOption({ label: 'Beden' })
  await page.getByRole('button', { name: 'Bu eşlemeyle yeniden oku' }).click()
  await expect(page.getByText('Sütunlar: 9 tanındı')).toBeVisible()
  await checkAccessibility('what a file would change')
  await page.getByRole('button', { name: '1 ürünü uygula' }).click()
  await expect(page.getByText('1 ürün yazıldı.')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Yeni (1)' }).click()
  await page.getByRole('link', { name: `Aktarılan Elbise ${code}` }).click()
  await expect(page.getByRole('textbox', { name: 'Ürün adı' })).toHaveValue(`Aktarılan Elbise ${code}`)
})
