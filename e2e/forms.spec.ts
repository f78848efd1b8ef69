import { expect, isPhone, test } from './shop.ts'

test('reads about the shop section by section, on screen and on paper', async ({ page, checkAccessibility }) => {
  await page.goto('/bilgi')
  await expect(page).toHaveTitle(/^Hakkımızda \| /)
  const menu = page.getByRole('navigation', { name: 'Bilgi sayfaları' })
  for (const name of ['Teslimat ve İade', 'Gizlilik Sözleşmesi', 'Mesafeli Satış Sözleşmesi', 'Hakkımızda']) {
    await menu.getByRole('link', { name }).click()
    await expect(menu.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toContainText(name)
    await expect(heading).toBeFocused()
    await checkAccessibility(name)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Misyonumuz' })).toBeVisible()
})

test('applies to work with the shop; a draft survives a reload', async ({ page, email, checkAccessibility }) => {
  await page.goto('/bilgi?section=bizimle-calis')
  const form = page.getByRole('article')
  const send = form.getByRole('button', { name: 'Başvurumu Gönder' })
  await expect(form.getByRole('group')).toHaveCount(8)
  await send.click()
  await expect(form.getByLabel('Ad soyad', { exact: true })).toBeFocused()
  await expect(form.getByText('Aydınlatma metnini okuduğunuzu belirtmelisiniz')).toBeVisible()
  await checkAccessibility('the application with its errors')

  await form.getByLabel('Ad soyad', { exact: true }).fill('Şule Işık')
  await form.getByLabel('Telefon', { exact: true }).fill('0532 111 22 33')
  await form.getByLabel('E-posta', { exact: true }).fill(email)
  await form.getByLabel('İl / ilçe').fill('İzmir / Bornova')
  await form.getByLabel('Başvuru türü').selectOption('Tasarım teklifi')
  await form.getByLabel('Başlık').fill('Triko koleksiyonu')
  await form.getByLabel('Detaylı açıklama').fill('El örgüsü bir koleksiyon öneriyorum.')
  await form.getByLabel('Proje bazlı').check()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('basvuru'))).toContain('proje_bazli')
  await page.reload()
  await expect(form.getByLabel('Başlık')).toHaveValue('Triko koleksiyonu')
  await expect(form.getByLabel('Proje bazlı')).toBeChecked()

  const file = form.getByLabel(/^Dosya/)
  await file.setInputFiles({ name: 'cv.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await expect(form.getByText('Yalnızca PDF, JPG veya PNG dosyası yükleyebilirsiniz')).toBeVisible()
  await form.getByRole('button', { name: 'Dosyayı kaldır' }).click()
  await file.setInputFiles({ name: 'özgeçmiş.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') })
  await form.getByRole('checkbox', { name: /aydınlatma metnini/ }).check()
  await form.getByRole('checkbox', { name: /iletişime geçilmesini/ }).check()
  await form.getByRole('checkbox', { name: /kampanyalardan/ }).check()
  await send.click()
  await expect(form.getByRole('heading', { name: 'Başvurunuz bize ulaştı' })).toBeFocused()
  await expect(form.getByText(/gönderdiğimiz bağlantıyı onaylayınca/)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('basvuru'))).toBeNull()
})

test('what is written into the application before its script comes stays, over the draft of before', async ({
  page,
}) => {
  const { promise: comes, resolve: come } = Promise.withResolvers<void>()
  await page.route(/\/assets\/application-form-[\w-]+\.js/, async (route) => {
    await comes
    await route.continue()
  })
  await page.addInitScript(() => localStorage.setItem('basvuru', '{"title":"Eski başlık","city":"Bursa"}'))
  await page.goto('/bilgi?section=bizimle-calis')
  const form = page.getByRole('article')
  await form.getByLabel('Başlık').fill('Triko koleksiyonu')
  await form.getByLabel('Başvuru türü').selectOption('Tasarım teklifi')
  for (const style of ['Proje bazlı', 'Uzaktan']) await form.getByLabel(style).setChecked(true)
  come()
  await expect(form.getByLabel('İl / ilçe')).toHaveValue('Bursa')
  await form.getByLabel('Firma adı').fill('Işık Triko')
  await expect(form.getByLabel('Başlık')).toHaveValue('Triko koleksiyonu')
  await expect(form.getByLabel('Başvuru türü')).toHaveValue('tasarim_teklifi')
  for (const style of ['Proje bazlı', 'Uzaktan']) await expect(form.getByLabel(style)).toBeChecked()
})

