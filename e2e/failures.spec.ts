import type { Page, Route } from '@playwright/test'
import { goToPayment, openAccount, password, payWith, putInCart, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, linkInMail, test } from './shop.ts'

/** A proxy whose server is gone: an answer without a sentence of its own. */
const silent = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' })
const unreached = (route: Route) => route.abort()

/** Fails one call in both ways; `ask` asks for it, and `say` is what then stands on the screen. */
async function failsWith(
  page: Page,
  path: string,
  ask: () => Promise<void>,
  words: [silent: string, unreached: string],
) {
  for (const [answer, sentence] of [
    [silent, words[0]],
    [unreached, words[1]],
  ] as const) {
    await page.route(`**/api/v1${path}`, answer)
    await ask()
    await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible()
    await page.unroute(`**/api/v1${path}`)
  }
}

test('login, registration and forgotten password fail in their own words', async ({ page, email }) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  const panel = page.getByRole('dialog', { name: 'Hesabınız' })
  await panel.getByLabel('E-posta').fill(email)
  await panel.getByLabel('Şifre', { exact: true }).fill(password)
  const enter = () => panel.getByRole('button', { name: 'Giriş yap' }).last().click()
  await failsWith(page, '/auth/login', enter, ['Giriş başarısız', 'Sunucu ile bağlantı kurulamadı'])

  await panel.getByRole('button', { name: 'Şifremi Unuttum' }).click()
  const dialog = page.getByRole('dialog', { name: 'Şifremi Unuttum' })
  await dialog.getByLabel('E-posta').fill(email)
  const send = () => dialog.getByRole('button', { name: 'Bağlantı gönder' }).click()
  const notSent = 'Email gönderilirken hata oluştu.'
  await failsWith(page, '/auth/forgot-password', send, [notSent, notSent])
  await dialog.getByRole('button', { name: 'Kapat' }).click()

  await panel.getByRole('tab', { name: 'Üye ol' }).click()
  const form = panel.getByRole('tabpanel')
  await form.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await form.getByLabel('Soyad').fill('Yılmaz')
  await form.getByLabel('E-posta').fill(email)
  for (const label of ['Şifre', 'Şifre tekrar']) await form.getByLabel(label, { exact: true }).fill(password)
  for (const box of await form.getByRole('checkbox').all()) await box.check()
  const register = () => form.getByRole('button', { name: 'Üye ol' }).last().click()
  const words = ['Kayıt sırasında bir hata oluştu', 'Sunucu ile bağlantı kurulamadı'] as const
  await failsWith(page, '/auth/register', register, [...words])
})

test('the pages of the mails fail in their own words, and lose nothing that was typed', async ({ page, email }) => {
  const open = async () => void (await page.goto('/verify-email?token=x'))
  await failsWith(page, '/auth/verify-email', open, [
    'Email doğrulama işlemi başarısız oldu.',
    'Email doğrulama işlemi sırasında bir hata oluştu.',
  ])
  await page.getByRole('main').getByLabel('E-posta').fill(email)
  const resend = () => page.getByRole('button', { name: 'Doğrulama Emaili Gönder' }).click()
  const notSent = 'Email gönderilirken hata oluştu.'
  await failsWith(page, '/auth/resend-verification', resend, [notSent, notSent])

  await page.goto('/reset-password?token=x')
  const [first, second] = [page.getByLabel('Yeni şifre', { exact: true }), page.getByLabel('Yeni şifre tekrar')]
  await first.fill('bir cümle')
  await second.fill('iki cümle')
  await page.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(page.getByText('Şifreler eşleşmiyor.')).toBeVisible()
  await first.fill('iki cümle')
  await expect(page.getByText('Şifreler eşleşmiyor.')).toBeHidden()
  const notReset = 'Şifre sıfırlanırken hata oluştu.'
  await page.route('**/api/v1/auth/reset-password', unreached)
  await page.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(page.getByText(notReset)).toBeVisible()
  await expect(second).toHaveValue('iki cümle')
  await page.unroute('**/api/v1/auth/reset-password')
  await page.route('**/api/v1/auth/reset-password', silent)
  await page.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(page.getByText(notReset)).toBeVisible()
})

test('orders and payment fail in their own words', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await failsWith(page, '/orders/my', async () => void (await openAccount(page, 'Siparişlerim')), [
    'Siparişler alınamadı',
    'Siparişler yüklenirken hata oluştu',
  ])
  await putInCart(page, await wellStocked(page))
  await goToPayment(page)
  await page.route('**/api/v1/payments/create', silent)
  await payWith(page, '5528790000000008')
  const cart = page.getByRole('dialog')
  await expect(cart.getByText('Ödeme işlemi başarısız oldu.')).toBeVisible()
  await expect(cart.getByText('Yeniden denediğinizde aynı ödeme ikinci kez alınmaz.')).toBeVisible()
  await page.unroute('**/api/v1/payments/create')
  await page.route('**/api/v1/payments/create', unreached)
  const pay = cart.getByRole('button', { name: 'Siparişi onayla ve öde' })
  await pay.click()
  await expect(cart.getByText('Ödeme işlemi sırasında bir hata oluştu. Lütfen tekrar deneyiniz.')).toBeFocused()
  await page.unroute('**/api/v1/payments/create')
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/v1/payments/create', async (route) => {
    await held
    await route.continue()
  })
  await pay.click()
  await expect(cart.getByRole('button', { name: 'Ödeme İşleniyor...' })).toBeDisabled()
  go()
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
})

test('a link that is too old is told by its code, whatever its sentence', async ({ page }) => {
  await page.route('**/api/v1/auth/verify-email', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'LINK_EXPIRED', error: 'x', message: 'x' } }),
  )
  await page.goto('/verify-email?token=x')
  await expect(page.getByText('Doğrulama linkinin süresi dolmuş.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Doğrulama Emaili Gönder' })).toBeVisible()
})

test('a used link of a verified account says so, and leads on to the cart that waits', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  const link = await linkInMail(email, '/verify-email')
  await page.goto(link)
  await expect(page.getByText(/^E-posta adresiniz daha önce doğrulanmış\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Doğrulama Emaili Gönder' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: 'Yardım ve bilgi sayfası' })).toHaveAttribute(
    'href',
    '/bilgi',
  )
  await checkAccessibility('used verification link')
  await expect(page.getByRole('button', { name: 'Sepetinize dönün' })).toBeHidden()
  await putInCart(page, await wellStocked(page))
  await page.goto(link)
  await page.getByRole('button', { name: 'Sepetinize dönün' }).click()
  await expect(page.getByRole('dialog', { name: 'Sepetim (1)' })).toBeVisible()
})
