import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { password, signIn, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

/** An order of the first size of a product, placed and paid in her name; gives its id. */
async function boughtByProgram(page: Page, email: string, slug: string): Promise<string> {
  const headers = { authorization: `Bearer ${await signIn(page, email, password)}` }
  const product = (await (await page.request.get(`/api/v1/products/${slug}`)).json()).data
  const variant = product.variants.find((variant: { stockQuantity: number }) => variant.stockQuantity > 0)
  const customerInfo = {
    ...{ firstName: 'Ayşe', lastName: 'Yılmaz', phone: '0532 111 22 33', email },
    ...{ address: 'Bağdat Caddesi 1/2, Kadıköy', city: 'İstanbul', postalCode: '34710' },
  }
  const cartItems = [{ productId: product.id, variantId: variant.id, size: variant.size, quantity: 1 }]
  const card = { cardHolderName: 'Ayse Yilmaz', cardNumber: '5528790000000008', expiryDate: '12/40', cvv: '123' }
  const data = {
    orderData: { cartItems, customerInfo, totalAmount: variant.price },
    paymentData: { ...card, installments: '1' },
  }
  const response = await page.request.post('/api/v1/payments/create', { headers, data })
  return (await response.json()).data.orderId
}

test('who bought a piece reviews it with a picture; the owner publishes and answers; its page shows both', async ({
  page,
  email,
  browser,
  isMobile,
  checkAccessibility,
}) => {
  // One product each, so that a page has the review of its own run alone.
  const slug = isMobile ? 'hilal-omuz-cantasi-vanilya' : 'hilal-omuz-cantasi-taba'
  const words = `Sapı tam boyumda ${email}`
  await signInAsNewCustomer(page, email)
  const orderId = await boughtByProgram(page, email, slug)
  const office = await browser.newPage({ viewport: page.viewportSize() })
  const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
  const delivered = { data: { status: 'DELIVERED' }, headers }
  await office.request.put(`/api/v1/admin/orders/${orderId}/status`, delivered)

  // As the mail leads her.
  await page.goto(`/siparis-takip#yorum=${orderId}`)
  await expect(page.getByRole('heading', { name: 'Yorumunuz' })).toBeVisible()
  await page.getByRole('button', { name: 'Yorumu gönder' }).click()
  await expect(page.getByText('Bir yıldız seçin')).toBeVisible()
  await page.getByRole('radio', { name: /^4 yıldız/ }).check({ force: true })
  await page.getByRole('radio', { name: 'Tam', exact: true }).check()
  await page.getByLabel('Yorumunuz').fill(words)
  await page.getByLabel('Boyunuz (cm)').fill('20')
  const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel(/Görsel ekle/).setInputFiles({ name: 'canta.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('img', { name: '1. görsel' })).toBeVisible()
  await page.getByRole('button', { name: 'Yorumu gönder' }).click()
  await expect(page.getByText('Boyunuzu santimetre olarak yazın')).toBeVisible()
  await checkAccessibility('the form of a review')
  await page.getByLabel('Boyunuz (cm)').fill('168')
  await page.getByRole('button', { name: 'Yorumu gönder' }).click()
  await expect(page.getByText(/yorumunuzu aldık; bakıldıktan sonra yayınlanır/)).toBeVisible()
  await expect(page.getByText('Onay bekliyor')).toBeVisible()

  await office.goto(`/admin/yorumlar?q=${encodeURIComponent(email)}`)
  await office.getByRole('button', { name: /Ayşe Yılmaz/ }).click()
  const sheet = office.getByRole('dialog', { name: 'Yorum' })
  await sheet.getByRole('button', { name: 'Yayınla', exact: true }).click()
  await expect(sheet.getByText('Yayında', { exact: false }).first()).toBeVisible()
  await sheet.getByLabel('Yanıtınız').fill('Güle güle kullanın.')
  await sheet.getByRole('button', { name: 'Yanıtla' }).click()
  await expect(office.getByText('Yanıtınız yorumun altında.')).toBeVisible()

  await page.goto(`/urun/${slug}`)
  await page.getByRole('link', { name: /5 üzerinden .* yorum/ }).click()
  const section = page.getByRole('region', { name: 'Yorumlar' })
  const entry = section.getByRole('listitem').filter({ hasText: words })
  await expect(entry).toContainText('Ayşe Y.')
  await expect(entry).toContainText('Güle güle kullanın.')
  await expect(section.getByText('Kalıbı nasıl buldular?')).toBeVisible()
  await checkAccessibility('the reviews of a product')
  await entry.getByRole('button', { name: /1\. görsel, büyütmek/ }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /1\. görsel/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await entry.getByRole('button', { name: /^Bildir/ }).click()
  const report = page.getByRole('dialog', { name: 'Yorumu bildir' })
  await report.getByLabel('Neden bildiriyorsunuz?').selectOption('Reklam ya da bağlantı')
  await report.getByRole('button', { name: 'Bildir' }).click()
  await expect(report.getByText('Teşekkür ederiz, yoruma bakacağız.')).toBeVisible()
  await office.close()
})

test('reviews that come late find their room: what she looks at below them stays', async ({ page }) => {
  const letReviews = Promise.withResolvers<void>()
  for (const late of ['**/assets/section-*.js', '**/products/*/reviews?*'])
    await page.route(late, async (route) => {
      await letReviews.promise
      await route.continue()
    })
  await page.goto('/urun/pile-midi-etek-adacayi', { waitUntil: 'networkidle' })
  const asked = page.waitForRequest('**/assets/section-*.js')
  const outfit = page.getByRole('region', { name: 'Kombini tamamlayın' })
  await outfit.evaluate((section) => section.scrollIntoView({ block: 'end' }))
  await asked
  const top = async () => (await outfit.boundingBox())?.y ?? 0
  const before = await top()
  letReviews.resolve()
  await expect(page.getByRole('region', { name: 'Yorumlar' }).getByRole('listitem').first()).toBeAttached()
  // How long the texts are nobody knows before.
  expect(Math.abs((await top()) - before)).toBeLessThan(100)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })
  test('no room is kept for reviews that cannot come', async ({ page }) => {
    await page.goto('/urun/pile-midi-etek-adacayi')
    await expect(page.getByRole('heading', { name: 'Kombini tamamlayın' })).toBeVisible()
    await expect(page.locator('#yorumlar')).toBeHidden()
  })
})

test('the owner’s inbox and setting of reviews', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/yorumlar?durum=all&q=zümrüt')
  await page.getByRole('button', { name: /Selin Ö\./ }).click()
  await expect(page.getByRole('dialog', { name: 'Yorum' }).getByText(/örnek yorumudur/)).toBeVisible()
  await checkAccessibility('a review in the panel')
  await page.goto('/admin/ayarlar?bolum=yorumlar')
  await expect(page.getByLabel('Satın alanlar yorum yazabilsin')).toBeChecked()
  await checkAccessibility('the setting of reviews')
})
