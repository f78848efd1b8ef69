import { signInAsAdmin } from '../customer.ts'
import { test } from '../shop.ts'

test('shots', async ({ page }, info) => {
  await signInAsAdmin(page)
  const shot = async (name: string) =>
    page.screenshot({ path: `/tmp/feeds-shots/${info.project.name}-${name}.png`, fullPage: true })
  const market = {
    title: 'Trendyol',
    version: 1,
    settings: { buffer: 1 },
    pushedAt: '2026-11-24T10:00:00Z',
    readAt: '2026-11-24T10:00:20Z',
    lastError: '',
    listings: 412,
    withoutBarcode: 18,
    failures: [
      {
        productId: '00000000-0000-7000-8000-000000000001',
        name: 'Saten Askılı Elbise',
        barcode: '8690000000005',
        error: 'Ürün bulunamadı',
      },
    ],
    short: [
      {
        packageId: '1001',
        orderNumber: '9128374650',
        reason: 'Saten Askılı Elbise (M) tükendi; lütfen sepetinizi güncelleyin.',
        createdAt: '2026-11-24T10:00:00Z',
        lines: ['1 × Saten Askılı Elbise'],
      },
    ],
  }
  await page.goto('/admin/ayarlar?bolum=kanallar')
  await page.getByText('/feeds/cimri.xml').waitFor()
  await shot('channels')
  await page.route('**/api/v1/admin/marketplace', (route) =>
    route.fulfill({ json: { success: true, data: { marketplace: market } } }),
  )
  await page.reload()
  await page.getByText('Stoğu yetmeyen siparişler').waitFor()
  await shot('market')
  await page.getByRole('button', { name: 'Dışarıda bırakılacakları seç' }).first().click()
  await page.waitForTimeout(800)
  await shot('leave-out')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Kanal neyi kabul etmez?' }).first().click()
  await page.waitForTimeout(1500)
  await shot('report')
  await page.goto('/admin/ayarlar?bolum=demo')
  await page.getByText('Silinecek').waitFor()
  await shot('demo')
  await page.getByRole('button', { name: 'Demo verilerini temizle' }).click()
  await page.waitForTimeout(500)
  await shot('demo-confirm')
})
