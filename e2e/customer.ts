import type { Page } from '@playwright/test'
import { admin } from './settings.ts'
import { expect, linkInMail } from './shop.ts'
import { findWellStocked, type Stocked } from './stock.ts'

export const password = 'uzun bir parola'

/** Calls the API as a program would; gives the data. */
async function call(page: Page, path: string, body: object) {
  const response = await page.request.post(`/api/v1${path}`, { data: body })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
  return (
    (await response.json()) as {
      data: { accessToken: string; refreshToken: string; user: { firstName: string; lastName: string } }
    }
  ).data
}

/** A verified customer, made and signed in without the forms, for journeys that are about something else. */
export async function signInAsNewCustomer(page: Page, email: string): Promise<void> {
  await call(page, '/auth/register', { firstName: 'Ayşe', lastName: 'Yılmaz', email, password })
  const token = new URL(await linkInMail(email, '/verify-email')).searchParams.get('token')
  await call(page, '/auth/verify-email', { token: token ?? '' })
  await signIn(page, email, password)
}

/** Gives the bearer token, for calls of the API. */
export async function signInAsAdmin(page: Page): Promise<string> {
  return signIn(page, admin.email, admin.password)
}

/** An order, placed by a program in this person's name, paid unless the card's bank asks first; gives its number. */
export async function placeOrder(page: Page, firstName: string, cardNumber = '5528790000000008'): Promise<string> {
  const { accessToken } = await call(page, '/auth/login', { email: admin.email, password: admin.password })
  const { productId, variant } = await somethingOnSale(page)
  const customerInfo = {
    ...{ firstName, lastName: 'Yılmaz', phone: '0532 111 22 33', email: admin.email },
    ...{ address: 'Bağdat Caddesi 1/2, Kadıköy', city: 'İstanbul', postalCode: '34710' },
  }
  const cartItems = [{ productId, variantId: variant.id, size: variant.size, quantity: 1 }]
  const card = { cardHolderName: firstName, cardNumber, expiryDate: '12/40', cvv: '123' }
  const response = await page.request.post('/api/v1/payments/create', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {
      orderData: { cartItems, customerInfo, totalAmount: variant.price },
      paymentData: { ...card, installments: '1' },
    },
  })
  const { data } = (await response.json()) as { data: { orderId: string } }
  return `#${data.orderId.slice(-8).toUpperCase()}`
}

/** The size of which most is left: many journeys may buy of it. */
async function somethingOnSale(page: Page) {
  const response = await page.request.get('/api/v1/products?limit=100')
  const { data } = (await response.json()) as {
    data: {
      products: { id: string; variants: { id: string; size: string; price: number; stockQuantity: number }[] }[]
    }
  }
  const all = data.products.flatMap(({ id, variants }) => variants.map((variant) => ({ productId: id, variant })))
  const [most] = all.sort((a, b) => b.variant.stockQuantity - a.variant.stockQuantity)
  if (!most) throw new Error('nothing is on sale')
  return most
}

export async function signIn(page: Page, email: string, secret: string): Promise<string> {
  const { accessToken, refreshToken, user } = await call(page, '/auth/login', { email, password: secret })
  await page.addInitScript(
    ([access, refresh, info]) => {
      if (localStorage.getItem('accessToken')) return
      localStorage.setItem('accessToken', access ?? '')
      localStorage.setItem('refreshToken', refresh ?? '')
      localStorage.setItem('userInfo', info ?? '')
    },
    [accessToken, refreshToken, JSON.stringify({ ...user, fullName: `${user.firstName} ${user.lastName}` })],
  )
  return accessToken
}

/** A product with sizes, the first of which on sale is there many times over, for journeys that buy more than one. */
export async function wellStocked(page: Page): Promise<string> {
  const response = await page.request.get('/api/v1/products?limit=100')
  const { data } = await response.json()
  return findWellStocked(data.products as Stocked[])?.slug ?? ''
}

/** Puts the first size that can be had of a product into the cart, which opens. */
export async function putInCart(page: Page, slug: string): Promise<void> {
  await page.goto(`/urun/${slug}`)
  await addFirstSize(page)
  await expect(page.getByRole('dialog', { name: /Sepetim/ })).toBeVisible()
}

/** On a product's page, puts the first size that can be had into the cart. */
export async function addFirstSize(page: Page): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'Beden' })
    .getByRole('radio', { disabled: false })
    .first()
    .check({ force: true })
  await page.getByRole('button', { name: 'SEPETE EKLE' }).first().click()
}

/** A new customer who buys one product with this card. */
export async function buyAsNewCustomer(page: Page, email: string, slug: string, cardNumber: string): Promise<void> {
  await signInAsNewCustomer(page, email)
  await putInCart(page, slug)
  await goToPayment(page)
  await payWith(page, cardNumber)
}

/** The number of the order that the open window says is completed, as people read it. */
export async function numberOfOrder(page: Page): Promise<string> {
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  const number = await done
    .getByText(/^#[0-9A-F]{8}$/)
    .first()
    .textContent()
  return number ?? ''
}

/** From the open cart to the card form, with an address typed in. */
export async function goToPayment(page: Page, phone = '0532 111 22 33'): Promise<void> {
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await cart.getByLabel('Telefon').fill(phone)
  await cart.getByLabel('Adres', { exact: true }).fill('Bağdat Caddesi 1/2, Kadıköy')
  await cart.getByLabel('İl', { exact: true }).selectOption('İstanbul')
  await cart.getByLabel(/Posta kodu/).fill('34710')
  await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
}

export async function payWith(page: Page, cardNumber: string): Promise<void> {
  const cart = page.getByRole('dialog')
  await cart.getByLabel('Kart numarası').fill(cardNumber)
  await cart.getByLabel('Kart üzerindeki ad soyad').fill('Ayşe Yılmaz')
  await cart.getByLabel(/Son kullanma/).fill('1240')
  await cart.getByLabel('CVV').fill('123')
  await cart.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await cart.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
}

/** That whoever was made by signInAsNewCustomer has signed in: the welcome stands for a second, her name stays. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Ayşe Yılmaz' })).toBeVisible()
}

/** The open panel of whoever is signed in by signInAsNewCustomer. */
export async function openAccount(page: Page, tab: 'Siparişlerim' | 'Favoriler' | 'Kullanıcı Ayarları') {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'Ayşe Yılmaz' }).click()
  const panel = page.getByRole('dialog', { name: 'Hesabım' })
  await panel.getByRole('tab', { name: tab }).click()
  return panel
}
