import { signInAsAdmin } from './customer.ts'
import { expect, test } from './shop.ts'

test('the owner sees who signed in', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/guvenlik')
  await page.getByLabel('Olaya göre süz').selectOption('Giriş yapıldı')
  await expect(page).toHaveURL(/tur=login/)
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Giriş yapıldı')
  await checkAccessibility('security log')
})
