import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type RenderResult, render } from 'vitest-browser-react'
import type { WireQuote } from '#api/wire/payments.ts'
import { writeStored } from '#app/browser/browser-storage.ts'
import { minutes } from '#shop/time.ts'
import { keepAttempt, keepDraft, readDraft } from '../checkout/draft.ts'
import { keepGuest } from '../checkout/guest/session.ts'
import { CartPanel } from './panel.tsx'
import { addToCart, openCart } from './store.ts'

const quote = {
  ...{
    lines: [] as WireQuote['lines'],
    goods: 100,
    discount: 0,
    delivery: 0,
    methodFee: 0,
    installmentFee: 0,
    total: 100,
  },
  methods: [{ method: 'BANK_TRANSFER', fee: 0, available: true }],
}
const text = { title: 'Metin', version: 'v1', parts: [] }
const product = { variants: [{ id: 'v1', price: 100, stockQuantity: 5 }] }
const answers: [RegExp, unknown][] = [
  [/preview$/, { preInformation: text, distanceSales: text, withdrawal: '', exemptions: ['Küpe: Hijyen.'] }],
  [/products\//, product],
  [/account$/, { emailVerified: true }],
  [/addresses$/, []],
  // The hearts ask for these: they know in every test that she is signed in.
  [/favorites/, []],
]

const refused = () =>
  Response.json({ success: false, code: 'UNAUTHENTICATED', message: 'Lütfen giriş yapın' }, { status: 401 })

/** The payment step in a shop that sells without an account too, and takes her session no more once she pays. */
async function atPayment(told = quote) {
  vi.stubGlobal('fetch', async (path: string) => {
    const [, data] = [[/quote$/, told] as const, ...answers].find(([known]) => known.test(path)) ?? []
    return data ? Response.json({ success: true, data }) : refused()
  })
  addToCart({
    ...{ productId: 'p1', variantId: 'v1', slug: 'elbise', name: 'Elbise', color: 'Kum', size: 'S' },
    ...{ priceKurus: 10_000, image: undefined, quantity: 1 },
  })
  keepDraft({
    ...readDraft(),
    ...{ firstName: 'Ayşe', lastName: 'Yılmaz', email: 'ayse@posta.example', phone: '0532 111 22 33' },
    ...{ address: 'Bağdat Caddesi 1/2, Kadıköy', city: 'İstanbul' },
  })
  const loader = () => ({ shop: { guests: true, giftCards: true }, categories: [] })
  const Shop = createRoutesStub([{ id: 'root', path: '/', loader, Component: CartPanel, HydrateFallback: () => null }])
  const screen = await render(<Shop />)
  await goToPayment(screen)
  return screen
}

const signInAsGuest = () =>
  keepGuest({ email: 'ayse@posta.example', token: 'g', until: new Date(Date.now() + minutes(5)).toISOString() })

async function goToPayment(screen: RenderResult) {
  openCart()
  await screen.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await screen.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect.element(screen.getByRole('button', { name: /^Siparişi onayla ve öde/ })).toBeEnabled()
}

const pay = async (screen: RenderResult) => {
  await screen.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).click()
  await screen.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
}

test('what cannot be sent back stands above the button, and the duty to pay is said of the one that she presses', async () => {
  signInAsGuest()
  const screen = await atPayment({ ...quote, methods: [{ method: 'HOSTED', fee: 0, available: true }] })
  const words = 'Siparişi onayla ve ödeme sayfasına git'
  await expect.element(screen.getByRole('button', { name: words, exact: true })).toBeVisible()
  await expect.element(screen.getByText(new RegExp(`“${words}” düğmesine basmanız sipariş vermeniz`))).toBeVisible()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Küpe: Hijyen.' })).toBeVisible()
})

