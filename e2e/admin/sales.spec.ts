import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

const unique = () => crypto.randomUUID().slice(0, 8)

/** A product of two sizes for 500 TL, made without the screen, and what takes it out of the shop again: other journeys count products. */
async function makeProduct(page: Page, name: string) {
  const token = await signInAsAdmin(page)
  const call = async (method: string, path: string, multipart?: Record<string, string | object>) => {
    const headers = { Authorization: `Bearer ${token}` }
    const options = { method, headers, multipart: multipart as Record<string, string> | undefined }
    return (await (await page.request.fetch(`/api/v1${path}`, options)).json()).data
  }
  const [{ id: categoryId }] = await call('GET', '/admin/categories')
  const background = { r: 180, g: 150, b: Math.floor(Math.random() * 255) }
  const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const { id: mainImageId } = await call('POST', '/admin/images', {
    file: { name: 'elbise.jpg', mimeType: 'image/jpeg', buffer },
  })
  const variants = ['S', 'M'].map((size) => {
    return { color: 'Siyah', colorHex: '#111111', size, price: 500, stockQuantity: 5, sku: unique() }
  })
  const fields = { name, description: 'Yumuşak dokulu.', categoryId, mainImageId, variants: JSON.stringify(variants) }
  const { id, slug } = await call('POST', '/admin/products', fields)
  const remove = () =>
    page.request.delete(`/api/v1/admin/products/${id}`, { headers: { Authorization: `Bearer ${token}` } })
  return { id: String(id), slug: String(slug), remove }
}

test('a sale is planned beside the price, told in the shop with its last day, and ended', async ({
  page,
  checkAccessibility,
}) => {
  const name = `Indirimli Elbise ${unique()}`
  const { id, slug, remove } = await makeProduct(page, name)
  await page.goto(`/admin/urunler/${id}`)
  const beside = page.getByRole('region', { name: 'İndirim', exact: true })
  await beside.getByRole('button', { name: 'İndirim planla' }).click()
  const dialog = page.getByRole('dialog', { name: 'İndirim planla' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('1 ile 99 arasında bir tam sayı girin')).toBeVisible()
  await dialog.getByLabel('İndirim oranı (%)').fill('20')
  await dialog.getByLabel('Bitiş').fill('2030-12-31T18:00')
  await expect(dialog.getByText('400,00 TL', { exact: true })).toHaveCount(2)
  await expect(dialog.getByText(/400,00 TL fiyatını geçerli/)).toBeVisible()
  await checkAccessibility('planning a sale')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(beside.getByRole('button', { name: /Sürüyor: %20/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Fiyat, 1. satır' })).toHaveValue('400,00')
  await checkAccessibility('a product in a sale')

  await page.goto(`/urun/${slug}`)
  await expect(page.getByText(/^İndirim başlangıcı: .* · Son gün: 31 Aralık 2030, 18:00$/)).toBeVisible()
  await expect(page.locator('del').first()).toContainText('500,00 TL')
  await checkAccessibility('product page in a sale')

  await page.goto('/admin/indirimler')
  await page
    .getByRole('button', { name: new RegExp(name) })
    .last()
    .click()
  const sheet = page.getByRole('dialog', { name: 'İndirim' })
  await expect(sheet.getByText('500,00 TL yerine 400,00 TL')).toHaveCount(2)
  await checkAccessibility('a sale')
  await sheet.getByRole('button', { name: 'Şimdi bitir' }).click()
  await page.getByRole('dialog', { name: 'İndirimi bitir' }).getByRole('button', { name: 'Şimdi bitir' }).click()
  await expect(sheet.getByText('Bitti', { exact: true })).toBeVisible()
  await page.goto(`/urun/${slug}`)
  await expect(page.getByText('500,00 TL').first()).toBeVisible()
  await expect(page.getByText(/^İndirim başlangıcı/)).toBeHidden()
  expect((await remove()).ok()).toBe(true)
})

test('a coming sale of chosen products stands in the calendar, changes, and is taken back', async ({
  page,
  checkAccessibility,
}) => {
  const name = `Takvim Elbise ${unique()}`
  const { remove } = await makeProduct(page, name)
  await page.goto('/admin/indirimler?ay=2031-03')
  await expect(page.getByRole('heading', { name: 'Mart 2031' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'İndirim planla' }).click()
  const dialog = page.getByRole('dialog', { name: 'İndirim planla' })
  await dialog.getByText('Tek fiyat').click()
  await dialog.getByLabel('İndirimli fiyat (TL)').fill('399,90')
  await dialog.getByLabel('Başlangıç').fill('2031-03-10T10:00')
  await dialog.getByLabel('Bitiş').fill('2031-03-12T00:00')
  const sale = `Bahar ${unique()}`
  await dialog.getByLabel('İndirimin adı').fill(sale)
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('En az bir ürün seçin.')).toBeVisible()
  await dialog.getByRole('searchbox', { name: 'Ürün ara' }).fill(name)
  await dialog.getByRole('button', { name: `${name}: indirime ekle` }).click()
  await expect(dialog.getByText('399,90 TL')).toBeVisible()
  await checkAccessibility('planning a sale of several')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^10 Mart .*${sale}`) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^1[01] Mart/ })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^12 Mart/ })).toHaveCount(0)
  await page.getByRole('button', { name: new RegExp(`^11 Mart .*${sale}`) }).click()
  await expect(page.getByRole('heading', { name: /^11 Mart/ })).toBeVisible()
  await checkAccessibility('the calendar of sales')

  await page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(sale) })
    .click()
  const sheet = page.getByRole('dialog', { name: 'İndirim' })
  await sheet.getByRole('button', { name: 'Düzenle' }).click()
  const change = page.getByRole('dialog', { name: 'İndirimi düzenle' })
  await expect(change.getByLabel('Başlangıç')).toHaveValue('2031-03-10T10:00')
  await change.getByLabel('İndirimli fiyat (TL)').fill('600')
  await change.getByRole('button', { name: 'Kaydet' }).click()
  await expect(change.getByText(/zaten 500,00 TL/)).toBeVisible()
  await change.getByLabel('İndirimli fiyat (TL)').fill('350')
  await change.getByRole('button', { name: 'Kaydet' }).click()
  await expect(sheet.getByText('350,00 TL', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'İptal et' }).click()
  await page
    .getByRole('dialog', { name: 'İndirimi iptal et' })
    .getByRole('button', { name: 'İndirimi iptal et' })
    .click()
  await expect(sheet.getByText('İptal edildi').first()).toBeVisible()
  expect((await remove()).ok()).toBe(true)
})
