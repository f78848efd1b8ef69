import type { Page } from '@playwright/test'
import {
  goToPayment,
  numberOfOrder,
  payWith,
  putInCart,
  signInAsAdmin,
  signInAsNewCustomer,
  wellStocked,
} from './customer.ts'
import { expect, test } from './shop.ts'

/** Buys a bag; gives the order's number as people read it. */
async function buy(page: Page, slug: string): Promise<string> {
  await putInCart(page, slug)
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  const number = await numberOfOrder(page)
  await done.getByRole('button', { name: /Alışverişe devam et/i }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return number
}

/** The order in the account, opened from the header. */
async function openOrder(page: Page, number: string) {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: /Ayşe Yılmaz|Hesabım/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: number }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order.getByText('Toplam', { exact: true })).toBeVisible()
  return order
}

async function openSheet(office: Page, number: string) {
  await office.goto('/admin/siparisler')
  await office.getByText(number).first().click()
  const sheet = office.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(sheet.getByLabel('Kargo firması')).toBeVisible()
  return sheet
}

test('the contracts are read and accepted before paying, and stay readable, to the owner too', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, 'tote-canta-taba')
  await goToPayment(page)
  const payment = page.getByRole('dialog', { name: 'Ödeme' })
  await payment.getByLabel('Kart numarası').fill('5528790000000008')
  await payment.getByLabel('Kart üzerindeki ad soyad').fill('Ayşe Yılmaz')
  await payment.getByLabel(/Son kullanma/).fill('1240')
  await payment.getByLabel('CVV').fill('123')
  const box = payment.getByRole('checkbox', { name: /okudum, onaylıyorum/ })
  await expect(box).toBeEnabled()
  await expect(box).not.toBeChecked()
  await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(/ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın/)
  await checkAccessibility('payment without consent')

  await payment.getByRole('button', { name: 'mesafeli satış sözleşmesini' }).click()
  const contract = page.getByRole('dialog', { name: 'Mesafeli Satış Sözleşmesi' })
  await expect(contract.getByText('Ek 1: Sipariş özeti')).toBeVisible()
  await expect(contract.getByText('Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul')).toBeVisible()
  await checkAccessibility('the contract')
  await contract.getByRole('button', { name: 'Kapat', exact: true }).click()
  await expect(box).not.toBeChecked()
  await box.check()
  await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  const number = await numberOfOrder(page)

  const order = await openOrder(page, number)
  await order.getByRole('button', { name: 'Ön Bilgilendirme Formu' }).click()
  const kept = page.getByRole('dialog', { name: 'Ön Bilgilendirme Formu' })
  await expect(kept.getByText(/SHA-256: [0-9a-f]{64}/)).toBeVisible()
  await checkAccessibility('the kept form')
  await kept.getByRole('button', { name: 'Kapat', exact: true }).click()
  const download = page.waitForEvent('download')
  await order.getByRole('button', { name: 'PDF indir' }).click()
  expect((await download).suggestedFilename()).toBe(`sozlesmeler-${number.slice(1)}.pdf`)

  const office = await browser.newPage()
  await signInAsAdmin(office)
  await office.goto(`/admin/siparisler?q=${number.slice(1)}`)
  await office.getByRole('button', { name: number }).click()
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Sözleşmeleri indir (PDF)' }).click()
  expect((await saved).suggestedFilename()).toBe(`sozlesmeler-${number.slice(1)}.pdf`)
  await office.close()
})

test('a buyer cancels her order while nothing is prepared', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  const number = await buy(page, 'tote-canta-siyah')
  const order = await openOrder(page, number)
  await order.getByRole('button', { name: 'Siparişi iptal et' }).click()
  const confirm = page.getByRole('dialog', { name: 'Siparişi iptal et' })
  await checkAccessibility('asking before cancelling')
  await confirm.getByRole('button', { name: 'Siparişi iptal et' }).click()
  await expect(order.getByText('Siparişiniz iptal edildi, ödemeniz kartınıza iade edildi.')).toBeVisible()
  await expect(order.getByText('İptal Edildi')).toBeVisible()
  await expect(order.getByRole('button', { name: 'Siparişi iptal et' })).toHaveCount(0)
  await checkAccessibility('a cancelled order')
})

