import { signInAsAdmin } from './customer.ts'
import { expect, test } from './shop.ts'

const reason = 'Sadık müşterimize yılbaşı hediyesi olarak'

test('the owner writes an order and makes its link; whoever has the link pays it, without an account', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler')
  await page.getByRole('link', { name: 'Yeni sipariş' }).click()
  await page.getByRole('searchbox', { name: 'Ürün ara' }).fill('elbise')
  await page.getByRole('list', { name: 'Bulunan ürünler' }).getByRole('button', { disabled: false }).first().click()
  await expect(page.getByRole('list', { name: 'Siparişteki ürünler' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Ad', { exact: true }).fill('Zeynep')
  await page.getByLabel('Soyad').fill('Kaya')
  await page.getByLabel('Telefon').fill('0533 222 33 44')
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('İl', { exact: true }).selectOption('İzmir')
  await page.getByLabel('Adres', { exact: true }).fill('Kıbrıs Şehitleri Caddesi 5')
  await page.getByLabel(/^İndirim \(/).fill('10')
  await page.getByLabel('Tür').selectOption('Yüzde (%)')
  await page.getByLabel('İndirimin sebebi').fill(reason)
  await expect(page.getByText(/indirim −/)).toBeVisible()
  await checkAccessibility('a new order')
  await page.getByRole('button', { name: 'Siparişi oluştur' }).click()
  const sheet = page.getByRole('dialog', { name: /^Sipariş #/ })
  await sheet.getByRole('button', { name: 'Ödeme bağlantısı oluştur' }).click()
  const link = (await sheet.getByText(/odeme-baglantisi#token=/).textContent()) ?? ''
  await expect(sheet.getByRole('link', { name: 'WhatsApp’ta paylaş' })).toHaveAttribute('href', /wa\.me\/905332223344/)
  await checkAccessibility('an order with its link')

  const payer = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await payer.goto(link)
  await expect(payer.getByText(`İndirim (${reason})`)).toBeVisible()
  const { width = 0 } = (await payer.getByText(/TL, fiyatlara dâhil$/).boundingBox()) ?? {}
  expect(width, 'the sum beside a long reason').toBeGreaterThan(150)
  const pay = payer.getByRole('button', { name: 'Siparişi onayla ve öde' })
  await payer.getByLabel('Kart numarası').fill('5528790000000008')
  await payer.getByLabel('Kart üzerindeki ad soyad').fill('Zeynep Kaya')
  await payer.getByLabel(/Son kullanma/).fill('1240')
  await payer.getByLabel('CVV').fill('123')
  await pay.click()
  await expect(payer.getByText(/mesafeli satış sözleşmesini onaylayın/)).toBeVisible()
  await payer.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await pay.click()
  await expect(payer.getByText(/^Ödendi\./)).toBeVisible()
  await payer.reload()
  await expect(payer.getByText(/^Ödendi\./)).toBeVisible()
  await expect(payer.getByRole('heading', { name: 'Ödemeniz alındı' })).toBeVisible()
  await payer.close()
  await expect(sheet.getByText('Ödendi', { exact: true })).toBeVisible()
})
