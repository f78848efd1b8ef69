import type { Browser, Locator, Page } from '@playwright/test'
import { payWith, putInCart, signInAsAdmin } from './customer.ts'
import { codeInMail, expect, foundInMail, test } from './shop.ts'

/** The setting is on for every shopper meanwhile: these run by themselves, after all others. */
test.describe('without an account', () => {
  test.describe.configure({ mode: 'serial' })

  /** From a product to the payment step, by the code that was mailed to the address. */
  async function goToPaymentAsGuest(
    page: Page,
    email: string,
    checkAccessibility: (where: string) => Promise<void>,
    slug = 'tote-canta-taba',
  ) {
    await putInCart(page, slug)
    const cart = page.getByRole('dialog')
    await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
    await expect(cart.getByRole('heading', { name: 'Üye olmadan devam et' })).toBeVisible()
    await checkAccessibility('how to go on')
    await cart.getByLabel('E-posta').fill(email)
    await cart.getByRole('button', { name: 'Kodu gönder' }).click()
    await expect(cart.getByLabel('Onay kodu')).toBeFocused()
    await checkAccessibility('the code of a guest')
    await cart.getByLabel('Onay kodu').fill(await codeInMail(email))
    await cart.getByRole('button', { name: 'Devam et' }).click()
    await expect(cart.getByText('Üye olmadan devam ediyorsunuz:')).toBeVisible()
    await cart.getByLabel('Ad', { exact: true }).fill('Ayşe')
    await cart.getByLabel('Soyad').fill('Yılmaz')
    await cart.getByLabel('Telefon').fill('0532 111 22 33')
    await cart.getByLabel('Adres', { exact: true }).fill('Bağdat Caddesi 1/2, Kadıköy')
    await cart.getByLabel('İl', { exact: true }).selectOption('İstanbul')
    await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  }

  /** The owner has the money of the order on this page, and its parcel arrived. */
  async function payAndDeliver(page: Page, browser: Browser): Promise<void> {
    const number = (await page.getByRole('heading', { name: /^Sipariş #/ }).textContent())?.split('#')[1] ?? ''
    const office = await browser.newPage()
    const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
    const orders = '/api/v1/admin/orders'
    const { data } = await (await office.request.get(`${orders}?q=${number}`, { headers })).json()
    const [{ id, totalAmount: amount }] = data
    const receivedAt = new Date().toISOString()
    await office.request.post(`${orders}/${id}/transfer`, { headers, data: { amount, receivedAt } })
    await office.request.put(`${orders}/${id}/status`, { headers, data: { status: 'DELIVERED' } })
    await office.close()
  }

  const linkTo = (email: string) => foundInMail(email, /http\S*\/siparis-takip#token=g_[\w-]+/)

  test('the owner switches it on', async ({ page, checkAccessibility }) => {
    await page.goto('/bilgi')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Sipariş takip' })).toHaveCount(0)
    await signInAsAdmin(page)
    await page.goto(`/admin/ayarlar?bolum=uyeliksiz`)
    await page.getByLabel('Üye olmadan alışveriş yapılabilsin').check()
    await checkAccessibility('the setting for guests')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText('Üyeliksiz alışveriş açıldı.')).toBeVisible()
  })

  test('she buys by card, opens her order by the link of the mail, and cancels it', async ({
    page,
    email,
    browser,
    checkAccessibility,
  }) => {
    await goToPaymentAsGuest(page, email, checkAccessibility)
    await payWith(page, '5528790000000008')
    const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
    await expect(done.getByText(/o e-postadaki bağlantıyla her zaman açabilir/)).toBeVisible()
    await expect(done.getByRole('button', { name: 'Siparişi görüntüle' })).toHaveCount(0)
    const number = (await done.getByText(/^#[0-9A-F]{8}$/).textContent()) ?? ''

    const elsewhere = await browser.newPage({ viewport: page.viewportSize() })
    await elsewhere.goto(await linkTo(email))
    await expect(elsewhere.getByRole('heading', { name: `Sipariş ${number}` })).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Siparişi iptal et' }).click()
    await elsewhere
      .getByRole('dialog', { name: 'Siparişi iptal et' })
      .getByRole('button', { name: 'Siparişi iptal et' })
      .click()
    await expect(elsewhere.getByText('İptal Edildi')).toBeVisible()
    await elsewhere.close()
  })

  test('she pays by transfer, sees how on her page, asks for a new link, which ends the old one, and exchanges what came', async ({
    page,
    email,
    browser,
    checkAccessibility,
  }) => {
    await goToPaymentAsGuest(page, email, async () => {}, 'saten-askili-elbise-zumrut')
    const payment = page.getByRole('dialog', { name: 'Ödeme' })
    await payment.getByRole('radio', { name: 'Havale / EFT' }).check()
    await payment.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
    await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
    await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
    const link = await linkTo(email)
    await page.goto(link)
    await expect(page.getByRole('region', { name: 'Havale bilgileri' })).toContainText('TR33 0006')
    await checkAccessibility('the order of a guest')
    await page.getByRole('button', { name: 'Yeni bağlantı iste' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yeni bağlantı gönder' }).click()
    await expect(page.getByText(/adresine gönderiyoruz; bu sayfanın bağlantısı birazdan kapanır/)).toBeVisible()
    await expect.poll(() => linkTo(email)).not.toBe(link)
    await page.reload()
    await expect(page.getByText(/Bu bağlantı artık geçerli değil/)).toBeVisible()
    await checkAccessibility('a link that has ended')

    await page.goto(await linkTo(email))
    await expect(page.getByRole('heading', { name: /^Sipariş #/ })).toBeVisible()
    await payAndDeliver(page, browser)
    await page.reload()
    await page.getByRole('button', { name: 'Değiştir', exact: true }).click()
    const exchange = page.getByRole('dialog', { name: 'Değişim', exact: true })
    await exchange
      .getByRole('button', { name: / olsun$/ })
      .first()
      .click()
    await exchange.getByRole('button', { name: 'Değiştir', exact: true }).click()
    await expect(page.getByText(/Değişim talebinizi aldık; değişim kodunuz R/), 'two taps').toBeVisible()
  })

  test('a long address of hers leaves every field inside the narrowest screen', async ({ page, email }) => {
    const long = `${'uzun'.repeat(6)}-${email}`
    await page.setViewportSize({ width: 320, height: 568 })
    await putInCart(page, 'tote-canta-taba')
    const cart = page.getByRole('dialog')
    await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
    await cart.getByLabel('E-posta').fill(long)
    await cart.getByRole('button', { name: 'Kodu gönder' }).click()
    const edgeOf = async (field: Locator) => {
      const { x, width } = (await field.boundingBox()) ?? { x: 0, width: Infinity }
      return Math.round(x + width)
    }
    const code = cart.getByLabel('Onay kodu')
    await expect(code).toBeFocused()
    expect(await edgeOf(code), 'the code').toBeLessThanOrEqual(304)
    await code.fill(await codeInMail(long))
    await cart.getByRole('button', { name: 'Devam et' }).click()
    await expect(cart.getByText(long)).toBeVisible()
    expect(await edgeOf(cart.getByRole('button', { name: 'Ödeme adımına geç' })), 'the parcel').toBeLessThanOrEqual(304)
    for (const name of ['İlçe', 'Mahalle', 'Posta kodu']) {
      const { height = Infinity } = (await cart.locator('label', { hasText: name }).boundingBox()) ?? {}
      expect(height, `the label of ${name} in one line`).toBeLessThan(30)
    }
  })

  test.afterAll(async ({ browser }) => {
    const page = await browser.newPage()
    const token = await signInAsAdmin(page)
    const headers = { authorization: `Bearer ${token}` }
    await page.request.put('/api/v1/admin/settings/guests', { headers, data: { settings: { on: false } } })
    await page.close()
  })
})
