import {
  goToPayment,
  numberOfOrder,
  openAccount,
  payWith,
  putInCart,
  signInAsAdmin,
  signInAsNewCustomer,
  wellStocked,
} from './customer.ts'
import { expect, test } from './shop.ts'

const shotsTo = process.env.CAMPAIGN_SHOTS

test('the owner makes a code and a campaign; a shopper hears why one does not count, and pays less by the other', async ({
  page,
  browser,
  email,
  checkAccessibility,
}, info) => {
  test.setTimeout(180_000)
  const shoot = (of: typeof page, name: string) =>
    shotsTo ? of.screenshot({ path: `${shotsTo}/${name}-${of.viewportSize()?.width}.png` }) : undefined
  const slug = await wellStocked(page)
  await signInAsNewCustomer(page, email)
  const code = `YAZ-${info.project.name}-${Date.now() % 100_000}`.toUpperCase()

  await signInAsAdminAndMake()
  async function signInAsAdminAndMake() {
    const office = await browser.newPage({ viewport: page.viewportSize() })
    await signInAsAdmin(office)
    await office.goto('/admin/kampanyalar')
    await shoot(office, 'campaigns-empty')
    await office.getByRole('button', { name: 'Kampanya oluştur' }).click()
    const form = office.getByRole('dialog', { name: 'Kampanya oluştur' })
    await form.getByRole('button', { name: 'Kaydet' }).click()
    await expect(form.getByText('Kodu yazın')).toBeVisible()
    await form.getByLabel('Kod', { exact: true }).fill(code)
    await form.getByLabel('İndirim (%)').fill('10')
    await form.getByLabel(/Kişi başı kaç siparişte/).fill('0')
    await form.getByRole('button', { name: 'Kaydet' }).click()
    await expect(form.getByText('Sınır 1 ya da daha büyük bir tam sayı olmalı')).toBeInViewport({ ratio: 1 })
    await form.getByLabel(/Kişi başı kaç siparişte/).fill('1')
    await form.getByLabel(/Kodu paylaşan/).fill('Elif Stil')
    await form.getByRole('checkbox', { name: /Birleşebilen/ }).check()
    await shoot(office, 'campaign-form')
    await form.getByRole('button', { name: 'Kaydet' }).click()
    await expect(office.getByText(code, { exact: true })).toBeVisible()
    // For her alone, so that nobody else's cart is cheaper.
    await office.getByRole('button', { name: 'Kampanya oluştur' }).click()
    await form.getByLabel('Nasıl uygulanır?').selectOption('automatic')
    await form.getByLabel('Ad', { exact: true }).fill(`2 al 1 öde ${code}`)
    await form.getByLabel('İndirim', { exact: true }).selectOption('BUY_X_GET_Y')
    await form.getByLabel('Kaç ürün alana').fill('1')
    await form.getByLabel(/Yalnızca bu müşteriye/).fill(email)
    await form.getByRole('checkbox', { name: /Birleşebilen/ }).check()
    await shoot(office, 'campaign-form-sets')
    await form.getByRole('button', { name: 'Kaydet' }).click()
    await expect(office.getByText(`2 al 1 öde ${code}`).first()).toBeVisible()
    await shoot(office, 'campaigns')
    await office.close()
  }

  await putInCart(page, slug)
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: 'İndirim kodu ekle' }).click()
  await cart.getByLabel('İndirim kodu').fill('OLMAYAN-KOD')
  await cart.getByRole('button', { name: 'Uygula' }).click()
  await expect(cart.getByText('Böyle bir indirim kodu yok.')).toBeVisible()
  await shoot(page, 'cart-refused')
  await checkAccessibility('a code that does not count')
  await cart.getByRole('button', { name: /Kaldır.*OLMAYAN-KOD kodu/ }).click()
  await cart.getByLabel('İndirim kodu').fill(code.toLowerCase())
  await cart.getByLabel('İndirim kodu').press('Enter')
  await expect(cart.getByText('Kod uygulandı')).toBeAttached()
  await expect(cart.getByText(/^−[\d.]+,\d\d TL$/)).toHaveCount(1)
  await cart.getByRole('button', { name: 'Artır' }).first().click()
  await expect(cart.getByText(`2 al 1 öde ${code}`)).toBeVisible()
  await expect(cart.getByText(/^−[\d.]+,\d\d TL$/)).toHaveCount(2)
  await shoot(page, 'cart-counts')
  await checkAccessibility('a code that counts')
  await goToPayment(page)
  await expect(cart.getByText(`2 al 1 öde ${code}`)).toBeVisible()
  await expect(cart.getByText('Kod uygulandı')).toBeAttached()
  await shoot(page, 'payment')
  await checkAccessibility('a code at the checkout')
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
  const number = await numberOfOrder(page)
  const account = await openAccount(page, 'Siparişlerim')
  await account.getByRole('button', { name: new RegExp(number) }).click()
  const sum = page.getByRole('dialog', { name: `Sipariş ${number}` }).locator('dt:text-is("Toplam") + dd')
  const [words, line] = await sum.evaluate((dd) => {
    const range = document.createRange()
    range.selectNodeContents(dd)
    return [range.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(dd).lineHeight)]
  })
  expect(words, 'the sum beside a long name').toBeLessThanOrEqual(line ?? 0)

  // A link brings it along; she has used it.
  await page.goto(`/urun/${slug}?kupon=${code}`)
  await putInCart(page, slug)
  await expect(page.getByRole('dialog').getByText(/kullanma hakkınız doldu/)).toBeVisible()

  await page.goto('/')
  const office = await browser.newPage({ viewport: page.viewportSize() })
  await signInAsAdmin(office)
  await office.goto('/admin/kampanyalar')
  for (const title of [code, `2 al 1 öde ${code}`]) {
    await office.getByRole('button', { name: `${title}: kapat`, exact: true }).click()
    await expect(office.getByRole('button', { name: `${title}: aç`, exact: true })).toBeVisible()
  }
  await expect(
    office.getByRole('listitem').filter({ hasText: 'Elif Stil' }).filter({ hasText: code }).first(),
  ).toContainText('Sipariş1')
  await shoot(office, 'campaigns-used')
  await office.close()
})
