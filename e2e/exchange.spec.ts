import type { Browser, Locator, Page } from '@playwright/test'
import { signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, test } from './shop.ts'

type Variant = { id: string; color: string; size: string; price: number; stockQuantity: number }
type Product = { id: string; name: string; variants: Variant[] }

/** A piece of two sizes, and one that costs more or less than it. */
async function pieces(page: Page) {
  const { data } = await (await page.request.get('/api/v1/products?limit=200')).json()
  const all = (data as { products: Product[] }).products.map(({ variants, ...product }) => ({
    ...product,
    variants: variants.filter(({ stockQuantity }) => stockQuantity >= 5),
  }))
  const priceOf = ({ variants: [first] }: Product) => first?.price ?? 0
  const inTwoSizes = all
    .filter(({ variants: [a, b] }) => a && b && a.color === b.color && a.price === b.price)
    .toSorted((a, b) => priceOf(a) - priceOf(b))
  const mine = inTwoSizes[Math.floor(inTwoSizes.length / 2)]
  const middle = mine ? priceOf(mine) : 0
  const dearer = all.find(({ variants: [a] }) => a && a.price > middle)
  const cheaper = all.find(({ variants: [a] }) => a && a.price < middle)
  if (!mine || !dearer || !cheaper) throw new Error('the demo has no such pieces')
  return { mine, dearer, cheaper }
}

/** A new customer who bought a piece that has come; what she does and sees, and the owner beside her. */
async function aDeliveredPiece(page: Page, email: string, browser: Browser) {
  await signInAsNewCustomer(page, email)
  await page.goto('/ust-giyim')
  const { mine, ...others } = await pieces(page)
  const [first, second] = mine.variants as [Variant, Variant]
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const customerInfo = {
    ...{ firstName: 'Ayşe', lastName: 'Yılmaz', phone: '0532 111 22 33', email },
    ...{ address: 'Bağdat Caddesi 1/2', district: 'Kadıköy', city: 'İstanbul', postalCode: '34710' },
  }
  const cartItems = [{ productId: mine.id, variantId: first.id, size: first.size, quantity: 1 }]
  const card = { cardHolderName: 'Ayşe Yılmaz', cardNumber: '5528790000000008', expiryDate: '12/40', cvv: '123' }
  const bought = await page.request.post('/api/v1/payments/create', {
    headers: { authorization: `Bearer ${token}` },
    data: { orderData: { cartItems, customerInfo, totalAmount: first.price }, paymentData: card },
  })
  const { orderId } = (await bought.json()).data
  const number = `#${orderId.slice(-8).toUpperCase()}`
  const office = await browser.newPage()
  const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
  const status = { data: { status: 'DELIVERED' }, headers }
  await office.request.put(`/api/v1/admin/orders/${orderId}/status`, status)
  const open = async () => {
    await page.goto('/ust-giyim')
    await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
    // The order that comes in exchange names it too.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${number}`) })
      .click()
    return page.getByRole('dialog', { name: `Sipariş ${number}` }).getByRole('region', { name: 'İade ve değişim' })
  }
  return { mine, second, ...others, office, open, exchange: page.getByRole('dialog', { name: 'Değişim', exact: true }) }
}

/** The owner opens an exchange in her inbox. */
async function inInbox(office: Page, code: string) {
  await office.goto(`/admin/siparisler/iadeler?q=${code}`)
  await office.getByRole('button', { name: new RegExp(code) }).click()
  return office.getByRole('dialog', { name: 'İade' })
}

/** The old piece is approved, is here, and its exchange is completed. */
async function complete(office: Page, sheet: Locator): Promise<void> {
  await sheet.getByRole('button', { name: 'Onayla' }).click()
  await sheet.getByRole('button', { name: 'Teslim aldım' }).click()
  await sheet.getByRole('button', { name: 'Değişimi tamamla' }).click()
  await office.getByRole('dialog', { name: 'Değişimi tamamla' }).getByRole('button', { name: 'Tamamla' }).click()
  await expect(sheet.getByText('Tamamlandı', { exact: true })).toBeVisible()
}

/** Another product instead, found by its name. */
async function chooseOther(exchange: Locator, mine: Product, { name }: Product): Promise<void> {
  await exchange.getByRole('button', { name: 'Başka bir ürün istiyorum' }).click()
  await exchange.getByLabel('Hangi ürün?').fill(name)
  await exchange.getByRole('button', { name: 'Ara' }).click()
  await exchange.getByRole('region', { name: 'Başka bir ürün' }).getByRole('button', { name }).first().click()
  await exchange
    .getByRole('button', { name: new RegExp(`${mine.name}: ${name}.* olsun`) })
    .first()
    .click()
}

