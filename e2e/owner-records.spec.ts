import { signInAsAdmin } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

test('the owner sees who signed in, and which mails did not go out', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/guvenlik')
  await page.getByLabel('Olaya göre süz').selectOption('Giriş yapıldı')
  await expect(page).toHaveURL(/tur=login/)
  await expect(page.getByRole('listitem').first()).toContainText('Giriş yapıldı')
  await checkAccessibility('security log')

  if (isPhone(page)) await page.getByRole('button', { name: 'Menü' }).click()
  await page.getByRole('link', { name: 'E-postalar' }).click()
  await expect(page.getByText('Gönderilemeyen e-posta yok.')).toBeVisible()
  await page.getByLabel('Duruma göre süz').selectOption('Gönderilenler')
  await expect(page.getByRole('main')).toBeVisible()
  await checkAccessibility('mails')
})
