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

const shotsTo = process.env.CREDIT_SHOTS

test('the owner gives credit on an order as the customer agreed; she pays her next one with it', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  const slug = await wellStocked(page)
  const shoot = (of: typeof page, name: string) =>
    shotsTo ? of.screenshot({ path: `${shotsTo}/${name}-${of.viewportSize()?.width}.png` }) : undefined
  await signInAsNewCustomer(page, email)
  await putInCart(page, slug)
  await goToPayment(page)
  await expect(page.getByText('Mağaza kredi')).toHaveCount(0)
  await payWith(page, '5528790000000008')
  const number = await numberOfOrder(page)

  const office = await browser.newPage({ viewport: page.viewportSize() })
  await signInAsAdmin(office)
  await office.goto(`/admin/siparisler?q=${encodeURIComponent(number)}`)
  await office.getByRole('button', { name: number }).click()
  const sheet = office.getByRole('dialog', { name: `Sipariş ${number}` })
  await sheet.getByRole('tab', { name: 'Tutar yazarak' }).click()
  await sheet.getByLabel('İade tutarı (TL)').fill('99999')
  await expect(sheet.getByText(/arasında bir tutar yazın/)).toBeVisible()
  await sheet.getByLabel('İade tutarı (TL)').fill('150,50')
  await sheet.getByLabel('Sebebi').fill('Paketiniz geç geldi')
  await sheet.getByRole('checkbox', { name: 'Para yerine mağaza kredisi ver' }).check()
  await expect(sheet.getByText(/kredi ancak müşteri isterse verilebilir/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Kredi ver' })).toHaveCount(0)
  await sheet.getByRole('checkbox', { name: /kabul etti/ }).check()
  await shoot(office, 'refund')
  await sheet.getByRole('button', { name: '150,50 TL kredi ver' }).click()
  const asked = office.getByRole('dialog', { name: 'Mağaza kredisi ver' })
  await asked.getByRole('button', { name: 'Kredi ver' }).click()
  await expect(
    sheet.getByText(/mağaza kredisi olarak iade edildi, müşteri kabul etti: Paketiniz geç geldi/),
  ).toBeVisible()
  await shoot(office, 'refunded')
  await sheet.getByRole('link', { name: 'Mağaza kredisi' }).click()
  await expect(office.getByText('Kullanabileceği kredi')).toBeVisible()
  await shoot(office, 'customer')
  await office.close()

  const panel = await openAccount(page, 'Siparişlerim')
  await panel.getByText(/Mağaza krediniz 150,50 TL/).click()
  await expect(panel.getByText('Paketiniz geç geldi')).toBeVisible()
  await expect(panel.getByText(/İade · #/)).toBeVisible()
  await shoot(page, 'account')
  await putInCart(page, slug)
  await goToPayment(page)
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('checkbox', { name: /Mağaza kredimi kullan/ })).toBeChecked()
  await expect(cart.getByText('−150,50 TL')).toBeVisible()
  await shoot(page, 'checkout')
  await checkAccessibility('store credit at the checkout')
  await payWith(page, '5528790000000008')
  const completed = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(completed).toContainText(/Mağaza kredisi\s*150,50 TL/)
  await shoot(page, 'completed')
})
