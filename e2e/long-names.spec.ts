import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addFirstSize, signInAsAdmin } from './customer.ts'
import { expect, test } from './shop.ts'

const address = 'Zambaksokağı'.repeat(30)
const price = 99_990

test('a name and an address in which no line can break fit wherever they are shown', async ({ page }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const product = await addProduct(page, headers)
  const order = numberOf(await buy(page, headers, product))

  await page.goto(`/urun/${product.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await tooWide(page), 'the product').toBe(0)
  await addFirstSize(page)
  await page.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await page.getByText('Sipariş özeti').click()
  expect(await tooWide(page, 'dialog[open] details > div'), 'the summary at the till').toBe(0)

  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'Mağaza Yöneticisi' }).click()
  await page.getByRole('button', { name: order }).click()
  const bought = page.getByRole('dialog', { name: order }).getByRole('listitem').filter({ hasText: product.name })
  const { width, height } = (await bought.locator('img').boundingBox()) ?? { width: 1, height: 0 }
  expect(height / width, 'its picture keeps its shape').toBeCloseTo(1.25, 1)

  for (const path of [`/admin/urunler/${product.id}`, '/admin/urunler', '/admin/gecmis']) {
    await page.goto(path)
    await expect(page.getByText(product.name).first()).toBeAttached()
    expect(await tooWide(page), path).toBe(0)
  }
  await page.goto('/admin/raporlar')
  const sold = page.getByRole('region', { name: 'Ürünlere göre', exact: true })
  await expect(sold.getByRole('row').nth(1)).toBeVisible()
  // It sold once: what others bought comes before it.
  const all = sold.getByRole('button', { name: 'Tümünü göster' })
  if (await all.isVisible()) await all.click()
  await expect(sold.getByRole('rowheader', { name: product.name })).toBeAttached()
  expect(await tooWide(page), 'the reports').toBe(0)
  await page.goto('/admin/siparisler/paketleme')
  const parcels = page.getByRole('region', { name: /^Paketlenecek siparişler/ })
  await expect(parcels.getByRole('button').first()).toBeVisible()
  expect(await tooWide(page), 'the parcels').toBe(0)
  // The list names the oldest ones; the reader finds any.
  await page.getByLabel('Siparişin barkodu').fill(order)
  await page.getByLabel('Siparişin barkodu').press('Enter')
  await expect(page.getByRole('heading', { name: order })).toBeVisible()
  expect(await tooWide(page), 'the packing table').toBe(0)
  await page.goto('/admin/siparisler')
  const row = page.getByRole('row').filter({ hasText: order })
  expect(await row.getByRole('cell', { name: '99.990,00 TL' }).evaluate(linesOf), 'the sum is one line').toBe(1)
  expect(await row.getByRole('cell', { name: 'A'.repeat(80) }).evaluate(excess), 'the name is whole').toBe(0)
  expect(await tooWide(page), 'the orders').toBe(0)
  await row.getByRole('button', { name: order }).click()
  const sheet = page.getByRole('dialog', { name: order })
  await expect(sheet.getByText(address)).toBeVisible()
  expect(await tooWide(page, 'dialog[open] .overflow-y-auto'), 'the order in the panel').toBe(0)
  await sheet.getByRole('button', { name: 'Siparişi değiştir' }).click()
  const change = page.getByRole('dialog', { name: 'Siparişi değiştir' })
  await expect(change.getByText(product.name)).toBeVisible()
  expect(await change.locator('.overflow-y-auto').evaluate(excess), 'the order being changed').toBe(0)

  await page.request.delete(`/api/v1/admin/products/${product.id}`, { headers })
})

test('they fit where a piece is given back, exchanged and reviewed too', async ({ page }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const product = await addProduct(page, headers)
  const id = await buy(page, headers, product, 2)
  const move = (status: string) => page.request.put(`/api/v1/admin/orders/${id}/status`, { headers, data: { status } })
  const inside = (name: string) => page.getByRole('dialog', { name, exact: true }).locator('.overflow-y-auto').first()

  const order = inside(`Sipariş ${numberOf(id)}`)
  const open = async () => {
    await page.goto('/ust-giyim')
    await page.getByRole('button', { name: 'Mağaza Yöneticisi' }).click()
    await page.getByRole('button', { name: numberOf(id) }).click()
  }
  await move('SHIPPED')
  await open()
  await order.getByRole('button', { name: 'İade et' }).click()
  await expect(inside('İade').getByRole('group', { name: /iade edilecek adet$/ })).toBeVisible()
  expect(await inside('İade').evaluate(excess), 'on its way').toBe(0)
  await move('DELIVERED')
  await open()
  for (const [button, title] of [
    ['İade et', 'İade'],
    ['Yorum yaz', 'Yorumunuz'],
    ['Değiştir', 'Değişim'],
  ] as const) {
    await order.getByRole('button', { name: button }).click()
    await expect(inside(title).getByText(product.name)).toBeVisible()
    expect(await inside(title).evaluate(excess), title).toBe(0)
    if (title !== 'Değişim') await page.keyboard.press('Escape')
  }
  await inside('Değişim')
    .getByRole('button', { name: /, L olsun$/ })
    .click()
  expect(await inside('Değişim').evaluate(excess), 'what is chosen').toBe(0)
  await inside('Değişim').getByRole('button', { name: 'Değiştir', exact: true }).click()
  await expect(order.getByText('Yerine gelecek:')).toBeVisible()
  expect(await order.evaluate(excess), 'her order').toBe(0)

  await page.goto('/admin/siparisler/iadeler')
  const row = page.getByRole('button', { name: numberOf(id) })
  await expect(row).toContainText(product.name)
  expect(await tooWide(page), 'the list of returns').toBe(0)
  await row.click()
  const sheet = inside('İade')
  await sheet.getByRole('button', { name: 'Onayla' }).click()
  await expect(sheet.getByRole('button', { name: 'Teslim aldım' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Paket gelmedi, reddet' }).click()
  expect(await sheet.evaluate(excess), 'a return').toBe(0)

  await page.request.delete(`/api/v1/admin/products/${product.id}`, { headers })
})

test('a customer with a long name and address fits her page in the panel', async ({ page }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const lastName = `K${Date.now()}${'araosmanoğulları'.repeat(4)}`
  const email = `${'uzun'.repeat(12)}${Date.now()}@posta.example`
  const person = { firstName: 'Ayşe', lastName, email, password: 'uzun bir parola' }
  expect((await page.request.post('/api/v1/auth/register', { data: person })).ok()).toBe(true)
  const found = await page.request.get(`/api/v1/admin/customers?q=${encodeURIComponent(email)}`, { headers })
  const { data } = (await found.json()) as { data: { id: string }[] }
  await page.goto(`/admin/musteriler/${data[0]?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: lastName })).toBeVisible()
  expect(await tooWide(page)).toBe(0)
})

