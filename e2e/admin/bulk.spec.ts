import { signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

type Product = { id: string; name: string; price: number }

/** Products of a category of their own, so that no other journey changes them. */
async function someProducts(page: import('@playwright/test').Page, token: string, code: string): Promise<Product[]> {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (path: string, options: object) => {
    const response = await page.request.post(`/api/v1/admin${path}`, { headers, ...options })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: { id: string; name: string; slug: string } }).data
  }
  const category = await call('/categories', { data: { name: `Toplu ${code}` } })
  const made: Product[] = []
  for (const [index, price] of [1199.9, 849.9, 40].entries()) {
    const name = `Toplu Elbise ${code} ${index + 1}`
    const variants = ['S', 'M'].map((size) => ({
      sku: `${code}-${index}-${size}`,
      color: 'Kum',
      size,
      price,
      stockQuantity: 5,
    }))
    const multipart = { name, categoryId: category.id, published: 'false', variants: JSON.stringify(variants) }
    made.push({ ...(await call('/products', { multipart })), price })
  }
  return made.map((product) => ({ ...product, category: category.slug }))
}

test('the owner raises all prices of a filter by ten per cent in a few taps, sees what would be, applies, and takes it back', async ({
  page,
  checkAccessibility,
}) => {
  const code = crypto.randomUUID().slice(0, 6)
  const token = await signInAsAdmin(page)
  const [first] = await someProducts(page, token, code)
  await page.goto(`/admin/urunler?q=${code}`)
  await expect(page.getByText('3 ürün', { exact: true })).toBeVisible()
  // From here on each line that taps is one: six, of which two type; the panel's menu and its entry make eight.
  await page.getByRole('link', { name: 'Toplu değiştir' }).click()
  await expect(page.getByText('3 ürün, süzgece uyan ürünlerin hepsi')).toBeVisible()
  await checkAccessibility('what is to change')
  await page.getByLabel('Yüzde kaç?').click()
  await page.keyboard.type('10')
  await page.getByRole('button', { name: 'Önizle' }).click()
  await expect(page.getByRole('heading', { name: 'Fiyat %10 artar' })).toBeVisible()
  await expect(page.getByText('3 ürün, 6 varyant değişecek')).toBeVisible()
  await expect(page.getByText('1.199,90 TL → 1.319,89 TL')).toBeVisible()
  await checkAccessibility('the preview')
  await page.getByRole('button', { name: '3 ürüne uygula' }).click()
  await expect(page.getByText('3 ürün değişti.').first()).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.getByRole('button', { name: `${first?.name}: geri al` }).click()
  await expect(page.getByText('3 ürün değişti. 1 ürün geri alındı.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '2 ürünü geri al' }).click()
  await checkAccessibility('asking before it is taken back')
  await page.getByRole('button', { name: 'Geri al', exact: true }).click()
  await expect(page.getByText('3 ürün değişti. 3 ürün geri alındı.')).toBeVisible({ timeout: 30_000 })
  await page.goto('/admin/urunler/toplu')
  await expect(page.getByText('3 ürün değişti, geri alındı').first()).toBeVisible()
})

test('the owner ticks products; what cannot be is told before anything changes', async ({
  page,
  checkAccessibility,
}) => {
  const code = crypto.randomUUID().slice(0, 6)
  const token = await signInAsAdmin(page)
  const [first, , cheap] = await someProducts(page, token, code)
  await page.goto(`/admin/urunler?q=${code}`)
  for (const product of [first, cheap]) await page.getByLabel(`${product?.name}: seç`).check()
  await expect(page.getByText('2 ürün seçildi')).toBeVisible()
  // Nothing lies half under the bar that stays in view.
  await page.evaluate(() => window.scrollTo(0, 0))
  await checkAccessibility('the list with ticked products')
  await page.getByRole('link', { name: 'Seçilenleri değiştir' }).click()
  await page.getByRole('button', { name: 'Azalt' }).click()
  await page.getByRole('button', { name: 'Tutar (TL)' }).click()
  await page.getByRole('button', { name: 'Önizle' }).click()
  await expect(page.getByText("0'dan büyük bir sayı yazın")).toBeVisible()
  await page.getByLabel('Kaç TL?').fill('50')
  await page.getByLabel('Yuvarlama').selectOption('5')
  await page.getByRole('button', { name: 'Önizle' }).click()
  await expect(page.getByText('Fiyat −10,00 TL olur; fiyat 0’dan büyük olmalı')).toBeVisible()
  await expect(page.getByText('1.199,90 TL → 1.150,00 TL', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 ürüne uygula' })).toBeVisible()
  await checkAccessibility('a preview with a product that is left out')
  await page.goto('/admin/urunler/toplu?secim=2')
  await expect(page.getByText('ürünleri yeniden seçin')).toBeVisible()
})