test('reports a problem in the dialog, which closes by itself', async ({ page, email, checkAccessibility }) => {
  await page.goto('/bilgi')
  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Sorun Bildirimi' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Sorun Bildirimi' })
  await dialog.getByRole('button', { name: 'Gönder' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Lütfen tüm alanları doldurun.')
  for (const sentence of ['E-posta adresinizi yazın', 'Sorununuzu yazın'])
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('E-posta')).toBeFocused()
  await checkAccessibility('the problem report')
  await dialog.getByLabel('E-posta').fill(email)
  await dialog.getByLabel('Sorununuz').fill('Sepetim açılmıyor')
  await page.route('**/forms/problem-report', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Gönder' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Mesaj gönderilirken bir hata oluştu. Lütfen tekrar deneyin.')
  await dialog.getByRole('button', { name: 'Gönder' }).click()
  await expect(dialog.getByRole('status')).toContainText('Mesajınız bize ulaştı.')
  await expect(dialog.getByRole('button', { name: 'Tamam' })).toBeFocused()
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test('reports a problem in the footer', async ({ page, email }) => {
  await page.goto('/ust-giyim')
  const form = page.getByRole('form', { name: 'Bir sorun mu yaşadınız? Bize yazın.' })
  // Its script comes with her first move.
  await form.scrollIntoViewIfNeeded()
  await form.getByRole('button').click()
  await expect(form.getByRole('status')).toHaveText('Lütfen tüm alanları doldurun.')
  for (const field of ['E-posta', 'Sorununuz'])
    await expect(form.getByLabel(field)).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('E-posta')).toBeFocused()
  await form.getByLabel('E-posta').fill(email)
  await form.getByLabel('Sorununuz').fill('Görsel açılmıyor')
  await form.getByRole('button').click()
  await expect(form.getByRole('status')).toContainText('Mesajınız bize ulaştı.')
  await expect(form.getByLabel('Sorununuz')).toHaveValue('')
})

test('asks to be told when a sold-out product is back', async ({ page, email, request, checkAccessibility }) => {
  const { data } = await (await request.get('/api/v1/products?limit=200')).json()
  type Listed = { slug: string; variants: { stockQuantity: number }[] }
  const soldOut = data.products.find(
    ({ variants }: Listed) => variants.length > 1 && variants.every((variant) => variant.stockQuantity === 0),
  )
  await page.goto(`/urun/${soldOut.slug}`)
  await page.getByRole('button', { name: 'GELİNCE HABER VER' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gelince Haber Ver' })
  await dialog.getByRole('button', { name: 'Bana haber verin' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Lütfen tüm alanları doldurun.')
  for (const sentence of ['Bedeninizi seçin', 'E-posta adresinizi yazın'])
    await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Beden')).toBeFocused()
  await checkAccessibility('the stock notice')
  await dialog.getByLabel('Beden').selectOption({ index: 1 })
  await dialog.getByLabel('E-posta').fill(email)
  await dialog.getByRole('button', { name: 'Bana haber verin' }).click()
  await expect(dialog.getByRole('status')).toContainText('Size bir e-posta gönderdik.')
  await expect(dialog).toBeHidden()
})

test('fits a narrow screen', async ({ page }) => {
  test.skip(!isPhone(page), 'a phone matter')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/bilgi', '/bilgi?section=gizlilik-sozlesmesi', '/bilgi?section=bizimle-calis', '/logo']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})