test('an order that is printed has all of it on paper, and nothing of the page behind', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  const order = await openOrder(page, await buy(page, 'tote-canta-siyah'))
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 500 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Üst Giyim' })).toBeHidden()
  await expect(page.getByRole('tab', { name: 'Favoriler' })).toBeHidden()
  await expect(order.getByRole('button', { name: 'Kapat' })).toBeHidden()
  // The last line is inside the box, so the printed box does not scroll.
  const last = await order.getByText('Yazdırılabilir sayfa').boundingBox()
  const box = await order.boundingBox()
  expect(box?.y).toBe(0)
  expect(box?.height).toBeGreaterThan(600)
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.height ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThanOrEqual(
    Math.floor(box?.height ?? 0),
  )
})

test('the owner ships with a tracking number and pays one of two back; the buyer sees both', async ({
  page,
  email,
  browser,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, await wellStocked(page))
  await page.getByRole('dialog').getByRole('button', { name: 'Artır' }).click()
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  const number = await numberOfOrder(page)

  const office = await browser.newPage()
  await signInAsAdmin(office)
  const sheet = await openSheet(office, number)
  await sheet.getByLabel('Kargo firması').selectOption('Yurtiçi Kargo')
  await sheet.getByLabel(/Takip numarası/).fill('123456789012')
  const cancelled = sheet.getByRole('button', { name: 'İptal Edildi' })
  await expect(cancelled).toBeVisible()
  await sheet.getByRole('button', { name: 'Kargoda' }).click()
  await sheet.getByRole('dialog').getByRole('button', { name: 'Durumu değiştir' }).click()
  await expect(sheet.getByRole('button', { name: 'Kargoda' })).toBeDisabled()
  await expect(cancelled).toBeHidden()
  await sheet
    .getByRole('group', { name: /iade edilecek adet/ })
    .getByRole('button', { name: 'Artır' })
    .click()
  await sheet.getByRole('checkbox', { name: /yeniden satışa koy/ }).check()
  await sheet.getByLabel(/İade nedeni/).fill('dikişi sökük')
  await sheet.getByRole('button', { name: /TL iade et$/ }).click()
  await office.getByRole('dialog', { name: 'Ödemeyi iade et' }).getByRole('button', { name: 'İade et' }).click()
  await expect(sheet.getByText(/iade edildi: 1 × /)).toBeVisible()
  await expect(sheet.getByText('Neden: dikişi sökük')).toBeVisible()
  await office.close()

  const order = await openOrder(page, number)
  const track = order.getByRole('link', { name: /Kargomu takip et/ })
  await expect(track).toHaveAttribute('href', /yurticikargo\.com.*code=123456789012/)
  await expect(order.getByText('1 adet iade edildi')).toBeVisible()
  await expect(order.getByText('sökük')).toHaveCount(0)
  await expect(order.getByRole('button', { name: 'Siparişi iptal et' })).toHaveCount(0)
  await checkAccessibility('a shipped order')
})

test('what comes later to an order finds its room: nothing moves under her finger', async ({
  page,
  email,
  browser,
}) => {
  await signInAsNewCustomer(page, email)
  const number = await buy(page, 'tote-canta-siyah')
  const office = await browser.newPage()
  const headers = { authorization: `Bearer ${await signInAsAdmin(office)}` }
  const orders = '/api/v1/admin/orders'
  const { data } = await (await office.request.get(`${orders}?q=${number.slice(1)}`, { headers })).json()
  for (const status of ['PENDING', 'SHIPPED', 'DELIVERED']) {
    await office.request.put(`${orders}/${data[0].id}/status`, { headers, data: { status } })
    const letDetail = Promise.withResolvers<void>()
    const address = `**/api/v1/orders/${data[0].id}`
    await page.route(address, async (route) => {
      await letDetail.promise
      await route.continue()
    })
    const order = await openOrder(page, number)
    const below = order.getByText('Toplam', { exact: true })
    const top = () => below.evaluate((fact: HTMLElement) => fact.offsetTop)
    const before = await top()
    letDetail.resolve()
    await expect(order.locator('.animate-breathe')).toHaveCount(0)
    expect(Math.abs((await top()) - before), status).toBeLessThan(6)
    await page.unroute(address)
  }
  await office.close()
})
