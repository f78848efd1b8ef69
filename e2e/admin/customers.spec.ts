import { password, signInAsAdmin, signInAsNewCustomer } from '../customer.ts'
import { expect, test } from '../shop.ts'

test('the owner finds a customer, notes, takes her consent back for her and joins her other account', async ({
  page,
  email,
  checkAccessibility,
}) => {
  const other = email.replace('@', '-eski@')
  // The first who signs in is the one who opens pages.
  await signInAsAdmin(page)
  await signInAsNewCustomer(page, other)
  await signInAsNewCustomer(page, email)
  const login = await page.request.post('/api/v1/auth/login', { data: { email, password } })
  const headers = { authorization: `Bearer ${(await login.json()).data.accessToken}` }
  const preferences = '/api/v1/account/mail-preferences'
  const { marketing } = (await (await page.request.get(preferences, { headers })).json()).data
  await page.request.put(preferences, { headers, data: { marketing: true, textVersion: marketing.version } })

  await page.goto('/admin/musteriler?sirala=yeni')
  await page.getByLabel('Müşteri ara').fill(email.split('@')[0] ?? '')
  await expect(page.getByText('2 müşteri')).toBeVisible()
  await checkAccessibility('customers')
  await page
    .getByRole('row', { name: new RegExp(`^Ayşe Yılmaz\\s*${email}`) })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: 'Ayşe Yılmaz' })).toBeVisible()
  await checkAccessibility('customer')

  await page.getByLabel('Yeni not').fill('Omzu geniş, L ister.')
  await page.getByRole('button', { name: 'Notu ekle' }).click()
  await expect(page.getByText('Omzu geniş, L ister.')).toBeVisible()

  await page.getByRole('button', { name: 'İzni geri al' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'İzni geri al' }).click()
  await expect(page.getByText(/tarihinden beri izinsiz/)).toBeVisible()

  await page.getByRole('button', { name: 'Başka hesabıyla birleştir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hesapları birleştir' })
  await dialog.getByLabel('Öbür hesabı ara').fill(other)
  await dialog.getByRole('button', { name: new RegExp(other) }).click()
  await expect(dialog.getByText('Bu işlem geri alınamaz', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Hesapları birleştir' }).click()
  await expect(page.getByText('Hesaplar birleştirildi.')).toBeVisible()
})
