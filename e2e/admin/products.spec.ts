import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

/** A picture that nobody else has. */
async function photo(name: string, width = 400, height = 500) {
  const [red = 0, green = 0, blue = 0] = crypto.getRandomValues(new Uint8Array(3))
  const background = { r: red, g: green, b: blue }
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const unique = () => crypto.randomUUID().slice(0, 8)
const cell = (page: Page, column: string, row: number) =>
  page.getByRole('textbox', { name: `${column}, ${row}. satır` })
const tiles = (page: Page) => page.getByRole('button', { name: /^Görsel \d+(, ana görsel)?$/ })

type Sent = Record<string, string | Awaited<ReturnType<typeof photo>>>

/** A call as a program makes it; gives the data. */
async function call(page: Page, token: string, method: string, path: string, multipart?: Sent) {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await page.request.fetch(`/api/v1${path}`, { method, headers, multipart })
  return (await response.json()).data
}

/** A product made without the screen, for journeys that begin with one. */
async function makeProduct(page: Page, token: string, name: string, pictures = 1, colors = ['Siyah']) {
  const [{ id: categoryId }] = await call(page, token, 'GET', '/admin/categories')
  const ids: string[] = []
  for (let n = 0; n < pictures; n += 1)
    ids.push((await call(page, token, 'POST', '/admin/images', { file: await photo(`${n}.jpg`) })).id)
  const variants = colors.map((color) => {
    return { color, colorHex: '#111111', size: 'M', price: 500, stockQuantity: 5, sku: unique() }
  })
  return call(page, token, 'POST', '/admin/products', {
    name,
    description: 'Yumuşak dokulu.',
    categoryId,
    mainImageId: ids[0] ?? '',
    existingImages: JSON.stringify(ids.slice(1)),
    variants: JSON.stringify(variants),
  })
}

test('the owner adds a product with pictures and every size, and shoppers see it', async ({
  page,
  checkAccessibility,
}) => {
  const name = `Işıl Pantolon ${unique()}`
  await signInAsAdmin(page)
  await page.goto('/admin/urunler?kategori=pantolon')
  await expect(page.getByRole('heading', { name: 'Pantolon ürünleri' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('TL')
  await checkAccessibility('product list')
  await page.getByRole('link', { name: 'Ürün ekle' }).click()
  await expect(page.getByRole('combobox', { name: 'Kategori' })).toContainText('Pantolon')

  await page.getByRole('button', { name: 'Kaydet ve yayınla' }).click()
  await expect(page.getByText('Ürün adı zorunludur')).toBeVisible()
  await expect(page.getByText('En az bir varyant eklenmelidir')).toBeVisible()
  await expect(page.getByLabel('Ürün adı')).toBeFocused()

  await page.getByLabel('Ürün adı').fill(name)
  await page.getByLabel('Açıklama').fill('İpeksi bir pantolon.\n\n- Astarlı')
  await expect(page.getByRole('listitem').filter({ hasText: /^Astarlı$/ })).toBeVisible()

  await page
    .getByLabel('Görsel ekle')
    .setInputFiles([
      await photo('ön.jpg'),
      await photo('arka.jpg'),
      { name: 'fatura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    ])
  await expect(page.getByText('fatura.pdf: Sadece resim dosyaları kabul edilir')).toBeVisible()
  await expect(page.getByRole('button', { name: /: kırp$/, disabled: false })).toHaveCount(2)

  await page.getByRole('button', { name: 'Renk ve bedenlerden oluştur' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renk ve bedenlerden oluştur' })
  for (const color of ['Kırmızı', 'Siyah']) {
    await dialog.getByLabel('Renk adı').fill(color)
    await dialog.getByLabel('Renk adı').press('Enter')
  }
  for (const size of ['S', 'M']) await dialog.getByRole('button', { name: size, exact: true }).click()
  await dialog.getByLabel('Fiyat (TL)').fill('1199,9')
  await dialog.getByLabel('Stok').fill('2')
  await dialog.getByRole('button', { name: '4 satır ekle' }).click()
  await expect(cell(page, 'Fiyat', 4)).toHaveValue('1.199,90')
  await expect(cell(page, 'SKU', 1)).toHaveValue(/^ISIL-PANTOLON-.*KIRMIZI-S$/)
  await checkAccessibility('product editor')

  await page.getByRole('button', { name: 'Kaydet ve yayınla' }).click()
  await expect(page.getByText('Ürün eklendi.')).toBeVisible()
  await expect(page.getByText('Bütün değişiklikler kaydedildi.')).toBeVisible()
  await page.getByRole('link', { name: 'Mağazada gör' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('1.199,90 TL').first()).toBeVisible()
})

test('cells take arrows, a block from a spreadsheet and undo; price and stock reach the shop', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const { id, slug } = await makeProduct(page, token, `Tablo ${unique()}`)
  await page.goto(`/admin/urunler/${id}`)

  await cell(page, 'Fiyat', 1).fill('650,50')
  await cell(page, 'Fiyat', 1).press('ArrowRight')
  await expect(cell(page, 'Stok', 1)).toBeFocused()
  await page.keyboard.type('-1')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Stok miktarı negatif olamaz')).toBeVisible()
  await cell(page, 'Stok', 1).fill('9')

  await page.getByRole('button', { name: 'Satır ekle' }).click()
  await expect(cell(page, 'Beden', 2)).toBeFocused()
  const sku = unique()
  await cell(page, 'Beden', 2).evaluate((input, sku) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', `L\t1.250,00\t3\t${sku}-L\r\nXL\t1250\t4\t${sku}-XL\r\n`)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, sku)
  await expect(cell(page, 'Fiyat', 3)).toHaveValue('1.250,00')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Beden', 3)).toHaveCount(0)
  await page.keyboard.press('Control+y')
  await cell(page, 'Renk', 3).fill('Siyah')

  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Ürün kaydedildi.')).toBeVisible()
  const sold = await (await page.request.get(`/api/v1/products/${slug}`)).json()
  expect(
    sold.data.variants.map((v: { size: string; price: number; stockQuantity: number }) => [
      v.size,
      v.price,
      v.stockQuantity,
    ]),
  ).toEqual([
    ['M', 650.5, 9],
    ['L', 1250, 3],
    ['XL', 1250, 4],
  ])
})

test('of two admins who edit at once the second chooses, and nothing that she typed is lost', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const { id } = await makeProduct(page, token, `Çakışma ${unique()}`)
  await page.goto(`/admin/urunler/${id}`)
  await page.getByLabel('Ürün adı').fill('Benim adım')

  const context = await browser.newContext()
  const other = await context.newPage()
  await signInAsAdmin(other)
  await other.goto(`/admin/urunler/${id}`)
  await cell(other, 'Fiyat', 1).fill('777')
  await other.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(other.getByText('Ürün kaydedildi.')).toBeVisible()
  await context.close()

  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ürün bu arada değişti' })
  await expect(dialog.getByRole('row', { name: /Siyah, M: fiyat/ })).toContainText('777,00')
  await checkAccessibility('edit conflict')
  await dialog.getByRole('button', { name: 'Güncel halini aç' }).click()
  await expect(cell(page, 'Fiyat', 1)).toHaveValue('777,00')
  await page.getByRole('button', { name: 'Yazdıklarıma dön' }).click()
  await expect(page.getByLabel('Ürün adı')).toHaveValue('Benim adım')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Ürün kaydedildi.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Benim adım' })).toBeVisible()
})

test('pictures are put in order by keyboard, cut, and sent again when the line fails', async ({ page }) => {
  const token = await signInAsAdmin(page)
  const { id } = await makeProduct(page, token, `Görseller ${unique()}`, 2)
  const before: string[] = (await call(page, token, 'GET', `/admin/products/${id}`)).imageIds
  await page.goto(`/admin/urunler/${id}`)
  await page.getByRole('button', { name: 'Görsel 2', exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('2. görsel alındı.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Görsel 1. sıranın üzerinde.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Görsel 1. sıraya bırakıldı.')).toBeAttached()

  await page.route('**/api/v1/admin/images', (route) => route.abort(), { times: 1 })
  await page.getByLabel('Görsel ekle').setInputFiles(await photo('üçüncü.jpg', 800, 600))
  await expect(page.getByText('üçüncü.jpg')).toBeVisible()
  await expect(page.getByText('Sunucu ile bağlantı kurulamadı')).toBeVisible()
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  const cut = page.getByRole('button', { name: 'Görsel 3: kırp' })
  await cut.click()
  const dialog = page.getByRole('dialog', { name: 'Görseli kırp' })
  await dialog.getByRole('group', { name: /Kırpma çerçevesi/ }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Kırp', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(cut).toBeEnabled()

  await page.reload()
  await expect(page.getByText('Bu sekmede kaydetmediğiniz değişiklikler geri getirildi.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Ürün kaydedildi.')).toBeVisible()
  const { pictures } = await call(page, token, 'GET', `/admin/products/${id}`)
  expect(pictures.slice(0, 2).map((picture: { id: string }) => picture.id)).toEqual(before.toReversed())
  expect(pictures[2].width / pictures[2].height).toBeCloseTo(0.8, 1)
})

test('a draft stays out of the shop; leaving asks; deleting says what happens; nothing scrolls sideways', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin/urunler/yeni')
  const name = `Taslak ${unique()}`
  await page.getByLabel('Ürün adı').fill(name)
  await page.getByLabel('Kategori').selectOption({ index: 1 })
  await page.getByText('Taslak', { exact: true }).click()
  await page.getByRole('link', { name: 'Ürünler' }).first().click({ force: true })
  await page
    .getByRole('dialog', { name: 'Kaydedilmemiş değişiklikler' })
    .getByRole('button', { name: 'Vazgeç' })
    .click()
  await page.getByRole('button', { name: 'Taslağı kaydet' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect((await page.request.get(`/urun/${name.toLowerCase().replace(' ', '-')}`)).status()).toBe(404)

  if (isPhone(page)) {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByRole('button', { name: 'Satır ekle' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  // Saved input is not offered again to the next product.
  await page.goto('/admin/urunler/yeni')
  await expect(page.getByLabel('Ürün adı')).toHaveValue('')
  await page.goto(`/admin/urunler?q=${encodeURIComponent(name)}&durum=taslak`)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Taslak')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.getByRole('button', { name: `${name}: işlemler` }).click()
  await page.getByRole('button', { name: 'Sil', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Ürünü sil' })
  await expect(dialog).toContainText('Eski siparişlerde okunur kalır')
  await dialog.getByRole('button', { name: 'Ürünü sil' }).click()
  await expect(page.getByText('Ürün silindi.')).toBeVisible()
  await expect(page.getByText('Bu aramaya uyan ürün yok')).toBeVisible()
})

test('the owner chooses what is worn with a product, and shoppers see it in that order', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const mark = unique()
  const { id, slug } = await makeProduct(page, token, `Kombin Bluzu ${mark}`)
  const [skirt, bag] = [`Kombin Eteği ${mark}`, `Kombin Çantası ${mark}`]
  for (const name of [skirt, bag]) await makeProduct(page, token, name)
  await page.goto(`/admin/urunler/${id}`)
  const outfit = page.getByRole('region', { name: 'Kombin', exact: true })
  await outfit.getByRole('button', { name: 'Parça seç' }).click()
  await outfit.getByRole('searchbox', { name: 'Ürün ara' }).fill(mark)
  const found = outfit.getByRole('list', { name: 'Bulunan ürünler' })
  await expect(found.getByRole('listitem').filter({ hasText: `Kombin Bluzu ${mark}` })).toContainText('Bu ürün')
  await found.getByRole('button', { name: `${skirt}: kombine ekle` }).click()
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(outfit.getByText('Kombin için en az 2 parça seçin ya da hiç seçmeyin')).toBeFocused()
  await found.getByRole('button', { name: `${bag}: kombine ekle` }).click()
  await outfit.getByRole('button', { name: `${bag}: yukarı taşı` }).click()
  // Most of it under the bar, as whatever scrolls away is for a moment.
  await outfit.getByRole('button', { name: `${bag}: yukarı taşı` }).evaluate((arrow) => {
    const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    window.scrollBy({ top: arrow.getBoundingClientRect().bottom - bar - 9, behavior: 'instant' })
  })
  await checkAccessibility('outfit')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Bütün değişiklikler kaydedildi.')).toBeVisible()
  await page.goto(`/urun/${slug}`)
  await expect(page.getByRole('region', { name: 'Kombini tamamlayın' }).getByRole('link')).toHaveText([bag, skirt])
})

test('the owner chooses what shows a color, and shoppers see it once they choose the color', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const { id, slug } = await makeProduct(page, token, `İki Renkli Bluz ${unique()}`, 3, ['Siyah', 'Kırmızı'])
  await page.goto(`/admin/urunler/${id}`)
  await page.getByRole('button', { name: 'Kırmızı: görselleri seç' }).click()
  const panel = page.getByRole('dialog', { name: 'Kırmızı: görseller' })
  await panel.getByRole('checkbox', { name: 'Görsel 3' }).check()
  await checkAccessibility('pictures of a color')
  await panel.getByRole('button', { name: 'Tamam' }).click()
  await expect(page.getByRole('button', { name: 'Kırmızı: görselleri seç' })).toHaveText('1 görsel')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  await expect(page.getByText('Bütün değişiklikler kaydedildi.')).toBeVisible()
  await page.goto(`/urun/${slug}`)
  const gallery = page.getByRole('region', { name: 'Ürün görselleri' })
  const address = (n: number) => gallery.getByRole('img').nth(n).getAttribute('src')
  await expect(gallery.getByRole('img')).toHaveCount(3)
  const last = await address(2)
  const colors = page.getByRole('radiogroup', { name: 'Renk' })
  await colors.getByText('Kırmızı', { exact: true }).click()
  await expect(gallery.getByRole('img')).toHaveCount(1)
  expect(await address(0)).toBe(last)
  await colors.getByText('Siyah', { exact: true }).click()
  await expect(gallery.getByRole('img')).toHaveCount(3)
  // Other journeys take the first of a list, and know no piece in two colors.
  await call(page, token, 'DELETE', `/admin/products/${id}`)
})
