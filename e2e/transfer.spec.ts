import type { Page } from '@playwright/test'
import { goToPayment, putInCart, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

/** Orders a bag by transfer; gives the completed view, the order's number and its reference. */
async function orderByTransfer(page: Page, email: string, checkAccessibility: (where: string) => Promise<void>) {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  const payment = page.getByRole('dialog', { name: 'Ödeme' })
  await payment.getByRole('radio', { name: 'Havale / EFT' }).check()
  await expect(payment.getByLabel('Kart numarası')).toHaveCount(0)
  // She looks at the address once more, and the way she chose is still hers.
  await payment.getByRole('button', { name: /^Değiştir/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(payment.getByRole('radio', { name: 'Havale / EFT' })).toBeChecked()
  await checkAccessibility('the payment step with a transfer')
  const box = payment.getByRole('checkbox', { name: /okudum, onaylıyorum/ })
  await expect(box).toBeEnabled()
  await box.check()
  await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(done.getByText('Havalenizi bekliyoruz')).toBeVisible()
  const details = done.getByRole('region', { name: 'Havale bilgileri' })
  await expect(details).toContainText('TR33 0006 1005 1978 6457 8413 26')
  const reference = (await details.getByText(/^[2-9A-HJ-NP-Z]{6}$/).textContent()) ?? ''
  const number = (await done.getByText(/^#[0-9A-F]{8}$/).textContent()) ?? ''
  return { done, details, number, reference }
}

async function openPayments(office: Page, number: string) {
  await office.goto('/admin/odemeler')
  return office.getByRole('listitem').filter({ hasText: number })
}

test('an order by transfer: how to pay is shown and copied, the owner says that it came, and it is paid', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const { done, details, number, reference } = await orderByTransfer(page, email, checkAccessibility)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await details.getByRole('button', { name: /^Kopyala ?: IBAN/ }).click()
  await expect(details.getByRole('button', { name: /^Kopyalandı ?: IBAN/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('TR330006100519786457841326')
  await details.getByRole('button', { name: 'IBAN’ı karekodla göster' }).click()
  await expect(details.getByRole('img', { name: 'IBAN’ın karekodu' })).toBeVisible()
  await checkAccessibility('the completed view of a transfer')
  await done.getByRole('button', { name: 'Siparişi görüntüle' }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order.getByText('Havale bekleniyor')).toBeVisible()
  await expect(order.getByRole('region', { name: 'Havale bilgileri' })).toContainText(reference)

  const office = await browser.newPage({ viewport: page.viewportSize() })
  await signInAsAdmin(office)
  await office.goto(`/admin/siparisler?q=${number.slice(1)}`)
  await expect(office.getByText('Havale bekleniyor'), 'on a phone too').toBeVisible()
  const row = await openPayments(office, number)
  await expect(row).toContainText(reference)
  await row.getByRole('button', { name: /Ödeme geldi/ }).click()
  await expect(office.getByText('Ödeme işlendi, sipariş hazırlanabilir.')).toBeVisible()
  await expect(row.getByRole('button', { name: /İşlendi/ })).toBeDisabled()
  await office.reload()
  await expect(office.getByRole('heading', { name: 'Ödemeler' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await office.close()

  await page.reload()
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: number }).click()
  const paid = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(paid.getByText('Ödendi', { exact: true })).toBeVisible()
  await expect(paid.getByRole('region', { name: 'Havale bilgileri' })).toHaveCount(0)
})

test('too little came and she cancels: she names her account, the owner pays it back', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const { done, number } = await orderByTransfer(page, email, checkAccessibility)
  const office = await browser.newPage({ viewport: page.viewportSize() })
  await signInAsAdmin(office)
  const row = await openPayments(office, number)
  await row.getByRole('button', { name: 'Başka tutar' }).click()
  const amount = office.getByRole('dialog', { name: 'Gelen tutar' })
  await amount.getByLabel('Gelen tutar (TL)').fill('100,50')
  await amount.getByRole('button', { name: 'İşle' }).click()
  await expect(row).toContainText('100,50 TL kadarı geldi')

  await done.getByRole('button', { name: 'Siparişi görüntüle' }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await order.getByRole('button', { name: 'Siparişi iptal et' }).click()
  await page
    .getByRole('dialog', { name: 'Siparişi iptal et' })
    .getByRole('button', { name: 'Siparişi iptal et' })
    .click()
  await expect(order.getByText('100,50 TL iadenizi banka hesabınıza göndereceğiz.')).toBeVisible()
  await order.getByLabel('IBAN').fill('TR33 0006 1005 1978 6457 8413 27')
  await order.getByRole('button', { name: 'Hesabı kaydet' }).click()
  await expect(order.getByText('Bu IBAN geçersiz; rakamları kontrol edin')).toBeVisible()
  await order.getByLabel('IBAN').fill('TR33 0006 1005 1978 6457 8413 26')
  await order.getByRole('button', { name: 'Hesabı kaydet' }).click()
  await expect(order.getByText(/şu hesaba gönderilecek/)).toBeVisible()
  await checkAccessibility('an order whose money goes back by hand')

  const owed = await openPayments(office, number)
  await expect(owed).toContainText('TR33 0006 1005 1978 6457 8413 26')
  await owed.getByRole('button', { name: 'IBAN’ı değiştir' }).click()
  const account = office.getByRole('dialog', { name: 'İadenin gideceği hesap' })
  await account.getByLabel('IBAN').fill('TR31 0010 0099 9990 1234 5678 90')
  await account.getByRole('button', { name: 'Hesabı kaydet' }).click()
  await expect(account.getByText('Bu IBAN geçersiz; rakamları kontrol edin')).toBeVisible()
  await account.getByLabel('IBAN').fill('TR32 0010 0099 9990 1234 5678 90')
  await account.getByRole('button', { name: 'Hesabı kaydet' }).click()
  await expect(owed).toContainText('TR32 0010 0099 9990 1234 5678 90')
  await owed.getByRole('button', { name: 'Gönderdim' }).click()
  const sent = office.getByRole('dialog', { name: 'İadeyi gönderdiniz mi?' })
  await sent.getByLabel('Nasıl gönderdiniz?').fill('Ziraat mobil, FAST')
  await sent.getByRole('button', { name: 'Gönderdim' }).click()
  await expect(office.getByText('İade tamamlandı.')).toBeVisible()
  await expect(owed).toHaveCount(0)
  await office.close()
})

test('the bank’s statement is matched by the reference, and counts once it is confirmed', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const { number, reference } = await orderByTransfer(page, email, checkAccessibility)
  const office = await browser.newPage({ viewport: page.viewportSize() })
  await signInAsAdmin(office)
  const row = await openPayments(office, number)
  await expect(row).toBeVisible()
  const csv = `Tarih;Açıklama;Tutar\n23.11.2026;FAST ${reference} ${email};1.590,00\n23.11.2026;Kira;-5.000,00\n`
  await office
    .getByLabel('Banka ekstresi')
    .setInputFiles({ name: 'ekstre.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const dialog = office.getByRole('dialog', { name: 'Banka ekstresi' })
  await expect(dialog.getByText('Kod açıklamada')).toBeVisible()
  await expect(dialog.getByLabel('Hangi sipariş?')).toContainText(number)
  // A short screen is as a long statement: what is done with it stays in view.
  await office.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 420 })
  await expect(dialog.getByRole('button', { name: '1 satırı işle' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: '1 satırı işle' }).click()
  await expect(office.getByText('1 satır işlendi.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await office.close()
})
