import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../customer.ts'
import { expect, foundInMail, linkInMail, test } from '../shop.ts'

async function send(page: Page, form: string, data: object) {
  const response = await page.request.post(`/api/v1/forms/${form}`, { data })
  expect(response.ok(), await response.text()).toBe(true)
}

test('the owner reads a message, answers it by mail and puts it away', async ({ page, email, checkAccessibility }) => {
  await signInAsAdmin(page)
  await send(page, 'problem-report', { email, problem: 'Elbisemin fermuarı bozuk.\nDeğişim istiyorum.' })
  await page.goto('/admin/mesajlar?sekme=hazir')
  await page.getByRole('button', { name: 'Hazır yanıt ekle' }).click()
  const editor = page.getByRole('dialog', { name: 'Yeni hazır yanıt' })
  const template = `Fermuar ${email}`
  await editor.getByLabel('Adı').fill(template)
  await editor.getByLabel('Metin', { exact: true }).fill('Sevgiler, {ad}')
  await checkAccessibility('editor of a ready answer')
  await editor.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('button', { name: template })).toBeVisible()

  await page.goto('/admin/mesajlar?durum=unread')
  await page.getByLabel('Mesaj ara').fill(email)
  await expect(page).toHaveURL(/q=ayse/)
  await checkAccessibility('inbox')
  await page.getByRole('button', { name: email }).click()
  const sheet = page.getByRole('dialog', { name: 'Mesaj' })
  await expect(sheet.getByText('Sorun bildirimi · Yanıt bekliyor')).toBeVisible()
  await expect(sheet.getByText('Elbisemin fermuarı bozuk.')).toBeVisible()
  await checkAccessibility('message')

  await sheet.getByRole('button', { name: 'Yanıt yaz' }).click()
  await expect(sheet.getByLabel('Yanıtınız')).toBeFocused()
  await sheet.getByLabel('Yanıtınız').fill('Merhaba,\n\nHemen değiştiriyoruz. https://dukkan.example/degisim?no=1')
  // Nobody has the address: the word stays, and nothing goes out before it is filled in.
  await sheet.getByLabel('Hazır yanıt').selectOption(template)
  await sheet.getByRole('button', { name: 'Yanıtı gönder' }).click()
  await expect(sheet.getByText('{ad} yerine ne yazılacağını belirtin')).toBeVisible()
  const text = sheet.getByLabel('Yanıtınız')
  await text.fill((await text.inputValue()).replace('{ad}', 'Nar'))
  await sheet.getByRole('button', { name: 'Kapat', exact: true }).click()
  const warning = page.getByRole('dialog', { name: 'Gönderilmemiş yanıt' })
  await warning.getByRole('button', { name: 'Vazgeç' }).click()
  // It fades for a moment, with a 'Kapat' of its own.
  await expect(warning).toBeHidden()
  await sheet.getByRole('button', { name: 'Yanıtı gönder' }).click()
  await expect(sheet.getByText(`Yanıtınız ${email} adresine gönderiliyor.`)).toBeVisible()
  await expect(sheet.getByText('Sorun bildirimi · Yanıtlandı')).toBeVisible()
  await expect(sheet.getByText('Hemen değiştiriyoruz.')).toBeVisible()
  expect(await linkInMail(email, '/degisim')).toBe('https://dukkan.example/degisim?no=1')

  await sheet.getByRole('button', { name: 'Arşive kaldır' }).click()
  await expect(sheet.getByText('Sorun bildirimi · Arşivde')).toBeVisible()
  await sheet.getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(page.getByText('Bu aramaya uyan mesaj yok')).toBeVisible()
  await page.getByLabel('Duruma göre süz').selectOption('Arşiv')
  await expect(page.getByRole('button', { name: email })).toBeVisible()
})

test('the owner downloads what came with an application', async ({ page, email }) => {
  await signInAsAdmin(page)
  const answer = await page.request.post('/api/v1/forms/application', {
    multipart: {
      ...{ fullName: 'Şule Işık', phone: '0532 111 22 33', email, city: 'İzmir', application_type: 'bayilik' },
      ...{ title: 'Bayilik', description: 'Mağazam var.', consentKvkk: 'true', consentContact: 'true' },
      file: { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 plan') },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await page.goto(`/admin/mesajlar?tur=application&q=${encodeURIComponent(email)}`)
  await page.getByRole('button', { name: email }).click()
  const sheet = page.getByRole('dialog', { name: 'Mesaj' })
  await expect(sheet.getByRole('definition').filter({ hasText: 'Bayilik' }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'plan.pdf dosyasını indir' }).click()
  expect((await download).suggestedFilename()).toBe('plan.pdf')
})

test('the owner sees what shoppers wait for, and goes to the product', async ({ page, email, checkAccessibility }) => {
  await signInAsAdmin(page)
  const { data } = await (await page.request.get('/api/v1/products?limit=1000')).json()
  const products = data.products as { id: string; name: string; variants: { size: string; stockQuantity: number }[] }[]
  const soldOut = products.flatMap(({ id, name, variants }) =>
    variants.filter(({ stockQuantity }) => stockQuantity === 0).map(({ size }) => ({ id, name, size })),
  )[0]
  await send(page, 'stock-notice', { email, size: soldOut?.size, productId: soldOut?.id })
  const token = (await foundInMail(email, /gelince-haber#token=[\w.-]+/)).split('=')[1]
  await page.request.post(`/api/v1/stock-notices/${token}/confirm`)
  await page.goto('/admin/mesajlar')
  await page.getByRole('tab', { name: 'Stok istekleri' }).click()
  await page.getByLabel('Ürün ara').fill(soldOut?.name ?? '')
  await expect(page).toHaveURL(/q=/)
  const row = page.getByRole('row').filter({ hasText: soldOut?.name }).first()
  await expect(row).toContainText(/beden için \d+ kişi/)
  await checkAccessibility('what shoppers wait for')
  await expect(row.getByRole('link')).toHaveAttribute('href', `/admin/urunler/${soldOut?.id}`)
})
