import { signInAsAdmin, signInAsNewCustomer } from '../customer.ts'
import { expect, test } from '../shop.ts'

test('the owner finds a customer, notes, takes her consent back for her and joins her other account', async ({
  page,
  email,
  checkAccessibility,
}) => {
  const other = `eski-${email}`
  await signInAsNewCustomer(page, other)
  await signInAsNewCustomer(page, email)
  await page.goto('/account?tab=ayarlar')
  await page.getByRole('checkbox', { name: /kampanya, indirim ve yeni ürün/ }).check()
  await expect(page.getByText('E-posta tercihiniz kaydedildi.')).toBeVisible()

  await signInAsAdmin(page)
  await page.goto('/admin/musteriler?sirala=yeni')
  await page.getByLabel('Müşteri ara').fill(email.slice(0, -8))
  await expect(page.getByText('2 müşteri')).toBeVisible()
  await checkAccessibility('customers')
  await page
    .getByRole('row', { name: new RegExp(`^Ayşe Yılmaz\\s*${email}`) })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: 'Ayşe Yılmaz' })).toBeVisible()
  await checkAccessibility('customer')

  await page.getByLabel('Yeni not').fill('Omzu geniş, L ister.')
  await page.getByRole('button', { name: 'Notu ekle' }).click()
  await expect(page.getByText('Omzu geniş, L ister.')).toBeVisible()

  await page.getByRole('button', { name: 'İzni geri al' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'İzni geri al' }).click()
  await expect(page.getByText(/tarihinden beri izinsiz/)).toBeVisible()

  await page.getByRole('button', { name: 'Başka hesabıyla birleştir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hesapları birleştir' })
  await dialog.getByLabel('Öbür hesabı ara').fill(other)
  await dialog.getByRole('button', { name: new RegExp(other) }).click()
  await expect(dialog.getByText('Bu işlem geri alınamaz', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Hesapları birleştir' }).click()
  await expect(page.getByText('Hesaplar birleştirildi.')).toBeVisible()
  await page.getByRole('link', { name: 'Müşteriler' }).last().click()
})
