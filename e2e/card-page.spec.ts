import type { Page } from '@playwright/test'
import { goToPayment, openAccount, putInCart, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

/** A new customer who goes on to the demo bank's own page, without a card having been asked for. */
async function goToCardPage(page: Page, email: string, slug: string): Promise<void> {
  await signInAsNewCustomer(page, email)
  await putInCart(page, slug)
  await goToPayment(page)
  await chooseCardPage(page)
}

async function chooseCardPage(page: Page): Promise<void> {
  const cart = page.getByRole('dialog')
  await cart.getByRole('radio', { name: /güvenli ödeme sayfasında/ }).check()
  await expect(cart.getByLabel('Kart numarası')).toBeHidden()
  await expect(cart.getByText(/kuruluşunun sayfasına geçersiniz/)).toBeVisible()
  await cart.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await cart.getByRole('button', { name: 'Siparişi onayla ve ödeme sayfasına git' }).click()
  await expect(page.getByRole('heading', { name: 'Güvenli ödeme' })).toBeVisible()
}

async function payThere(page: Page, card: string): Promise<void> {
  await page.getByLabel('Kart numarası').fill(card)
  await page.getByRole('button', { name: / öde$/ }).click()
}

test('a card typed on the bank’s own page: refused, another one taken, and the order is completed', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await goToCardPage(page, email, 'tote-canta-taba')
  await checkAccessibility('the page of the bank')
  await payThere(page, '4111111111111129')
  await expect(page.getByRole('alert')).toContainText('limiti veya bakiyesi yetersiz')
  await payThere(page, '5528 7900 0000 0008')
  await expect(page).toHaveURL(/\/odeme\/sonuc/)
  await expect(page.getByText('Sipariş Tamamlandı').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^SEPET/ })).not.toContainText('1')
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByRole('button', { name: /#[0-9A-F]{8}/ })).toHaveCount(1)
})

test('the bank’s own page: giving up there says so, and leads back to the payment in the way she chose', async ({
  page,
  email,
}) => {
  await goToCardPage(page, email, 'tote-canta-siyah')
  await page.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByText(/Ödeme sayfasından ayrıldınız ve kartınızdan para çekilmedi/)).toBeVisible()
  await page.getByRole('button', { name: 'Tekrar Dene' }).click()
  const till = page.getByRole('dialog', { name: 'Ödeme' })
  await expect(till.getByRole('radio', { name: /güvenli ödeme sayfasında/ })).toBeChecked()
  await expect(till.getByText('Bağdat Caddesi 1/2, Kadıköy')).toBeVisible()
})

test('the bank’s own page, left for the shop: the same order leads to the same page, which takes one card', async ({
  page,
  email,
  context,
}) => {
  await goToCardPage(page, email, await wellStocked(page))
  const first = page.url()
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /^SEPET/ }).click()
  await goToPayment(page)
  await chooseCardPage(page)
  expect(page.url()).toBe(first)
  const other = await context.newPage()
  await other.goto(first)
  await payThere(page, '5528790000000008')
  await expect(page.getByText('Sipariş Tamamlandı').first()).toBeVisible()

  await payThere(other, '5528790000000008')
  await expect(other).toHaveURL(/\/odeme\/sonuc/)
  await other.goto(first)
  await expect(other.getByText('Bu ödeme sonuçlandı.')).toBeVisible()
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByRole('button', { name: /#[0-9A-F]{8}/ })).toHaveCount(1)
})
