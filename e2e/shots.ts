import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  goToPayment,
  openAccount,
  payWith,
  placeOrder,
  putInCart,
  signInAsAdmin,
  signInAsNewCustomer,
} from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

/** Not a test: `npm run shots` takes a picture of every screen, on a phone and on a desktop, into shots/. */

const shoot = async (page: Page, name: string, options: { whole?: boolean; open?: boolean } = {}) => {
  // The panel listens for news of orders as long as it is open.
  if (!options.open) await page.waitForLoadState('networkidle')
  await expect(page.getByRole('status', { name: /yükleniyor/i })).toHaveCount(0)
  await page.screenshot({
    path: `shots/${test.info().project.name}-${name}.png`,
    fullPage: options.whole ?? false,
    animations: 'disabled',
  })
}

/** A dialog's script comes with the first press of what opens it: open, shoot and close it in its own time. */
const shootDialog = async (page: Page, opener: Locator, name: string) => {
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const [name, path] of Object.entries({
  landing: '/',
  'ust-giyim': '/ust-giyim',
  category: '/elbise',
  accessories: '/aksesuar',
  special: '/special',
  product: '/urun/saten-askili-elbise-zumrut',
  search: '/ara?q=elbse',
  'search-nothing': '/ara?q=zzqq',
  'nothing-fits': '/elbise?renk=siyah&en-az=900000',
  logo: '/logo',
  about: '/bilgi',
  delivery: '/bilgi?section=teslimat-iade',
  privacy: '/bilgi?section=gizlilik-sozlesmesi',
  contract: '/bilgi?section=mesafeli-satis',
  application: '/bilgi?section=bizimle-calis',
  'payment-result': '/odeme/sonuc',
  'not-found': '/boyle-bir-sayfa-yok',
  'verify-email': '/verify-email?token=yok',
  'reset-password': '/reset-password?token=yok',
})) {
  test(name, async ({ page }) => {
    await page.goto(path)
    await shoot(page, name)
    await shoot(page, `${name}-whole`, { whole: true })
  })
}

test('login and register', async ({ page }) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'login')
  await page.getByRole('dialog').getByText('Üye ol').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Üye ol' }).last().click()
  await shoot(page, 'register-errors')
})

test('empty cart', async ({ page }) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'SEPET' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'cart-empty')
})

test('from cart to completed, then the account', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await shoot(page, 'cart')
  await goToPayment(page)
  await expect(page.getByLabel('Kart numarası')).toBeVisible()
  await shoot(page, 'payment')
  await payWith(page, '4111111111111129')
  await expect(page.getByText(/bakiyesi yetersiz/)).toBeVisible()
  await shoot(page, 'payment-declined')
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
  await expect(page.getByText('Ödeme numarası')).toBeVisible()
  await shoot(page, 'completed')
  await page.getByRole('button', { name: /Alışverişe devam et/i }).click()
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await expect(page.getByRole('dialog', { name: 'Hesabım' })).toBeVisible()
  await shoot(page, 'account-orders')
})

test('at the bank', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-siyah')
  await goToPayment(page)
  await payWith(page, '5526080000000006')
  await expect(page.getByLabel('SMS ile gelen kod')).toBeVisible()
  await shoot(page, 'bank')
})

test('what a listing and a product open', async ({ page }) => {
  await page.goto('/elbise')
  if (isPhone(page)) {
    await shootDialog(page, page.getByRole('button', { name: 'Filtrele' }), 'filters')
    await shootDialog(page, page.getByRole('button', { name: 'Kategoriler' }), 'side-menu')
  } else {
    await page.getByRole('form', { name: 'Filtreler' }).getByText('Renk', { exact: true }).click()
    await shoot(page, 'filters')
    await page.getByRole('banner').getByRole('combobox', { name: 'Ürün ara' }).pressSequentially('elbse')
    await expect(page.getByRole('option').first()).toBeVisible()
    await shoot(page, 'suggestions')
  }
  await page.goto('/urun/saten-askili-elbise-sampanya')
  await shootDialog(page, page.getByRole('button', { name: 'Görseli büyüt' }), 'zoom')
  await shootDialog(page, page.getByRole('button', { name: 'Beden Tablosu' }), 'size-chart')
  await shootDialog(page, page.getByRole('contentinfo').getByRole('button', { name: 'Sorun Bildirimi' }), 'problem')
})

