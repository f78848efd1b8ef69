import type { Page, Route } from '@playwright/test'
import {
  goToPayment,
  openAccount,
  payWith,
  putInCart,
  signInAsAdmin,
  signInAsNewCustomer,
  wellStocked,
} from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

/** The states of pages and dialogs that no journey comes through: with nothing in them, with errors, with nothing to be read. */

const silent = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' })

/** Its first product that is sold out. */
async function soldOut(page: Page): Promise<string> {
  const { data } = await (await page.request.get('/api/v1/products?limit=200')).json()
  type Listed = { slug: string; variants: { stockQuantity: number }[] }
  const products: Listed[] = data.products
  return products.find(({ variants }) => variants.every(({ stockQuantity }) => stockQuantity === 0))?.slug ?? ''
}

test('pages that a link or a slip leads to', async ({ page, checkAccessibility }) => {
  for (const [path, sentence] of [
    ['/boyle-bir-sayfa-yok', 'Bu sayfayı bulamadık'],
    ['/tum-urunler', 'Tüm Ürünler'],
    ['/special', 'Özel Koleksiyon'],
    ['/aksesuar', 'Aksesuar'],
    [`/urun/${await soldOut(page)}`, 'GELİNCE HABER VER'],
    ['/odeme/sonuc', 'Bu adreste bir ödeme bulunamadı.'],
    ['/odeme/sonuc?order=x', 'Ödemenizin sonucunu görmek için giriş yapın.'],
    ['/abonelikten-cik', 'Bu bağlantı eksik.'],
    ['/odeme-baglantisi', 'Ana sayfaya dön'],
    ['/gelince-haber', 'Ana sayfaya dön'],
    ['/logo', 'Narçiçeği'],
  ]) {
    await page.goto(path ?? '')
    await expect(
      page
        .getByRole('main')
        .getByText(sentence ?? '')
        .first(),
    ).toBeVisible()
    await checkAccessibility(path ?? '')
  }
  await page.goto('/boyle-bir-sayfa-yok')
  await page.mouse.wheel(0, 100)
  const pieces = page.getByRole('region', { name: 'Yeni gelenler' }).getByRole('link')
  await expect(pieces).toHaveCount(4)
  await checkAccessibility('a missing page with pieces')
  await pieces.first().click()
  await expect(page).toHaveURL(/\/urun\//)
  await page.goto('/siparis-takip')
  // 'e-' at the end of a line and 'postayla' on the next read as two words.
  const word = page.getByText('e-postayla', { exact: true })
  expect(await word.evaluate((element) => element.getClientRects().length)).toBe(1)
  await page.goto('/verify-email')
  await expect(page.getByRole('alert')).toHaveText('Geçersiz doğrulama linki. Token bulunamadı.')
  await page.getByRole('button', { name: 'Doğrulama Emaili Gönder' }).click()
  await expect(page.getByText('Lütfen email adresinizi girin.')).toBeVisible()
  await expect(page.getByRole('main').getByLabel('E-posta')).toBeFocused()
  await checkAccessibility('verification without a token')
  await page.goto('/reset-password?token=x')
  for (const [label, secret] of [
    ['Yeni şifre', '12345'],
    ['Yeni şifre tekrar', '1234'],
  ])
    await page.getByLabel(label ?? '', { exact: true }).fill(secret ?? '')
  await page.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(page.getByLabel('Yeni şifre', { exact: true })).toBeFocused()
  await checkAccessibility('reset form with errors')
})

test('a search not begun, a size not chosen, a report without words, and a page that breaks', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto(`/urun/${await wellStocked(page)}`)
  await page.getByRole('button', { name: 'ÖNCE BEDEN SEÇİN' }).click()
  await expect(page.getByText('Lütfen önce bedeninizi seçin.')).toBeInViewport()
  await checkAccessibility('a size is missing')
  if (isPhone(page)) await page.getByRole('link', { name: 'Ürün ara' }).click()
  await page.getByRole('banner').getByRole('combobox', { name: 'Ürün ara' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await checkAccessibility('suggestions before a word')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Sorun Bildirimi' }).click()
  const report = page.getByRole('dialog', { name: 'Sorun Bildirimi' })
  await report.getByRole('button', { name: 'Gönder' }).click()
  await expect(report.getByLabel('E-posta')).toBeFocused()
  await expect(report.getByText('Sorununuzu yazın')).toBeVisible()
  await checkAccessibility('a report without words')
  await page.keyboard.press('Escape')
  await page.route('**/etek*', silent)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Etek' }).click()
  await expect(page.getByRole('heading', { name: 'Bir şeyler ters gitti' })).toBeVisible()
  // The document is drawn again around it, and asks for its styles once more.
  await expect(page.getByRole('link', { name: 'Tekrar Dene' })).toHaveCSS('display', /flex/)
  await checkAccessibility('a page that broke')
})

test('panels of a guest, with nothing in them and with errors', async ({ page, checkAccessibility }) => {
  await page.goto('/ust-giyim')
  const header = page.getByRole('banner')
  const dialog = page.getByRole('dialog')
  await header.getByRole('button', { name: 'SEPET' }).click()
  await expect(dialog.getByText('Sepetiniz henüz boş')).toBeVisible()
  await checkAccessibility('empty cart')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await header.getByRole('button', { name: 'FAVORİLER' }).click()
  await expect(dialog.getByText('Henüz favoriniz yok')).toBeVisible()
  await checkAccessibility('no favorites')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await header.getByRole('button', { name: 'OTURUM AÇ' }).click()
  const enter = dialog.getByRole('button', { name: 'Giriş yap' }).last()
  await enter.click()
  await expect(dialog.getByLabel('E-posta')).toBeFocused()
  await expect(dialog.getByRole('alert')).toHaveText('E-posta ve şifre alanları zorunludur')
  await checkAccessibility('login with errors')
  await dialog.getByLabel('E-posta').fill('kimse@posta.example')
  await dialog.getByLabel('Şifre', { exact: true }).fill('yanlış')
  await enter.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await checkAccessibility('refused login')
  await dialog.getByRole('button', { name: 'Şifremi unuttum' }).click()
  const forgotten = page.getByRole('dialog', { name: 'Şifremi unuttum' })
  await expect(forgotten.getByLabel('E-posta')).toHaveValue('kimse@posta.example')
  await forgotten.getByLabel('E-posta').fill('')
  await forgotten.getByRole('button', { name: 'Bağlantı gönder' }).click()
  await expect(forgotten.getByLabel('E-posta')).toBeFocused()
  await checkAccessibility('forgotten password with an error')
})

test('the account of somebody new, and lists that cannot be read', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Siparişlerim')
  await expect(panel.getByText('Henüz siparişiniz yok')).toBeVisible()
  await checkAccessibility('no orders')
  await panel.getByRole('tab', { name: 'Kullanıcı Ayarları' }).click()
  await panel.getByRole('heading', { name: 'Adreslerim' }).click()
  await panel.getByLabel('Soyad').fill('')
  await panel.getByRole('button', { name: 'Bilgilerimi kaydet' }).click()
  await expect(panel.getByLabel('Soyad')).toBeFocused()
  await expect(panel.getByText('Soyadınızı yazın')).toBeVisible()
  await panel.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(panel.getByLabel('Mevcut şifre', { exact: true })).toBeFocused()
  await checkAccessibility('settings with errors')
  for (const [path, tab] of [
    ['/orders/my', 'Siparişlerim'],
    ['/favorites/my', 'Favoriler'],
    ['/account', 'Kullanıcı Ayarları'],
  ] as const) {
    await page.route(`**/api/v1${path}`, silent)
    await openAccount(page, tab)
    await expect(panel.getByRole('button', { name: 'Tekrar Dene' }).first()).toBeVisible()
    await checkAccessibility(`${tab} that cannot be read`)
  }
})

test('the till with errors and a card that is refused', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, await wellStocked(page))
  const told = Promise.withResolvers<void>()
  await page.route('**/checkout/quote', async (route) => {
    await told.promise
    await route.continue()
  })
  await goToPayment(page)
  const cart = page.getByRole('dialog')
  await expect(cart.getByRole('button', { name: 'Siparişi onayla ve öde' })).toBeDisabled()
  await expect(cart.getByLabel('Kart numarası'), 'before anybody knows what stands above it').toHaveCount(0)
  told.resolve()
  await expect(cart.getByRole('radio', { name: 'Havale / EFT' })).toBeVisible()
  await cart.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await cart.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  await expect(cart.getByLabel('Kart numarası')).toBeFocused()
  await checkAccessibility('card with errors')
  await payWith(page, '4111111111111129')
  const refusal = cart.getByRole('alert').getByText(/bakiyesi yetersiz/)
  await expect(refusal, 'the button stands far below it').toBeInViewport({ ratio: 1 })
  await expect(refusal).toBeFocused()
  await checkAccessibility('refused card')
  await cart.getByRole('radio', { name: 'Havale / EFT' }).check()
  await expect(cart.getByRole('alert'), 'of a card, while she pays another way').toHaveCount(0)
})

