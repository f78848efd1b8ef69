import type { Page } from '@playwright/test'
import { placeOrder, signInAsAdmin } from './customer.ts'
import { expect, test } from './shop.ts'

/** Acts as a barcode reader: it types and presses Enter, wherever the focus is. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test('a parcel is packed by a barcode reader alone, then sent with others by their tracking numbers', async ({
  page,
  checkAccessibility,
}) => {
  const [first, second] = [await placeOrder(page, 'Paket'), await placeOrder(page, 'Takip')]
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler')
  await page.getByRole('link', { name: 'Paketleme' }).click()
  await expect(page.getByLabel('Siparişin barkodu')).toBeFocused()
  await scan(page, first.replace('#', ''))
  await expect(page.getByRole('heading', { name: new RegExp(first) })).toBeVisible()
  await scan(page, 'BASKA-1')
  await expect(page.getByText('“BASKA-1” bu siparişte yok.')).toBeVisible()
  await checkAccessibility('the packing table')
  const sku = await page.locator('.packing-piece p').nth(2).innerText()
  await scan(page, sku)
  await expect(page.getByText('Hepsi tamam.')).toBeVisible()
  await scan(page, 'BASKA-2')
  await expect(page.getByText('“BASKA-2” bu siparişte yok.'), 'one too many does not close the parcel').toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${first} hazır:`)).toBeVisible()

  await page.goto('/admin/siparisler/takip')
  await page.getByLabel('Kargo firması').selectOption('Aras Kargo')
  const [one, two] = [first, second].map((number) => number.replace('#', '9'))
  await page.getByLabel('Sipariş no ve takip no').fill(`${first}\n${one}\n${second};${two}\n#00000000 12`)
  await page.getByRole('button', { name: 'Eşleşmeleri göster' }).click()
  await expect(page.getByText('Henüz hazırlanmamış görünüyor')).toBeVisible()
  await expect(page.getByText('Bu numarayla bir sipariş yok')).toBeVisible()
  await checkAccessibility('the matches')
  await page.getByRole('button', { name: '2 siparişi “Kargoda” yap' }).click()
  await expect(page.getByText('Kargoda; müşteriye e-posta gönderildi.')).toHaveCount(2)
  await page.goto(`/admin/siparisler?q=${one}`)
  await expect(page.getByRole('row', { name: new RegExp(first) })).toContainText('Kargoda')
})
