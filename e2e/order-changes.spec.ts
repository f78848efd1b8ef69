import type { Page } from '@playwright/test'
import { signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

type Variant = { id: string; color: string; size: string; price: number; stockQuantity: number }

/** Two sizes of one piece that cost the same, each there many times over. */
async function twoSizes(page: Page) {
  const response = await page.request.get('/api/v1/products?limit=200')
  const { data } = (await response.json()) as {
    data: { products: { id: string; name: string; variants: Variant[] }[] }
  }
  for (const { id: productId, name, variants } of data.products) {
    const [first, second] = variants.filter(({ stockQuantity }) => stockQuantity >= 5)
    if (first && second && first.color === second.color && first.price === second.price)
      return { productId, name, first, second }
  }
  throw new Error('no piece has two sizes')
}

/** Buys two of the first size in the name of whoever is signed in; gives the order's number. */
async function buyTwo(page: Page, email: string, { productId, first }: Awaited<ReturnType<typeof twoSizes>>) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const customerInfo = {
    ...{ firstName: 'Ayşe', lastName: 'Yılmaz', phone: '0532 111 22 33', email },
    ...{ address: 'Bağdat Caddesi 1/2', district: 'Kadıköy', city: 'İstanbul', postalCode: '34710' },
  }
  const cartItems = [{ productId, variantId: first.id, size: first.size, quantity: 2 }]
  const card = { cardHolderName: 'Ayşe Yılmaz', cardNumber: '5528790000000008', expiryDate: '12/40', cvv: '123' }
  const response = await page.request.post('/api/v1/payments/create', {
    headers: { authorization: `Bearer ${token}` },
    data: { orderData: { cartItems, customerInfo, totalAmount: first.price * 2 }, paymentData: card },
  })
  const { data } = (await response.json()) as { data: { orderId: string } }
  return `#${data.orderId.slice(-8).toUpperCase()}`
}

test('she swaps the size and corrects the address in her order; the owner then lowers it', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await page.goto('/ust-giyim')
  const piece = await twoSizes(page)
  const number = await buyTwo(page, email, piece)
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: number }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await order.getByRole('button', { name: 'Beden değiştir' }).click()
  await order.getByRole('button', { name: `${piece.name}: ${piece.second.size} beden olsun` }).click()
  await expect(order.getByText(/Bedeni değiştirdik/)).toBeVisible()
  await expect(order.getByText(`${piece.second.color}, ${piece.second.size}`, { exact: true })).toBeVisible()
  await checkAccessibility('a swapped size')
  await order.getByRole('button', { name: 'Teslimat bilgilerini düzelt' }).click()
  await order.getByLabel('Adres', { exact: true }).fill('Moda Caddesi 5 Daire 3')
  await checkAccessibility('the address of an order')
  await order.getByRole('button', { name: 'Bilgileri kaydet' }).click()
  await expect(order.getByText('Moda Caddesi 5 Daire 3, 34710 Kadıköy / İstanbul')).toBeVisible()

  const office = await (await browser.newContext()).newPage()
  await signInAsAdmin(office)
  await office.goto('/admin/siparisler')
  await office.getByText(number).first().click()
  const sheet = office.getByRole('dialog', { name: `Sipariş ${number}` })
  await sheet.getByRole('button', { name: 'Siparişi değiştir' }).click()
  const form = office.getByRole('dialog', { name: 'Siparişi değiştir' })
  await form.getByRole('group', { name: /adet$/ }).getByRole('button', { name: 'Azalt' }).click()
  await expect(form.getByText(/müşterinin kartına iade edilir/)).toBeVisible()
  await form.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(sheet.getByText('Sipariş güncellendi, aradaki fark iade edildi.')).toBeVisible()
  await expect(sheet.getByText(/2 adet yerine 1 adet/)).toBeVisible()
  await office.context().close()
})
