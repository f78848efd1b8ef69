import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

test('the owner sees money without an order in words, and closes it with a note', async ({
  page,
  checkAccessibility,
}) => {
  const accessToken = await signInAsAdmin(page)
  // Another amount for each project: both look at one shop.
  const lira = 7000 + (page.viewportSize()?.width ?? 0)
  const charged = await page.request.post('/api/v1/demo-bank/charges', {
    data: { amount: lira },
    headers: { Authorization: `Bearer ${accessToken}` },
  })
  expect(charged.ok()).toBe(true)

  await page.goto('/admin/odemeler')
  await page.getByRole('button', { name: 'Bugünü şimdi karşılaştır' }).click()
  const amount = `${lira.toLocaleString('tr-TR')},00 TL`
  const row = page.getByRole('listitem').filter({ hasText: `Ödeme kuruluşu ${amount} çekmiş` })
  await expect(row).toContainText('Para çekildi, sipariş yok')
  await expect(page.getByText(/Son karşılaştırma: .*fark\./)).toBeVisible()
  await checkAccessibility('payments with a difference')

  await row.getByRole('button', { name: 'Not yazıp kapat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Farkı kapat' })
  await expect(dialog).toContainText('hiçbir kartta para hareketi olmaz')
  await dialog.getByRole('button', { name: 'Kapat', exact: true }).last().click()
  await expect(dialog.getByText('Farkın nasıl çözüldüğünü yazın')).toBeVisible()
  await dialog.getByLabel('Nasıl çözüldü?').fill('Mağazadaki POS ile yapılan satış')
  await dialog.getByRole('button', { name: 'Kapat', exact: true }).last().click()
  await expect(page.getByText('Fark kapatıldı.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a shopper at her bank is waited for, and the bank is asked again', async ({ page }) => {
  await signInAsAdmin(page)
  const number = await placeOrder(page, 'Banu', '5526080000000006')
  await page.goto('/admin/odemeler')
  const row = page.getByRole('listitem').filter({ hasText: number })
  await expect(row).toContainText('Banu Yılmaz')
  await expect(row).toContainText('Müşteri bankasının onay sayfasında')
  await row.getByRole('button', { name: 'Bankaya yeniden sor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ödemenin sonucunu sor' })
  await expect(dialog).toContainText('karttan yeniden para çekilmez')
  await dialog.getByRole('button', { name: 'Bankaya yeniden sor' }).click()
  await expect(page.getByText('sonuç henüz belli değil')).toBeVisible()
})