test('where colors are forced, the size she chose and one that is gone look unlike the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/urun/keten-gomlek-kum')
  const sizes = page.getByRole('radiogroup', { name: 'Beden' })
  await sizes.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  const look = (size: string) =>
    sizes
      .locator('label')
      .filter({ hasText: new RegExp(`^${size}`) })
      .evaluate((label) => {
        const { backgroundColor, color, textDecorationLine } = getComputedStyle(label)
        return { backgroundColor, color, textDecorationLine }
      })
  const [chosen, gone] = [await look('L'), await look('M')]
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
  expect(chosen.backgroundColor, 'the chosen one').not.toBe(ground)
  expect(chosen.color).not.toBe(chosen.backgroundColor)
  expect(gone.textDecorationLine, 'the one that is gone').toBe('line-through')
  await expect(page.getByRole('button', { name: 'SEPETE EKLE' }).first()).toHaveCSS('outline-style', 'solid')
  await expect(page.locator('main a[aria-current]').first(), 'the color').toHaveCSS('outline-style', 'solid')
})

test('where colors are forced, the panel’s section she is in has an edge that no other has', async ({ page }) => {
  await signInAsAdmin(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/admin/ayarlar/kargo')
  if (isPhone(page)) await page.getByRole('button', { name: 'Menü' }).click()
  const nav = page.getByRole('navigation', { name: 'Yönetim bölümleri' })
  await expect(nav.locator('a[aria-current]')).toBeVisible()
  const edges = await nav
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).borderLeftColor))
  const current = await nav.locator('a[aria-current]').evaluate((link) => getComputedStyle(link).borderLeftColor)
  expect(edges.filter((edge) => edge === current)).toHaveLength(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that needs it says so', async ({ page }) => {
    for (const path of [
      '/verify-email',
      '/reset-password',
      '/siparis-takip',
      '/odeme/sonuc',
      '/gelince-haber',
      '/admin',
    ]) {
      await page.goto(path)
      await expect(page.getByText(/JavaScript olmadan çalışmıyor/), path).toBeVisible()
    }
  })
})