test('a session that ends while she pays leads back to the cart, which says so and can be closed', async () => {
  const user = { id: 'u1', email: 'ayse@posta.example', firstName: 'Ayşe', lastName: 'Yılmaz', role: 'USER' }
  // The token first: a user without one is nobody, and whoever listens to the session ends it.
  writeStored('accessToken', 'old')
  writeStored('userInfo', JSON.stringify(user))
  const screen = await atPayment()
  await pay(screen)
  await expect.element(screen.getByText(/^Oturumunuz sona erdi\. Sepetiniz duruyor/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Kapat' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  // Beside the page, where the cart has covered it.
  await page.getByRole('status').getByRole('button', { name: 'Kapat' }).click()
})

test("a guest's session that ends while she pays leads back to the cart as well", async () => {
  signInAsGuest()
  const screen = await atPayment()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes(6))
  await pay(screen)
  await expect.element(screen.getByText(/^Oturumunuz sona erdi\. Sepetiniz duruyor/)).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Kapat' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('the code of a gift card stays while she looks at her address again, and goes with the cart that is closed', async () => {
  signInAsGuest()
  const screen = await atPayment()
  await screen.getByRole('button', { name: 'Hediye kartı kullan' }).click()
  await screen.getByLabelText('Hediye kartı').fill('ABCD-EFGH-JKLM-7799')
  await userEvent.keyboard('{Enter}')
  const code = screen.getByText('•••• 7799').first()
  await expect.element(code).toBeVisible()
  await screen.getByRole('button', { name: 'Adrese dön' }).click()
  await screen.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect.element(code).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Kapat' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await goToPayment(screen)
  await expect.element(screen.getByRole('button', { name: 'Hediye kartı kullan' })).toBeVisible()
  await expect.element(code).not.toBeInTheDocument()
})

test('the sum above the payment is the one below it, with what delivery costs; in the steps before it is that of the goods', async () => {
  signInAsGuest()
  const screen = await atPayment({ ...quote, delivery: 49.9, total: 149.9 })
  const above = document.querySelector('summary')
  await expect
    .poll(() => screen.getByText('Toplam (KDV dahil)').element().parentElement?.textContent)
    .toMatch(/149,90\sTL$/)
  expect(above?.textContent).toMatch(/149,90\sTL$/)
  await screen.getByRole('button', { name: 'Adrese dön' }).click()
  await expect.poll(() => above?.textContent).toMatch(/100,00\sTL$/)
})

test('what is sold out between the cart and the payment is told before she pays', async () => {
  signInAsGuest()
  const screen = await atPayment()
  await screen.getByRole('button', { name: 'Adrese dön' }).click()
  product.variants = [{ id: 'v1', price: 100, stockQuantity: 0 }]
  onTestFinished(() => {
    product.variants = [{ id: 'v1', price: 100, stockQuantity: 5 }]
  })
  await screen.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect.element(screen.getByRole('alert').getByText('Elbise (Kum, S) tükendi.')).toBeVisible()
  await screen.getByRole('button', { name: 'Sepeti düzenle' }).click()
  await expect.element(screen.getByText('Elbise (Kum, S) tükendi.')).toBeVisible()
  await screen.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await expect.element(screen.getByText('Devam etmek için tükenen ürünleri sepetinizden çıkarın.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Kaldır: Elbise' })).toHaveFocus()
})

test('the last piece, which her own payment at the bank holds, can be bought until the shop says that this is over', async () => {
  const payment = { status: '3DS_REQUIRED', orderId: 'o1' }
  answers.push([/payments\/o1$/, payment])
  product.variants = [{ id: 'v1', price: 100, stockQuantity: 0 }]
  keepAttempt({ key: 'k', outcome: 'bank', orderId: 'o1', holds: { v1: 1 } })
  onTestFinished(() => {
    answers.pop()
    product.variants = [{ id: 'v1', price: 100, stockQuantity: 5 }]
    keepAttempt(undefined)
  })
  signInAsGuest()
  const screen = await atPayment()
  await screen.getByRole('button', { name: 'Adrese dön' }).click()
  payment.status = 'DECLINED'
  await screen.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect.element(screen.getByRole('alert').getByText('Elbise (Kum, S) tükendi.')).toBeVisible()
})

test('a price that changes between the cart and the payment changes the lines as well as the sum, and is told', async () => {
  signInAsGuest()
  const line = { productId: 'p1', variantId: 'v1', quantity: 1, unitPrice: 120, discount: 0, total: 120 }
  const screen = await atPayment({ ...quote, lines: [line], goods: 120, total: 120 })
  const order = screen.getByRole('region', { name: 'Siparişiniz' })
  await expect.poll(() => order.getByRole('listitem').first().element().textContent).toMatch(/120,00\sTL$/)
  await expect.element(order.getByText('Toplam (KDV dahil)')).toBeVisible()
  await expect
    .element(screen.getByText(/^Elbise \(Kum, S\): fiyat değişti, 100,00\sTL yerine artık 120,00\sTL\.$/))
    .toBeVisible()
})
