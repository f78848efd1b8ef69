import type { Page } from '@playwright/test'
import { addFirstSize, numberOfOrder, openAccount, payWith, signInAsNewCustomer, wellStocked } from './customer.ts'
import { admin } from './settings.ts'
import { expect, test } from './shop.ts'

test('a company buys with an invoice in its name; district and neighbourhood come from the lists', async ({ page }) => {
  await signInAsNewCustomer(page, `fatura-${test.info().project.name}@posta.example`)
  await page.goto(`/urun/${await wellStocked(page)}`)
  await addFirstSize(page)
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await cart.getByLabel('Telefon').fill('0532 111 22 33')

  const list = page.waitForResponse(/istanbul-[\w-]+\.txt$/)
  await cart.getByLabel('İl', { exact: true }).selectOption('İstanbul')
  expect((await list).ok()).toBe(true)
  const suggested = (label: RegExp) =>
    cart.getByLabel(label).evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map((o) => o.value))
  await expect.poll(() => suggested(/^İlçe/)).toHaveLength(39)
  // Typed without its letters, it is the one of the list; and its neighbourhoods follow.
  await cart.getByLabel(/^İlçe/).fill('kadikoy')
  await cart.getByLabel(/^Mahalle/).fill('caferaga')
  await expect(cart.getByLabel(/^İlçe/)).toHaveValue('Kadıköy')
  expect(await suggested(/^Mahalle/)).toContain('Caferağa Mah.')
  await cart.getByLabel('Adres', { exact: true }).fill('Moda Cad. No: 5 D: 3')
  await expect(cart.getByLabel(/^Mahalle/)).toHaveValue('Caferağa Mah.')

  await cart.getByRole('button', { name: /^Fatura bilgileri/ }).click()
  await cart.getByRole('radio', { name: 'Kurumsal' }).check()
  await cart.getByLabel('Vergi kimlik no').fill('4810058591')
  await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(cart.getByLabel('Şirket unvanı')).toBeFocused()
  await expect(cart.getByText('Şirket unvanı gerekli')).toBeVisible()
  await expect(cart.getByText('Vergi kimlik numarası hatalı, rakamları kontrol edin')).toBeVisible()
  await cart.getByLabel('Şirket unvanı').fill('İpek Tekstil Ltd. Şti.')
  await cart.getByLabel('Vergi kimlik no').fill('481 005 8590')
  await cart.getByLabel('Vergi dairesi').fill('Kadıköy')
  await cart.getByRole('checkbox', { name: 'Fatura adresim farklı' }).check()
  await cart.getByLabel('Fatura ili').selectOption('İzmir')
  await cart.getByLabel('Fatura adresi', { exact: true }).fill('Ofis Sokağı No: 1 Kat: 3')

  await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(cart.getByText('Caferağa Mah. Moda Cad. No: 5 D: 3, Kadıköy / İstanbul')).toBeVisible()
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()

  const attached = await attachInvoice(page, await numberOfOrder(page))
  const account = await openAccount(page, 'Siparişlerim')
  await account.getByRole('button', { name: /#[0-9A-F]{8}/ }).click()
  const order = page.getByRole('dialog', { name: /^Sipariş #/ })
  await expect(order.getByText(/İpek Tekstil Ltd\. Şti\., Kadıköy vergi dairesi, VKN 4810058590/)).toBeVisible()
  await expect(order.getByText(/Ofis Sokağı No: 1 Kat: 3, İzmir/)).toBeVisible()
  const download = page.waitForEvent('download')
  await order.getByRole('button', { name: `${attached} numaralı faturayı indir` }).click()
  expect((await download).suggestedFilename()).toBe(`fatura-${attached}.pdf`)
  await expect(order.getByText('Fatura indirilemedi')).toBeHidden()
})

/** As the owner would in her panel; gives the invoice's number. */
async function attachInvoice(page: Page, shownId: string): Promise<string> {
  const login = await page.request.post('/api/v1/auth/login', {
    data: { email: admin.email, password: admin.password },
  })
  const headers = { authorization: `Bearer ${(await login.json()).data.accessToken}` }
  const number = `E2E2026${shownId.slice(1).replace(/\D/g, '7')}0`
  const found = await page.request.get(`/api/v1/admin/orders?q=${shownId.slice(1)}`, { headers })
  const [order] = (await found.json()).data
  const file = { name: 'fatura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  const answer = await page.request.post(`/api/v1/admin/orders/${order.id}/invoice`, {
    headers,
    multipart: { number, file },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return number
}

test('without the lists a place is typed, and what was said of the invoice outlives a reload', async ({ page }) => {
  await page.route(/-[\w-]+\.txt$/, (route) => route.abort())
  await signInAsNewCustomer(page, `fatura-taslak-${test.info().project.name}@posta.example`)
  await page.goto(`/urun/${await wellStocked(page)}`)
  await addFirstSize(page)
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await cart.getByLabel('İl', { exact: true }).selectOption('Bursa')
  await cart.getByLabel(/^İlçe/).fill('Nilüfer')
  await cart.getByLabel(/^Mahalle/).fill('Özlüce')
  await expect(cart.getByLabel('T.C. kimlik no')).toBeHidden()
  await cart.getByRole('button', { name: /^Fatura bilgileri/ }).click()
  await cart.getByLabel(/^T\.C\. kimlik no/).fill('10000000146')
  // A change of province empties the district.
  await cart.getByLabel('İl', { exact: true }).selectOption('İzmir')
  await expect(cart.getByLabel(/^İlçe/)).toHaveValue('')
  await expect(cart.getByLabel(/^Mahalle/)).toHaveValue('')
  await cart.getByLabel(/^İlçe/).fill('Konak')

  await page.reload()
  await page
    .getByRole('button', { name: /^sepet\b/i })
    .first()
    .click()
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await expect(cart.getByLabel(/^İlçe/)).toHaveValue('Konak')
  await expect(cart.getByLabel(/^T\.C\. kimlik no/)).toHaveValue('10000000146')
})
