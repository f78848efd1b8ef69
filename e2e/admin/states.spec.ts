import type { Route } from '@playwright/test'
import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

/** The states of the panel that no journey comes through: lists with nothing in them or unread, forms with errors, questions. */

const sections = {
  dashboard: '',
  orders: '/siparisler',
  products: '/urunler',
  categories: '/kategoriler',
  groups: '/gruplar',
  payments: '/odemeler',
  messages: '/mesajlar',
  mails: '/e-postalar',
  settings: '/ayarlar?bolum=marka',
  history: '/gecmis',
  security: '/guvenlik',
}

const silent = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' })

test('what cannot be read says so, and can be asked for again', async ({ page, isMobile, checkAccessibility }) => {
  test.skip(isMobile, 'a sentence is the same on every screen')
  await signInAsAdmin(page)
  await page.route('**/api/v1/admin/**', silent)
  for (const [name, path] of Object.entries(sections)) {
    await page.goto(`/admin${path}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Tekrar Dene' }).first()).toBeVisible()
    await checkAccessibility(`${name} that cannot be read`)
  }
})

test('an address of no page has a heading that says so, and all around it is in a landmark', async ({
  page,
  isMobile,
  checkAccessibility,
}) => {
  test.skip(isMobile, 'a sentence is the same on every screen')
  await signInAsAdmin(page)
  await page.goto('/admin/yok')
  await expect(page.getByRole('heading', { level: 1, name: 'Böyle bir sayfa yok' })).toBeVisible()
  const own = page.getByRole('navigation', { name: 'Size ait sayfalar' })
  await own.getByRole('link', { name: 'Giriş güvenliğim' }).click()
  await expect(page).toHaveTitle(/^Giriş güvenliğim \| Yönetim/)
  await checkAccessibility('own security')
})

test('what finds nothing says so', async ({ page, isMobile, checkAccessibility }) => {
  test.skip(isMobile, 'a sentence is the same on every screen')
  await signInAsAdmin(page)
  for (const path of ['siparisler', 'urunler', 'mesajlar', 'e-postalar', 'gecmis']) {
    const answered = page.waitForResponse(/\/api\/v1\/admin\/[^?]*\?.*q=zzqqxx/)
    await page.goto(`/admin/${path}?q=zzqqxx`)
    await (await answered).finished()
    await expect(page.getByRole('status', { name: /yükleniyor/ })).toHaveCount(0)
    await checkAccessibility(`${path} without any`)
  }
})

for (const section of ['vitrin', 'kartlar', 'yasal', 'teslimat', 'metinler', 'odeme', 'e-posta'])
  test(`the settings' section ${section}`, async ({ page, checkAccessibility }) => {
    await signInAsAdmin(page)
    await page.goto(`/admin/ayarlar?bolum=${section}`)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await checkAccessibility(section)
  })

test('questions and forms with errors', async ({ page, checkAccessibility }) => {
  const number = await placeOrder(page, 'Gülşah')
  await signInAsAdmin(page)
  const dialog = page.getByRole('dialog')

  await page.goto('/admin/urunler/yeni')
  await page.getByRole('button', { name: 'Kaydet ve yayınla' }).click()
  await expect(page.getByLabel('Ürün adı')).toBeFocused()
  await checkAccessibility('new product with errors')

  await page.goto('/admin/urunler')
  const menu = page.getByRole('button', { name: /: işlemler$/ }).first()
  for (const action of ['Başka renkte çoğalt', 'Sil']) {
    await menu.click()
    await page.getByRole('button', { name: action, exact: true }).click()
    await expect(dialog).toBeVisible()
    await checkAccessibility(action)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }

  await page.goto('/admin/kategoriler')
  await page.getByRole('listitem').filter({ hasText: '/elbise' }).getByRole('button', { name: 'sil' }).click()
  await expect(dialog).toBeVisible()
  await checkAccessibility('a category that is not empty')

  await page.goto('/admin/gruplar')
  await page.getByRole('button', { name: 'Grup oluştur' }).click()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByLabel('Grup adı')).toBeFocused()
  await checkAccessibility('group with errors')

  await page.goto(`/admin/siparisler?q=${encodeURIComponent(number)}`)
  await page.getByRole('button', { name: number }).click()
  const sheet = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await sheet.getByRole('button', { name: 'Siparişi iptal et' }).click()
  await expect(page.getByRole('dialog', { name: 'Siparişi iptal et' })).toBeVisible()
  await checkAccessibility('asking before an order is cancelled')
})
