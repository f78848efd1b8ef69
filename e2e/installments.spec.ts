import { goToPayment, numberOfOrder, payWith, putInCart, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

test('installments: a table on the product, the choice once the card is known, and what is shown is charged and stays with the order', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await page.goto('/urun/tote-canta-taba')
  await page.getByText('Taksit seçenekleri').click()
  const bonus = page.getByRole('table', { name: /Bonus/ })
  await expect(bonus.getByRole('row', { name: /3 taksit/ })).toContainText('TL')
  await checkAccessibility('the installments of a product')

  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('group', { name: 'Taksit' })).toBeHidden()
  await cart.getByLabel('Kart numarası').fill('5528790000000008')
  const three = cart.getByRole('radio', { name: /3 taksit/ })
  await three.check()
  await expect(cart.getByText('Taksit farkı (3 taksit)')).toBeVisible()
  await checkAccessibility('the choice of installments')
  const total = (await cart.getByText('Toplam (KDV dahil)').locator('xpath=..').innerText()).match(
    /[\d.]+,\d\d TL/,
  )?.[0]
  await payWith(page, '5528790000000008')
  const completed = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(completed).toContainText(total ?? 'no total')
  await expect(completed).toContainText('3 taksit')
  const fee = /Taksit farkı\s*[\d.]+,\d\d TL/
  await expect(completed).toContainText(fee)
  const number = await numberOfOrder(page)
  await completed.getByRole('button', { name: 'Siparişi görüntüle' }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order).toContainText(fee)
  await expect(order).toContainText('3 taksit')

  const office = await browser.newPage()
  await signInAsAdmin(office)
  await office.goto(`/admin/siparisler?q=${encodeURIComponent(number)}`)
  await office.getByRole('button', { name: number }).click()
  const sheet = office.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(sheet).toContainText(fee)
  await expect(sheet).toContainText('3 taksit')
  await office.close()
})
