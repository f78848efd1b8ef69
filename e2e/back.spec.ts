import type { Page } from '@playwright/test'
import { addFirstSize, goToPayment, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

/** Layers have their entry in the history a moment after they are seen; nobody presses Back sooner. */
async function layersAre(page: Page, n: number) {
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(n)
}

test('Back closes the zoom, then the panel, and only then the page', async ({ page }) => {
  await page.goto('/bluz')
  const card = page.locator('li.card a').first()
  const name = (await card.textContent()) ?? ''
  await card.click()
  await expect(page).toHaveURL(/\/urun\//)
  const product = page.url()
  const title = page.getByRole('heading', { level: 1, name })
  await expect(title).toBeVisible()

  await page.getByRole('button', { name: 'Görseli büyüt' }).click()
  const zoom = page.getByRole('dialog', { name: /büyük görseller/ })
  await expect(zoom.getByRole('img')).toBeVisible()
  await layersAre(page, 1)
  await page.goBack()
  await expect(zoom).toBeHidden()
  await expect(page).toHaveURL(product)

  await page.getByRole('button', { name: /^SEPET/ }).click()
  const cart = page.getByRole('dialog', { name: /^Sepetim/ })
  await expect(cart).toBeVisible()
  await layersAre(page, 1)
  await page.goBack()
  await expect(cart).toBeHidden()
  await expect(title).toBeVisible()
  await expect(page).toHaveURL(product)

  // Closed by its button, a panel leaves nothing behind in the history.
  await page.getByRole('button', { name: /^SEPET/ }).click()
  await cart.getByRole('button', { name: 'Kapat' }).click()
  await expect(cart).toBeHidden()
  await layersAre(page, 0)
  await page.goBack()
  await expect(page).toHaveURL('/bluz')
  await expect(page.getByRole('heading', { level: 1, name: 'Bluz' })).toBeVisible()
})

test('the gate of the till says why she has to sign in; Back leads from it to the cart, and then to the page', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto(`/urun/${await wellStocked(page)}`)
  await addFirstSize(page)
  const cart = page.getByRole('dialog', { name: 'Sepetim (1)' })
  const product = page.url()
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  const login = page.getByRole('dialog', { name: 'Hesabınız' })
  await expect(login.getByRole('status')).toHaveText('Alışverişi tamamlamak için giriş yapmanız gerekmektedir')
  await checkAccessibility('login before the till')
  await page.goBack()
  await expect(login).toBeHidden()
  await expect(cart).toBeVisible()
  await page.goBack()
  await expect(cart).toBeHidden()
  await expect(page).toHaveURL(product)

  // Asked for, the panel has nothing to explain.
  if (isPhone(page)) return
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await expect(login.getByRole('button', { name: 'Şifremi Unuttum' })).toBeVisible()
  await expect(login.getByRole('status')).toHaveCount(0)
})

test('Back at the till leads a step back with all that was typed, then to the cart, then to the page', async ({
  page,
  email,
}) => {
  await signInAsNewCustomer(page, email)
  await page.goto(`/urun/${await wellStocked(page)}`)
  await addFirstSize(page)
  await goToPayment(page)
  const product = page.url()
  const panel = page.getByRole('dialog')
  await expect(page.getByRole('dialog', { name: 'Ödeme' })).toBeVisible()
  await layersAre(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Sipariş bilgileri' })).toBeVisible()
  await expect(panel.getByLabel('Adres', { exact: true })).toHaveValue('Bağdat Caddesi 1/2, Kadıköy')
  await layersAre(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Sepetim (1)' })).toBeVisible()
  await layersAre(page, 1)
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(product)
})

test('a page opened from a panel takes its place, and Back leads to the page below', async ({ page }) => {
  await page.goto('/bluz')
  await page.getByRole('button', { name: /^SEPET/ }).click()
  const suggestion = page.getByRole('dialog').getByRole('region', { name: 'Yeni gelenler' }).getByRole('link').first()
  await suggestion.click()
  await expect(page).toHaveURL(/\/urun\//)
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/bluz')
  await expect(page.getByRole('heading', { level: 1, name: 'Bluz' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/\/urun\//)
  await expect(page.getByRole('button', { name: /ÖNCE .*BEDEN SEÇİN|SEPETE EKLE|GELİNCE HABER VER/ })).toBeVisible()
})

test('Back out of the filters keeps what was filtered', async ({ page }) => {
  test.skip(!isPhone(page), 'wide screens filter beside the cards')
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /^Filtrele/ }).click()
  const sheet = page.getByRole('dialog')
  // By key: the sheet may still slide in.
  await sheet.getByRole('checkbox', { disabled: false }).first().press('Space')
  await expect(page).toHaveURL(/\?/)
  const filtered = page.url()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(filtered)
  await page.reload()
  await expect(page).toHaveURL(filtered)
})

test('Back closes a panel also where one lay on the page when it was read again', async ({ page }) => {
  await page.goto(`/urun/${await wellStocked(page)}`)
  const product = page.url()
  const cart = page.getByRole('dialog', { name: /^Sepetim/ })
  const openCart = async () => {
    await page.getByRole('button', { name: /^SEPET/ }).click()
    await expect(cart).toBeVisible()
    await layersAre(page, 1)
  }
  await openCart()
  await page.reload()
  await openCart()
  await page.goBack()
  await expect(cart).toBeHidden()
  await expect(page).toHaveURL(product)
  await openCart()
  await page.reload()
  await page.mouse.move(1, 1)
  await layersAre(page, 0)
})
