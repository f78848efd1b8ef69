import type { Page } from '@playwright/test'
import { goToPayment, numberOfOrder, openAccount, putInCart, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { codeInMail, expect, isPhone, test } from './shop.ts'

/** One of her own: what a telephone may have open is bounded. */
const aPhone = () => `05${Math.floor(3e8 + Math.random() * 1e8)}`

/** A new customer who orders at the door, up to the code. */
async function orderAtDoor(page: Page, email: string, slug: string): Promise<void> {
  await signInAsNewCustomer(page, email)
  await putInCart(page, slug)
  await goToPayment(page, aPhone())
  const cart = page.getByRole('dialog')
  await cart.getByRole('radio', { name: /Kapıda ödeme/ }).check()
  await expect(cart.getByLabel('Kart numarası')).toBeHidden()
  await expect(cart.getByText('Kapıda ödeme bedeli')).toBeVisible()
  await cart.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  await cart.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  await expect(cart.getByRole('heading', { name: 'Siparişinizi onaylayın' })).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  const cart = page.getByRole('dialog')
  await expect(cart.getByLabel('Onay kodu'), 'the button that she pressed is gone').toBeFocused()
  await cart.getByLabel('Onay kodu').fill(code)
  await cart.getByRole('button', { name: 'Siparişi onayla', exact: true }).click()
}

async function openInPanel(page: Page, number: string) {
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler?odeme=kapida')
  await page.getByRole('button', { name: number }).click()
  return page.getByRole('dialog', { name: `Sipariş ${number}` })
}

test('at the door: the fee is in the total, a mailed code places the order, and the owner marks what was collected', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  await orderAtDoor(page, email, 'tote-canta-taba')
  await checkAccessibility('the code at the door')
  const code = await codeInMail(email)
  await enterCode(page, String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
  await expect(page.getByText(/Kod yanlış.*Kalan deneme: 4/)).toBeVisible()
  await enterCode(page, code)
  const completed = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(completed).toContainText(/tutarını paketinizi teslim alırken ödeyeceksiniz/)
  const number = await numberOfOrder(page)
  const panel = await openAccount(page, 'Siparişlerim')
  await panel.getByRole('button', { name: new RegExp(number) }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order).toContainText('Kapıda ödenecek')
  await expect(order).toContainText(/Kapıda ödeme bedeli\s*49,00 TL/)

  const office = await browser.newPage({ viewport: page.viewportSize() })
  const sheet = await openInPanel(office, number)
  await expect(sheet).toContainText('Kapıda ödenecek')
  await sheet.getByRole('button', { name: /^Tahsil edildi/ }).click()
  await expect(office.getByText('Tahsilat kaydedildi.')).toBeVisible()
  await expect(sheet.getByText('Tahsil edildi', { exact: true })).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Tahsil edildi/ })).toBeHidden()
  await office.close()
})

test('at the door: a parcel that was not taken is cancelled in one tap; a list of the carrier is matched before it counts', async ({
  page,
  browser,
  email,
}) => {
  await orderAtDoor(page, email, 'tote-canta-siyah')
  await enterCode(page, await codeInMail(email))
  const number = await numberOfOrder(page)
  const office = await browser.newPage({ viewport: page.viewportSize() })
  const sheet = await openInPanel(office, number)
  await sheet.getByLabel('Takip numarası').fill('KP7001')
  await sheet.getByRole('button', { name: 'Kargoda' }).click()
  await office.getByRole('dialog', { name: 'Durumu değiştir' }).getByRole('button', { name: 'Durumu değiştir' }).click()
  await expect(sheet.getByRole('button', { name: 'Teslim alınmadı' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Kapat' }).first().click()

  const file = {
    name: 'liste.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Takip No;Tutar\nKP7001;1,00\nKP0;5,00\n'),
  }
  await office.getByLabel(/tahsilat listesini yükle/).setInputFiles(file)
  const list = office.getByRole('dialog', { name: 'Kargonun tahsilat listesi' })
  await expect(list).toContainText(`Tutar farklı: ${number}`)
  await expect(list).toContainText('Sipariş bulunamadı')
  await expect(list.getByRole('button', { name: 'Tahsil edilen sipariş seçilmedi' })).toBeDisabled()
  await list.getByRole('button', { name: 'Kapat' }).first().click()

  await office.getByRole('button', { name: number }).click()
  await sheet.getByRole('button', { name: 'Teslim alınmadı' }).click()
  await office
    .getByRole('dialog', { name: 'Paket teslim alınmadı' })
    .getByRole('button', { name: 'Teslim alınmadı' })
    .click()
  await expect(office.getByText('Sipariş iptal edildi, ürünler yeniden satışta.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'İptal Edildi' })).toHaveAttribute('aria-pressed', 'true')
  await office.close()
})

test('the owner sets what paying at the door costs, and where it is offered', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/ayarlar?bolum=kapida-odeme')
  await page.getByLabel('Nakit').uncheck()
  await page.getByLabel('Kart', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Nakit ya da kart: en az birini seçin')).toBeVisible()
  await page.getByLabel('Nakit').check()
  await page.getByLabel('Kart', { exact: true }).check()
  await page.getByText(/^Seçili iller/).click()
  await page.getByLabel('Hakkâri').check()
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kapıda ödeme ayarları kaydedildi.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Seçili iller (1)')).toBeVisible()
  await checkAccessibility(isPhone(page) ? 'settings of the door on a phone' : 'settings of the door')
  await page.getByText(/^Seçili iller/).click()
  await page.getByLabel('Hakkâri').uncheck()
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Kapıda ödeme ayarları kaydedildi.')).toBeVisible()
})