test('a message with a long link fits beside the list of messages, and its mail beside that of the mails', async ({
  page,
}) => {
  await signInAsAdmin(page)
  const email = `${'uzunad'.repeat(9)}-${Date.now()}@posta.example`
  const problem = `Bakın: https://ornek.example/${'a'.repeat(300)}`
  await page.request.post('/api/v1/forms/problem-report', { data: { email, problem } })
  for (const [path, title] of [
    [`/admin/mesajlar?q=${email}`, 'Mesaj'],
    [`/admin/e-postalar?q=${email}`, 'E-posta'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: email }).first().click()
    const sheet = page.getByRole('dialog', { name: title, exact: true }).locator('.overflow-y-auto').first()
    await expect(sheet.getByText(problem).first()).toBeVisible()
    expect(await sheet.evaluate(excess), title).toBe(0)
  }
})

type Headers = { authorization: string }
type Added = { id: string; slug: string; name: string }

async function addProduct(page: Page, headers: Headers): Promise<Added> {
  const categories = await page.request.get('/api/v1/categories')
  // In the last category: other tests look at new products in the first.
  const category = ((await categories.json()) as { data: { id: string }[] }).data.at(-1)
  const sku = `UZUN-${Date.now()}`
  const answer = await page.request.post('/api/v1/admin/products', {
    headers,
    multipart: {
      ...{
        name: `${'Elörgüsükoyunyünühırka'.repeat(8)}${Date.now()}`,
        description: 'Yün.',
        categoryId: category?.id ?? '',
      },
      variants: JSON.stringify(
        ['M', 'L'].map((size) => ({ sku: `${sku}${size}`, color: 'Krem', size, price, stockQuantity: 3 })),
      ),
      mainImage: {
        name: 'hirka.webp',
        mimeType: 'image/webp',
        buffer: readFileSync('demo/pictures/abiye-straplez-bordo-1.webp'),
      },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { data: Added }).data
}

async function buy(page: Page, headers: Headers, { id }: Added, quantity = 1): Promise<string> {
  const customerInfo = {
    ...{ firstName: 'A'.repeat(80), lastName: 'B'.repeat(80), phone: '0532 111 22 33', email: 'a@posta.example' },
    ...{ address, city: 'İstanbul' },
  }
  const card = { cardHolderName: 'A', cardNumber: '5528790000000008', expiryDate: '12/40', cvv: '123' }
  const answer = await page.request.post('/api/v1/payments/create', {
    headers,
    data: {
      orderData: { cartItems: [{ productId: id, size: 'M', quantity }], customerInfo, totalAmount: quantity * price },
      paymentData: card,
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { data } = (await answer.json()) as { data: { orderId: string } }
  return data.orderId
}

const numberOf = (orderId: string) => `#${orderId.slice(-8).toUpperCase()}`

/** By how many pixels what is in it is wider than it. */
function tooWide(page: Page, selector = 'html'): Promise<number> {
  return page.locator(selector).first().evaluate(excess)
}

const excess = (element: Element) => element.scrollWidth - element.clientWidth

function linesOf(element: Element): number {
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getClientRects().length
}
