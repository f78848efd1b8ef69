import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { goToPayment, payWith, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, foundInMail, test } from './shop.ts'

/** A product of its own, sold out in its one size; `comesIn` puts so many pieces of it on sale, as the owner. */
async function soldOutProduct(office: Page, name: string) {
  const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
  const picture = await sharp({ create: { width: 600, height: 750, channels: 3, background: '#7d8a6a' } })
    .png()
    .toBuffer()
  const { data: categories } = await (await office.request.get('/api/v1/categories')).json()
  const variant = { sku: name, color: 'Kum', colorHex: '#c8b08f', size: '38', price: 1199, stockQuantity: 0 }
  const multipart = {
    ...{ name, description: 'Keten.', categoryId: categories[0].id, variants: JSON.stringify([variant]) },
    mainImage: { name: 'elbise.png', mimeType: 'image/png', buffer: picture },
  }
  const made = await office.request.post('/api/v1/admin/products', { headers, multipart })
  expect(made.ok(), await made.text()).toBe(true)
  const { id, slug, variants } = (await made.json()).data
  return {
    slug: slug as string,
    async comesIn(add: number) {
      const data = { variantId: variants[0].id, add }
      const answer = await office.request.patch(`/api/v1/admin/products/${id}/cell`, { headers, data })
      return (await answer.json()).message as string
    },
  }
}

test('a guest waits for her size, is told when it is her turn, and buys the piece that is kept for her', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const office = await browser.newPage()
  const { slug, comesIn } = await soldOutProduct(office, `Keten Elbise ${email}`)
  await page.goto(`/urun/${slug}`)
  await page.getByRole('button', { name: 'GELİNCE HABER VER' }).click()
  const form = page.getByRole('dialog', { name: 'Gelince Haber Ver' })
  await form.getByLabel('E-posta').fill(email)
  await form.getByRole('button', { name: 'Bana haber verin' }).click()
  await expect(form.getByRole('status')).toContainText('Size bir e-posta gönderdik.')

  const link = await foundInMail(email, /http\S*\/gelince-haber#token=[\w.-]+/)
  await page.goto(link)
  await checkAccessibility('a place in the line to be confirmed')
  await page.getByRole('button', { name: 'Onaylıyorum, sıraya gir' }).click()
  await expect(page.getByText('Sıradaki ilk kişi sizsiniz.')).toBeVisible()
  await office.goto('/admin/mesajlar?sekme=stok')
  await office.getByLabel('Ürün ara').fill(email)
  await expect(office.getByRole('row').filter({ hasText: email })).toContainText('38 beden için 1 kişi')
  expect(await comesIn(1)).toBe('1 adet, bu bedeni bekleyenlere sırayla ayrıldı; satışta 0 adet var.')
  await office.close()

  await signInAsNewCustomer(page, email)
  await page.goto(`/urun/${slug}`)
  await expect(page.getByRole('button', { name: 'GELİNCE HABER VER' }), 'for others it is sold out').toBeVisible()
  await foundInMail(email, /30 dakika yeniden/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Sizin için ayırdık' })).toBeVisible()
  await expect(page.getByText(/tarihine kadar sizin için ayrıldı/)).toBeVisible()
  await checkAccessibility('the piece that is kept')
  await page.getByRole('button', { name: 'Sepete ekle' }).click()
  const cart = page.getByRole('dialog', { name: /Sepetim/ })
  await expect(cart.getByText(/bir adet .* tarihine kadar sizin için ayrıldı/)).toBeVisible()
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
})
