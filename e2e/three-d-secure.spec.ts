import { buyAsNewCustomer, goToPayment, openAccount, payWith, putInCart } from './customer.ts'
import { expect, test } from './shop.ts'

test('3-D Secure: the bank asks for its code and the order is completed', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await buyAsNewCustomer(page, email, 'tote-canta-taba', '5526080000000006')
  await expect(page.getByRole('heading', { name: '3-D Secure doğrulaması' })).toBeVisible()
  await checkAccessibility('the bank page')
  await page.getByLabel('SMS ile gelen kod').fill('283126')
  await page.getByRole('button', { name: 'Onayla' }).click()
  await expect(page).toHaveURL(/\/odeme\/sonuc/)
  await expect(page.getByText('Sipariş Tamamlandı').first()).toBeVisible()
  await checkAccessibility('the result')
  await expect(page.getByRole('button', { name: /^SEPET/ })).not.toContainText('1')
})

test('3-D Secure: what another tab puts into the cart meanwhile is not bought, and stays', async ({
  page,
  email,
  context,
}) => {
  await buyAsNewCustomer(page, email, 'tote-canta-taba', '5526080000000006')
  await expect(page.getByRole('heading', { name: '3-D Secure doğrulaması' })).toBeVisible()
  const other = await context.newPage()
  await putInCart(other, 'tote-canta-krem')
  await page.getByLabel('SMS ile gelen kod').fill('283126')
  await page.getByRole('button', { name: 'Onayla' }).click()
  await expect(page.getByText('Sipariş Tamamlandı').first()).toBeVisible()
  const cart = other.getByRole('dialog', { name: /^Sepetim/ })
  await expect(cart).toHaveAccessibleName('Sepetim (1)')
  await expect(cart).toContainText('Tote Çanta Krem')
  await expect(cart).not.toContainText('Tote Çanta Taba')
})

test('3-D Secure: giving up at the bank says what to do, and leads back to the payment', async ({ page, email }) => {
  await buyAsNewCustomer(page, email, 'tote-canta-siyah', '5526080000000006')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByText(/3-D Secure doğrulaması tamamlanamadı/)).toBeVisible()
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  const till = page.getByRole('dialog', { name: 'Ödeme' })
  await expect(till.getByText('Bağdat Caddesi 1/2, Kadıköy')).toBeVisible()
  await expect(till.getByRole('checkbox', { name: /okudum, onaylıyorum/ })).not.toBeChecked()
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
})

test('3-D Secure: she leaves the bank and comes back to a full cart, no order, and a way to pay', async ({
  page,
  email,
}) => {
  await buyAsNewCustomer(page, email, 'tote-canta-taba', '5526080000000006')
  await expect(page.getByRole('heading', { name: '3-D Secure doğrulaması' })).toBeVisible()
  await page.goto('/ust-giyim')
  await expect(page.getByRole('button', { name: /^SEPET/ })).toContainText('1')
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByText('Henüz siparişiniz yok')).toBeVisible()
  await panel.getByRole('button', { name: 'Kapat', exact: true }).click()

  await page.getByRole('button', { name: /^SEPET/ }).click()
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
})

test('3-D Secure: finished in another tab, the first one knows it too', async ({ page, email, context }) => {
  await buyAsNewCustomer(page, email, 'tote-canta-siyah', '5526080000000006')
  await expect(page.getByRole('heading', { name: '3-D Secure doğrulaması' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('SMS ile gelen kod').fill('283126')
  await other.getByRole('button', { name: 'Onayla' }).click()
  await expect(other.getByText('Sipariş Tamamlandı').first()).toBeVisible()

  await page.goto('/ust-giyim')
  await expect(page.getByRole('button', { name: /^SEPET/ })).not.toContainText('1')
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByRole('button', { name: /#[0-9A-F]{8}/ })).toHaveCount(1)
})

test('a declined card is said in Turkish and another card then works', async ({ page, email }) => {
  await buyAsNewCustomer(page, email, 'tote-canta-krem', '4111111111111129')
  await expect(page.getByRole('dialog').getByText(/bakiyesi yetersiz/)).toBeVisible()
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
})
