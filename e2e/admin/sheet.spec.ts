import type { Page } from '@playwright/test'
import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

/** A product with two sizes, made without the screen. */
async function makeProduct(page: Page, token: string, name: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const call = async (method: string, path: string, multipart?: Record<string, string>) =>
    (await (await page.request.fetch(`/api/v1${path}`, { method, headers, multipart })).json()).data
  const [{ id: categoryId }] = await call('GET', '/admin/categories')
  const variants = ['S', 'M'].map((size) => ({
    color: 'Siyah',
    size,
    price: 500,
    stockQuantity: 5,
    sku: `${name.replaceAll(' ', '-')}-${size}`,
  }))
  return call('POST', '/admin/products', { name, categoryId, published: 'false', variants: JSON.stringify(variants) })
}

const unique = () => crypto.randomUUID().slice(0, 8)

test('stock and price are corrected in the list, taken back, and their history is told', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const name = `Tablo ${unique()}`
  await makeProduct(page, token, name)
  await page.goto('/admin/urunler')
  await page.getByRole('searchbox', { name: 'Ürün ara' }).fill(name)
  await expect(page.getByText('1 ürün', { exact: true })).toBeVisible()
  const group = page.getByRole('rowgroup', { name })
  await group.getByRole('button', { name: /bedenleri göster/ }).click()

  if (isPhone(page)) {
    // The third tap is the last.
    await group.getByRole('button', { name: `${name}, Siyah · M: bir artır` }).click()
    await expect(page.getByText(`${name}, Siyah · M: stok 5 → 6.`)).toBeVisible()
    await expect(group.getByRole('button', { name: `${name}, Siyah · M, stok: 6` })).toBeVisible()
  } else {
    const stock = group.getByRole('button', { name: `${name}, Siyah · S, stok: 5` })
    await stock.focus()
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(group.getByRole('button', { name: `${name}, Siyah · M, stok: 5` })).toBeFocused()
    await expect(page.getByText(`${name}, Siyah · S: stok 5 → 12.`)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('649,90')
    await page.keyboard.press('Tab')
    await expect(group.getByRole('button', { name: `${name}, Siyah · M, fiyat: 649,90` })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('99')
    await page.keyboard.press('Escape')
    await expect(group.getByRole('button', { name: `${name}, Siyah · M, stok: 5` })).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(page.getByText(/^Geri alındı: .* 649,90 TL/)).toBeVisible()
    await expect(group.getByRole('button', { name: `${name}, Siyah · M, fiyat: 500,00` })).toBeVisible()
  }
  await checkAccessibility('the sheet')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await page.locator('#icerik').getByRole('button', { name: 'Bildirimi kapat' }).click()
  await group.getByRole('button', { name: `${name}: işlemler` }).click()
  await group.getByRole('button', { name: 'Stok hareketleri' }).click()
  const history = page.getByRole('dialog', { name: 'Stok hareketleri' })
  await expect(history.getByText('Elle düzenleme').first()).toBeVisible()
  await checkAccessibility('the history of stock')
})

test('the shelves are counted by a reader and by hand, and the difference is booked', async ({
  page,
  checkAccessibility,
}) => {
  const token = await signInAsAdmin(page)
  const name = `Sayım ${unique()}`
  await makeProduct(page, token, name)
  await page.goto('/admin/urunler/sayim')
  await page
    .getByRole('button', { name: 'Sayımı başlat' })
    .or(page.getByLabel('Barkod, SKU ya da ürün adı'))
    .first()
    .click()
  const field = page.getByLabel('Barkod, SKU ya da ürün adı')
  await field.fill(`${name.replace(' ', '-')}-S`)
  await field.press('Enter')
  await expect(page.getByText(`${name}, Siyah · S: 1 adet`)).toBeVisible()
  await field.fill(name)
  await field.press('Enter')
  await page.getByRole('button', { name: /Siyah · M \+1/ }).click()
  await expect(page.getByText(`${name}, Siyah · M: 1 adet`)).toBeVisible()
  await page.reload()
  const counted = page.getByLabel(`${name}, Siyah · M: sayılan`)
  await counted.fill('5')
  await counted.press('Enter')
  await expect(page.getByText(`${name}, Siyah · M: 5 adet`)).toBeVisible()
  await checkAccessibility('the count')
  await page.getByRole('button', { name: 'Farkları işle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Farkları işle' })
  await expect(dialog.getByText('5 → 1')).toBeVisible()
  await checkAccessibility('booking the count')
  await dialog.getByRole('button', { name: 'Farkları işle' }).click()
  await expect(page.getByText('Sayım işlendi: 1 bedenin stoğu düzeltildi.')).toBeVisible()
  await expect(page.getByText('Dönem sayımı').first()).toBeVisible()
})

test('on a tablet held upright the list fits its page, and each value stands under its title', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'on a phone it is no table')
  await page.setViewportSize({ width: 768, height: 1024 })
  const token = await signInAsAdmin(page)
  const name = `Tablet ${unique()}`
  await makeProduct(page, token, name)
  await page.goto(`/admin/urunler?q=${encodeURIComponent(name)}`)
  const group = page.getByRole('rowgroup', { name })
  await group.getByRole('button', { name: /bedenleri göster/ }).click()
  await expect(group.getByRole('row')).toHaveCount(3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const start = async (role: 'columnheader' | 'gridcell', at: number) =>
    (await page.getByRole('grid', { name: 'Ürünler' }).getByRole(role).nth(at).boundingBox())?.x
  const category = page.getByRole('grid', { name: 'Ürünler' }).getByRole('gridcell').nth(3)
  const room = await category.evaluate((cell) => {
    const word = document.createElement('span')
    word.textContent = 'Koleksiyon'
    word.style.whiteSpace = 'nowrap'
    cell.append(word)
    const width = word.getBoundingClientRect().width
    word.remove()
    const { paddingLeft, paddingRight } = getComputedStyle(cell)
    return cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
  })
  expect(room, 'the longest word of the shop’s own categories').toBeGreaterThanOrEqual(0)
  for (const at of [3, 4, 5, 6]) expect(await start('gridcell', at)).toBe(await start('columnheader', at))
})

const long = {
  email: 'zeynep.karaosmanoglu@posta.example',
  status: 'Siparişiniz Hazırlanıyor',
  payment: 'Kısmen iade edildi (12.345,67 TL), eski ürün bekleniyor',
  sum: '112.345,67 TL',
}

test('the orders fit a tablet, upright and lying', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone they are cards')
  await placeOrder(page, 'Gülşah')
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: `${width} wide` })
      .toBe(0)
    // The longest words that any order may have make the columns.
    const { tall, over } = await page
      .getByRole('row')
      .nth(1)
      .evaluate((row, long) => {
        const another = row.cloneNode(true) as HTMLElement
        row.after(another)
        const cell = (column: number) => another.querySelector(`td:nth-child(${column})`)
        const say = (place: Node | null | undefined, words: string) => {
          if (place) place.textContent = words
        }
        const address = cell(5)?.lastElementChild
        say(address, long.email)
        say(cell(6)?.firstElementChild?.lastChild, long.status)
        say(cell(7), long.payment)
        say(cell(8), long.sum)
        const tall = address?.getBoundingClientRect().height
        const over = document.documentElement.scrollWidth - innerWidth
        another.remove()
        return { tall, over }
      }, long)
    expect(tall, 'a long address, in two lines').toBeLessThanOrEqual(48)
    expect(over).toBe(0)
  }
})
