import type { Page } from '@playwright/test'
import { goToPayment, payWith, putInCart, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

/** Not a test: `npm run shots` takes a picture of every screen, on a phone and on a desktop, into shots/. */

const shoot = async (page: Page, name: string, options: { whole?: boolean; open?: boolean } = {}) => {
  // The panel listens for news of orders as long as it is open.
  if (!options.open) await page.waitForLoadState('networkidle')
  await page.screenshot({
    path: `shots/${test.info().project.name}-${name}.png`,
    fullPage: options.whole ?? false,
    animations: 'disabled',
  })
}

for (const [name, path] of Object.entries({
  landing: '/',
  'ust-giyim': '/ust-giyim',
  category: '/elbise',
  accessories: '/aksesuar',
  special: '/special',
  product: '/urun/saten-askili-elbise-zumrut',
  'not-found': '/boyle-bir-sayfa-yok',
  'verify-email': '/verify-email?token=yok',
  'reset-password': '/reset-password?token=yok',
})) {
  test(name, async ({ page }) => {
    await page.goto(path)
    await shoot(page, name)
    await shoot(page, `${name}-whole`, { whole: true })
  })
}

test('login and register', async ({ page }) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'login')
  await page.getByRole('dialog').getByText('Üye ol').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Üye ol' }).last().click()
  await shoot(page, 'register-errors')
})

test('empty cart', async ({ page }) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'SEPET' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'cart-empty')
})

test('from cart to completed, then the account', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await shoot(page, 'cart')
  await goToPayment(page)
  await expect(page.getByLabel('Kart numarası')).toBeVisible()
  await shoot(page, 'payment')
  await payWith(page, '4111111111111129')
  await expect(page.getByText(/bakiyesi yetersiz/)).toBeVisible()
  await shoot(page, 'payment-declined')
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
  await expect(page.getByText('Ödeme numarası')).toBeVisible()
  await shoot(page, 'completed')
  await page.getByRole('button', { name: /Alışverişe devam et/i }).click()
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'account-orders')
})

test('at the bank', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-siyah')
  await goToPayment(page)
  await payWith(page, '5526080000000006')
  await expect(page.getByLabel('SMS ile gelen kod')).toBeVisible()
  await shoot(page, 'bank')
})

test('admin', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Genel bakış' })).toBeVisible()
  await expect(page.getByRole('img', { name: /Son 30 günün satışları/ })).toBeVisible()
  await shoot(page, 'admin', { open: true })
  await page.goto('/admin/siparisler')
  await expect(page.getByRole('heading', { name: /Siparişler/ })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await shoot(page, 'admin-orders', { open: true })
})
