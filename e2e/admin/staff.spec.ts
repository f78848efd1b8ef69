import { password, placeOrder, signIn, signInAsAdmin } from '../customer.ts'
import { expect, linkInMail, test } from '../shop.ts'

test('a helper for the depot is invited, packs an order without seeing a sum, and is out the moment she is removed', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  const number = await placeOrder(page, 'Depo')
  await signInAsAdmin(page)
  await page.goto('/admin/ekip')
  await page.getByRole('button', { name: 'Birini davet et' }).click()
  await page.getByLabel('Adı', { exact: true }).fill('Defne')
  await page.getByLabel('Soyadı').fill('Işık')
  await page.getByLabel('E-posta adresi').fill(email)
  await page.getByLabel('Rolü', { exact: true }).selectOption('Depo')
  await expect(page.getByText('Tutarları ve iletişim bilgilerini görmez.')).toBeVisible()
  await page.getByRole('button', { name: 'Davet gönder' }).click()
  await expect(page.getByRole('heading', { name: 'Bekleyen davetler' })).toBeVisible()
  await checkAccessibility('the staff')

  const hers = await (await browser.newContext()).newPage()
  await hers.goto(await linkInMail(email, '/admin/davet'))
  await hers.getByLabel('Şifre', { exact: true }).fill(password)
  await hers.getByRole('button', { name: 'Daveti kabul et' }).click()
  await expect(hers.getByRole('heading', { name: 'Ekibe hoş geldiniz' })).toBeVisible()
  await signIn(hers, email, password)
  await hers.goto(`/admin/siparisler?q=${encodeURIComponent(number)}`)
  const row = hers.getByRole('row', { name: new RegExp(number) })
  await expect(row).toBeVisible()
  await expect(hers.getByText(/\d TL/)).toHaveCount(0)
  await row.getByRole('button', { name: number }).click()
  await expect(hers.getByRole('dialog').getByText('Bağdat Caddesi 1/2')).toBeVisible()
  await expect(hers.getByText(/\d TL/)).toHaveCount(0)
  await hers.goto('/admin/odemeler')
  await expect(hers.getByText('Bu sayfa rolünüzde yok')).toBeVisible()
  await hers.goto('/admin/siparisler/paketleme')
  await hers.getByLabel('Siparişin barkodu').fill(number.replace('#', ''))
  await hers.keyboard.press('Enter')
  await expect(hers.getByRole('heading', { name: new RegExp(number) })).toBeVisible()
  await expect(hers.getByText(/\d TL/)).toHaveCount(0)
  const sku = await hers.locator('.packing-piece p').nth(2).innerText()
  await hers.keyboard.type(sku)
  await hers.keyboard.press('Enter')
  await hers.keyboard.press('Enter')
  await expect(hers.getByText(`${number} hazır:`)).toBeVisible()

  await page.reload()
  const member = page.getByRole('listitem').filter({ hasText: email })
  await expect(member).toContainText('1 cihazda oturum açık')
  await member.getByRole('button', { name: 'Erişimi kaldır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erişimi kaldır' }).click()
  await expect(member).toHaveCount(0)
  // Her stream of news ends, and with it the panel, though she touched nothing.
  await expect(hers).toHaveURL(/\/$/)
  await expect(hers.getByRole('status').getByText(/^Oturumunuz/)).toBeVisible()
  await hers.context().close()
})
