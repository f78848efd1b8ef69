import { placeOrder, signInAsAdmin } from '../customer.ts'
import { expect, test } from '../shop.ts'

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') })

/** A number that no other run of this test gives. */
const numbered = (shownId: string, end: string) => `${end}2026${shownId.slice(1).replace(/\D/g, '5')}0`

test('invoices are attached by the names of their files, and one alone in its order', async ({
  page,
  checkAccessibility,
}) => {
  await signInAsAdmin(page)
  const [first, second] = [await placeOrder(page, 'Fatma'), await placeOrder(page, 'Feride')]
  const [one, two, three] = [numbered(first, 'TOP'), numbered(second, 'TEK'), numbered(second, 'YEN')]
  await page.goto('/admin/siparisler')
  await page.getByRole('button', { name: 'Faturaları toplu ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Faturaları toplu ekle' })
  await dialog
    .getByLabel('Fatura dosyaları (PDF)')
    .setInputFiles([pdf(`${first.slice(1)}-${one}.pdf`), pdf(`${second} fatura.pdf`), pdf('baska.pdf')])
  const rows = dialog.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText(`${first}, Fatma Yılmaz`)
  await expect(rows.nth(0).getByLabel(/^Fatura numarası/)).toHaveValue(one)
  await expect(rows.nth(1)).toContainText('Feride Yılmaz')
  await expect(rows.nth(2)).toContainText('Dosya adında bilinen bir sipariş numarası yok.')
  await checkAccessibility('matched invoices')
  // Only what has an order and a number is sent; the others stay in sight.
  const sent = page.waitForResponse(/\/invoice$/)
  await dialog.getByRole('button', { name: '1 faturayı ekle ve gönder' }).click()
  expect((await sent).ok()).toBe(true)
  await expect(rows).toHaveCount(2)
  await rows
    .nth(0)
    .getByLabel(/^Fatura numarası/)
    .fill('A B')
  await expect(rows.nth(0)).toContainText('Fatura numarası harf, rakam, “-” ve “/” içerebilir')
  await dialog.getByRole('button', { name: 'Kapat' }).click()

  await page.goto(`/admin/siparisler?ara=${second.slice(1)}`)
  await page.getByRole('button', { name: second }).click()
  const sheet = page.getByRole('dialog', { name: `Sipariş ${second}` })
  await expect(sheet.getByText(/^KDV %10 \(matrah /)).toBeVisible()
  await sheet.getByRole('button', { name: 'Faturayı ekle ve gönder' }).click()
  await expect(sheet.getByText('Fatura numarası gerekli')).toBeVisible()
  await expect(sheet.getByText('Faturanın PDF dosyasını seçin')).toBeVisible()
  const attach = async (number: string, button: string) => {
    await sheet.getByLabel('Fatura numarası').fill(number)
    await sheet.getByLabel('Fatura dosyası (PDF)').setInputFiles(pdf('fatura.pdf'))
    await sheet.getByRole('button', { name: button }).click()
    await expect(sheet.getByRole('button', { name: `${number} numaralı faturayı indir` })).toBeVisible()
  }
  await attach(two, 'Faturayı ekle ve gönder')
  await attach(three, 'Yeni faturayı ekle ve gönder')
  await expect(sheet.getByText(/^Yenisiyle değiştirildi/)).toHaveCount(1)
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: `${three} numaralı faturayı indir` }).click()
  expect((await download).suggestedFilename()).toBe(`fatura-${three}.pdf`)
  const draft = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'E-Arşiv taslağını indir (UBL-TR)' }).click()
  expect((await draft).suggestedFilename()).toBe(`fatura-taslak-${second.slice(1)}.xml`)
  await checkAccessibility('an order with invoices')
})

test('the month for the accountant is a file', async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/siparisler')
  await page.getByRole('button', { name: 'Muhasebe dosyası' }).click()
  const dialog = page.getByRole('dialog', { name: 'Muhasebe dosyası' })
  await checkAccessibility('asking for the month')
  await dialog.getByLabel('Ay').fill('2026-11')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'XLSX indir' }).click()
  expect((await download).suggestedFilename()).toBe('muhasebe-2026-11.xlsx')
})
