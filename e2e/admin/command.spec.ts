import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

test('the owner finds a setting in the list, and anything at all in the command bar', async ({
  page,
  checkAccessibility,
}) => {
  const number = await placeOrder(page, 'Sevgi')
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar')
  await expect(page.getByRole('link', { name: /Kapıda ödeme/ })).toBeVisible()
  await expect(page).toHaveTitle(/^Ayarlar \| Yönetim/)
  await checkAccessibility('the list of settings')
  await page.getByLabel('Ayarlarda ara').fill('MERSIS')
  await page.getByRole('link', { name: /MERSİS numarası/ }).click()
  await expect(page.getByLabel('MERSİS numarası')).toBeFocused()

  if (isPhone(page)) await page.getByRole('button', { name: 'Ara ya da git' }).click()
  else await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: /sipariş, ürün ya da müşteri ara/ })
  await expect(field).toBeFocused()
  await field.fill('iade suresi')
  await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(
    'Ücretsiz iade süresi (gün)',
  )
  await checkAccessibility('the command bar')
  await field.press('Enter')
  await expect(page.getByLabel('Ücretsiz iade süresi (gün)')).toBeFocused()

  await page.getByRole('button', { name: 'Ara ya da git' }).click()
  await expect(page.getByRole('group', { name: 'Son açılanlar' })).toContainText('Ücretsiz iade süresi (gün)')
  await field.fill(number)
  const orders = page.getByRole('group', { name: 'Siparişler' })
  await expect(orders.getByRole('option')).toHaveCount(1)
  await field.press('Enter')
  await expect(page.getByRole('dialog')).toContainText(number)

  await page.goto('/admin/raporlar')
  await expect(page).toHaveTitle(/^Raporlar \| Yönetim/)
  await page.getByRole('button', { name: 'Ara ya da git' }).click()
  await expect(field).toBeFocused()
  await field.fill('saten askili midi')
  await expect(page.getByRole('group', { name: 'Ürünler' }).getByRole('option').first()).toBeVisible()
  // The pointer may lie over the list and choose too: the arrows lead to the last one all the same.
  await expect(async () => {
    await field.press('ArrowUp')
    await expect(page.getByRole('listbox', { name: 'Sonuçlar' }).getByRole('option').last()).toHaveAttribute(
      'aria-selected',
      'true',
      { timeout: 500 },
    )
  }).toPass()
})