test('account', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await openAccount(page, 'Favoriler')
  await shoot(page, 'account-favorites')
  await openAccount(page, 'Kullanıcı Ayarları')
  await shoot(page, 'account-settings')
})

test('admin', async ({ page }) => {
  await placeOrder(page, 'Gülşah')
  await signInAsAdmin(page)
  for (const [name, path] of Object.entries({
    dashboard: '',
    orders: '/siparisler',
    products: '/urunler',
    'new-product': '/urunler/yeni',
    categories: '/kategoriler',
    groups: '/gruplar',
    payments: '/odemeler',
    messages: '/mesajlar',
    mails: '/e-postalar',
    settings: '/ayarlar',
    history: '/gecmis',
    security: '/guvenlik',
  })) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (name === 'dashboard') await expect(page.getByRole('img', { name: /Son 30 günün satışları/ })).toBeVisible()
    await shoot(page, `admin-${name}`, { open: true })
    await shoot(page, `admin-${name}-whole`, { open: true, whole: true })
  }
  await page.goto('/admin/siparisler')
  await page
    .getByRole('button', { name: /#[0-9A-F]{8}/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot(page, 'admin-order', { open: true })
  for (const section of ['marka', 'vitrin', 'kartlar', 'duzen', 'yasal', 'teslimat', 'metinler', 'odeme', 'e-posta']) {
    await page.goto(`/admin/ayarlar?bolum=${section}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await shoot(page, `admin-settings-${section}-whole`, { open: true, whole: true })
  }
  await page.goto('/admin/urunler')
  await page
    .getByRole('link', { name: /Saten Askılı Midi Elbise/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Varyantlar' }).getByRole('table')).toBeVisible()
  await shoot(page, 'admin-product', { open: true })
  await shoot(page, 'admin-product-whole', { open: true, whole: true })
})

/** The seconds after a tap of which the film strip shows what was on the screen. */
const moments = [0.05, 0.15, 0.3, 0.5, 0.8, 1.2, 1.8, 2.5, 3.5, 5]
const last = 5200

/** Films each step from its tap on; `film` writes one strip of pictures, oldest left. */
async function filmOf(page: Page) {
  const client = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow)
  const frames: { at: number; picture: Buffer }[] = []
  client.on('Page.screencastFrame', async ({ data, sessionId }) => {
    frames.push({ at: performance.now(), picture: Buffer.from(data, 'base64') })
    await client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 390, maxHeight: 844 })
  return async function film(name: string, act: () => Promise<unknown>) {
    const start = performance.now()
    await act()
    await page.waitForTimeout(Math.max(0, start + last - performance.now()))
    const shown = moments.map((seconds) => frames.findLast(({ at }) => at <= start + seconds * 1000) ?? frames[0])
    const tiles = shown.flatMap((frame, index) => (frame ? [{ frame, left: index * 199, top: 0 }] : []))
    const composed = await Promise.all(
      tiles.map(async ({ frame, ...place }) => ({
        ...place,
        input: await sharp(frame.picture).resize(195, 422, { fit: 'cover', position: 'top' }).toBuffer(),
      })),
    )
    const ground = { width: 199 * moments.length, height: 422, channels: 3 as const, background: '#d33' }
    await sharp({ create: ground }).composite(composed).png().toFile(`shots/slow-${name}.png`)
  }
}

test('landing, list, product and back on a slow network', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'where networks are slow')
  const film = await filmOf(page)
  await film('1-landing', () => page.goto('/', { waitUntil: 'commit' }))
  await film('2-list', () => page.getByRole('link', { name: 'Keşfetmeye Başla' }).tap({ noWaitAfter: true }))
  await film('3-scrolled', () => page.evaluate(() => window.scrollTo(0, 600)))
  await film('4-product', () => page.locator('li.card h2 a').nth(2).tap({ noWaitAfter: true }))
  await film('5-back', () => page.evaluate(() => window.history.back()))
})