function codeIn(text: string | null): string {
  return /R[2-9A-Z]{6}/.exec(text ?? '')?.[0] ?? ''
}

test('another size in two taps, of which the first sends nothing; the owner takes the old one in, and the new one is to be prepared', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const { mine, second, office, open, exchange } = await aDeliveredPiece(page, email, browser)
  const returns = await open()
  await expect(page.getByRole('button', { name: 'Beden değiştir' }), 'that is for what was not sent').toHaveCount(0)
  await returns.getByRole('button', { name: 'Değiştir' }).click()
  const size = exchange.getByRole('button', {
    name: `${mine.name}: ${mine.name}, ${second.color}, ${second.size} olsun`,
  })
  await expect(size).toBeVisible()
  await checkAccessibility('choosing another size')
  await size.click()
  await expect(exchange.getByText(/fark ödemezsiniz\.$/)).toBeVisible()
  await exchange.getByRole('button', { name: 'Değiştir', exact: true }).click()
  await expect(returns.getByText(/Değişim talebinizi aldık; değişim kodunuz R/)).toBeVisible()
  await expect(returns.getByText(/gününe kadar sizin için ayrıldı/)).toBeVisible()
  await checkAccessibility('an exchange in the order')
  await returns.getByRole('button', { name: 'Değişimi geri al' }).click()
  const question = page.getByRole('dialog', { name: 'Değişimi geri al' })
  await expect(question.getByRole('button', { name: /vazgeç/i }), 'one answer leaves it as it is').toHaveCount(1)
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  const code = codeIn(await returns.textContent())

  const sheet = await inInbox(office, code)
  await expect(sheet.getByText('Yerine istenen')).toBeVisible()
  await complete(office, sheet)
  await expect(sheet.getByText(/Hazırlanacak siparişlerde/)).toBeVisible()
  await sheet.getByRole('link', { name: /Değişim siparişi/ }).click()
  await expect(office.getByText(/numaralı siparişten gelen ürünün yerine/)).toBeVisible()
  await office.close()

  await expect((await open()).getByText(/Hazırlanıyor/)).toBeVisible()
})

test('a dearer piece: she pays the difference by card, and the owner completes it', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  const { mine, dearer, office, open, exchange } = await aDeliveredPiece(page, email, browser)
  const returns = await open()
  await returns.getByRole('button', { name: 'Değiştir' }).click()
  await chooseOther(exchange, mine, dearer)
  await expect(exchange.getByText(/fark ödersiniz/)).toBeVisible()
  await checkAccessibility('a dearer piece instead')
  await exchange.getByRole('button', { name: 'Değiştir ve farkı öde' }).click()

  await expect(page.getByText('Ödenecek fark (KDV dahil)')).toBeVisible()
  await checkAccessibility('paying the difference')
  await page.getByLabel('Kart numarası').fill('5528790000000008')
  await page.getByLabel('Kart üzerindeki ad soyad').fill('Ayşe Yılmaz')
  await page.getByLabel(/Son kullanma/).fill('1240')
  await page.getByLabel('CVV').fill('123')
  await page.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await page.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  await expect(page.getByText(/Ödendi\. Siparişiniz bize ulaştı/)).toBeVisible()

  const after = await open()
  await expect(after.getByText(/Elinizdeki ürün bize gelince hazırlayacağız/)).toBeVisible()
  const sheet = await inInbox(office, codeIn(await after.textContent()))
  await complete(office, sheet)
  await office.close()
})

test('a cheaper piece: the difference goes back to her card', async ({ page, email, browser, checkAccessibility }) => {
  const { mine, cheaper, office, open, exchange } = await aDeliveredPiece(page, email, browser)
  const returns = await open()
  await returns.getByRole('button', { name: 'Değiştir' }).click()
  await chooseOther(exchange, mine, cheaper)
  await expect(exchange.getByText(/size iade edilir/)).toBeVisible()
  await checkAccessibility('a cheaper piece instead')
  await exchange.getByRole('button', { name: 'Değiştir', exact: true }).click()
  await expect(returns.getByText(/İade edilecek fark/)).toBeVisible()

  const sheet = await inInbox(office, codeIn(await returns.textContent()))
  await expect(sheet.getByText(/iade edilecek$/).first()).toBeVisible()
  await complete(office, sheet)
  await office.close()
  await expect((await open()).getByText(/iade edildi\./)).toBeVisible()
})
