import type { Page } from '@playwright/test'
import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, isPhone, test } from '../shop.ts'

/** A name that no other order bears, for lists that show only this test's orders. */
const aName = () => `Nazlı${Math.random().toString(36).slice(2, 8)}`

const rowsOf = (page: Page) => page.getByRole('checkbox', { name: /siparişini seç/ })

/** Presses the button; a PDF opens in a tab of its own or, where none may open, is saved. The API's tests check its content. */
async function print(page: Page, button: string): Promise<void> {
  const answer = page.waitForResponse((response) => /packing-slips|address-labels/.test(response.url()))
  const opened: string[] = []
  page.on('download', (file) => opened.push(file.url()))
  page.on('popup', (tab) => {
    opened.push(tab.url())
    tab.on('framenavigated', (frame) => opened.push(frame.url()))
    // A browser without a PDF viewer downloads it.
    tab.on('download', (file) => opened.push(file.url()))
  })
  await page.getByRole('button', { name: button }).click()
  expect((await answer).headers()['content-type']).toBe('application/pdf')
  await expect.poll(() => opened).toContainEqual(expect.stringMatching(/^blob:/))
  page.removeAllListeners('popup')
  page.removeAllListeners('download')
}

test('orders appear by themselves, are filtered, and move on together', async ({ page, checkAccessibility }) => {
  const name = aName()
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler')
  await page.getByLabel('Sipariş ara').fill(name)
  await expect(page.getByText('Bu aramaya uyan sipariş yok')).toBeVisible()
  const first = await placeOrder(page, name)
  await expect(page.getByRole('button', { name: first })).toBeVisible()
  const second = await placeOrder(page, name)
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(page.locator('tbody').getByRole('img'), 'what was bought').toHaveCount(2)

  if (isPhone(page)) await page.getByRole('button', { name: 'Diğer süzgeçler' }).click()
  await page.getByLabel('Ödemeye göre süz').selectOption('İade edildi')
  await expect(page.getByText('Bu aramaya uyan sipariş yok')).toBeVisible()
  await page.getByLabel('Ödemeye göre süz').selectOption('Ödeme tamamlandı')
  await page.getByLabel('Sırala').selectOption('En eski önce')
  await expect(page).toHaveURL(/odeme=odendi.*sirala=eski/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^#/ })).toHaveText([first, second])
  await expect(page.getByText(/^2 sipariş, toplam [0-9.]+,00 TL$/)).toBeVisible()
  await checkAccessibility('filtered orders')

  await page.getByRole('checkbox', { name: `${first} siparişini seç` }).check()
  await page.getByRole('checkbox', { name: `${second} siparişini seç` }).check()
  await checkAccessibility('chosen orders')
  await page.getByRole('button', { name: 'Durumu değiştir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Durumu değiştir' })
  await expect(dialog.getByLabel('Yeni durum'), 'the next step of new orders').toHaveValue('CONFIRMED')
  await dialog.getByLabel('Yeni durum').selectOption('Kargoda')
  await expect(dialog.getByText('2 siparişin takip numarası yok')).toBeVisible()
  await checkAccessibility('orders without tracking numbers')
  const tracking = await dialog.getByRole('link', { name: 'Önce takip numaralarını girin' }).getAttribute('href')
  await dialog.getByLabel('Yeni durum').selectOption('Hazırlandı')
  await expect(dialog.getByText(/2 siparişin durumu “Hazırlandı” olur.*e-posta gönderilir/)).toBeVisible()
  await checkAccessibility('asking before several orders move')
  await dialog.getByRole('button', { name: '2 siparişi güncelle' }).click()
  await expect(page.getByText('2 siparişin durumu: Hazırlandı')).toBeVisible()
  await expect(page.locator('tbody').getByText('Hazırlandı')).toHaveCount(2)

  await page.goto(tracking ?? '')
  const lines = page.getByLabel('Sipariş no ve takip no')
  await expect(lines).toHaveValue(new RegExp(`${first} \\n`))
  await expect(lines).toHaveValue(new RegExp(`${second} \\n`))
})

test('slips and labels come as PDF, for several orders and for one', async ({ page }) => {
  const name = aName()
  await placeOrder(page, name)
  const number = await placeOrder(page, name)
  await signInAsAdmin(page)
  await page.goto(`/admin/siparisler?q=${name}`)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('checkbox', { name: /hepsini seç/i }).check()
  await expect(page.getByText('2 sipariş seçildi')).toBeVisible()
  await print(page, 'Paket fişi yazdır')
  await print(page, 'Etiket yazdır')
  await page.getByRole('button', { name: 'Seçimi kaldır' }).click()
  await page.getByRole('button', { name: number }).click()
  await expect(page.getByLabel('Kargo firması')).toBeVisible()
  await print(page, 'Paket fişi yazdır')
})

test('a note stays with the order, and a step is asked about before the buyer is told', async ({
  page,
  checkAccessibility,
}) => {
  const name = aName()
  const number = await placeOrder(page, name)
  await signInAsAdmin(page)
  await page.goto(`/admin/siparisler?q=${name}`)
  await page.getByRole('button', { name: number }).click()
  const sheet = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await sheet.getByLabel('Geçmişe not ekle').fill('Müşteri aradı,\nhediye paketi istiyor.')
  await sheet.getByRole('button', { name: 'Notu ekle' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'hediye paketi istiyor.' })).toContainText(
    'Mağaza Yöneticisi',
  )
  await expect(sheet.getByLabel('Geçmişe not ekle')).toHaveValue('')
  await sheet.getByLabel('Yönetici notu').fill('Kapıyı çalma')
  await sheet.getByRole('button', { name: 'Notu kaydet' }).click()
  await expect(sheet.getByRole('button', { name: 'Notu kaydet' })).toHaveCount(0)
  await expect(sheet.getByLabel('Yönetici notu')).toHaveValue('Kapıyı çalma')
  await checkAccessibility('an order with a note')

  await sheet.getByRole('button', { name: 'Siparişiniz Hazırlanıyor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Durumu değiştir' })
  await expect(dialog.getByText(/bu adımı bildiren bir e-posta gönderilir/)).toBeVisible()
  await checkAccessibility('asking before a step')
  await dialog.getByRole('button', { name: 'Durumu değiştir' }).click()
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Siparişiniz Hazırlanıyor' })).toBeVisible()

  await sheet.getByRole('link', { name: 'Müşterinin tüm siparişleri' }).click()
  await expect(page).toHaveURL(/\?musteri=[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Tek müşteri gösteriliyor, hepsini göster' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
