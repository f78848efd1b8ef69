import type { Page } from '@playwright/test'
import { expectSignedIn, openAccount, password, putInCart, signInAsAdmin, signInAsNewCustomer } from './customer.ts'
import { expect, linkInMail, test } from './shop.ts'

/** The account panel, open at one of its tabs. */
/** Signs in by the form, as people do. */
async function enter(page: Page, email: string, secret: string) {
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await typeLogin(page, email, secret)
}

async function typeLogin(page: Page, email: string, secret: string) {
  const panel = page.getByRole('dialog', { name: 'Hesabınız' })
  await panel.getByLabel('E-posta').fill(email)
  await panel.getByLabel('Şifre', { exact: true }).fill(secret)
  await panel.getByRole('button', { name: 'Giriş yap' }).last().click()
}

test('registration says what is wrong, at the field and in a notice that goes', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  const panel = page.getByRole('dialog', { name: 'Hesabınız' })
  await checkAccessibility('login panel')
  await panel.getByRole('tab', { name: 'Üye ol' }).click()
  const send = panel.getByRole('button', { name: 'Üye ol' }).last()
  await send.click()
  await expect(panel.getByRole('alert')).toHaveText('Ad ve soyad alanları zorunludur')
  await expect(panel.getByLabel('Ad', { exact: true })).toBeFocused()
  await checkAccessibility('registration with errors')
  await expect(panel.getByRole('alert')).toBeHidden({ timeout: 7000 })
  for (const sentence of ['Adınızı yazın', 'Soyadınızı yazın', 'E-posta adresinizi yazın', 'Şifrenizi yazın'])
    await expect(panel.getByText(sentence, { exact: true })).toBeVisible()

  await panel.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await panel.getByLabel('Soyad').fill('Yılmaz')
  const secret = panel.getByLabel('Şifre', { exact: true })
  await secret.fill('12345')
  await panel.getByLabel('Şifre tekrar').fill('1234')
  for (const box of await panel.getByRole('checkbox').all()) await box.check()
  for (const [address, sentence] of [
    ['ayse@', 'Geçerli bir e-posta adresi girin'],
    ['test@test.com', 'Şifre en az 6 karakter olmalıdır'],
  ] as const) {
    await panel.getByLabel('E-posta').fill(address)
    await send.click()
    await expect(panel.getByText(sentence).first()).toBeVisible()
  }
  await expect(panel.getByText('Şifreler eşleşmiyor')).toBeVisible()
  await secret.fill('Mavi!Kapi7')
  await expect(panel.getByText('Güçlü')).toBeVisible()
  await panel.getByRole('button', { name: 'Göster' }).first().click()
  await expect(secret).toHaveAttribute('type', 'text')
  await panel.getByLabel('Şifre tekrar').fill('Mavi!Kapi7')
  await send.click()
  await expect(panel.getByText(/Test e-posta adresleri kabul edilmez/).first()).toBeVisible()
  await panel.getByLabel('E-posta').fill('ayse@mailinator.com')
  await send.click()
  await expect(panel.getByText(/Geçici e-posta adresleri kabul edilmez/).first()).toBeVisible()
  await panel.getByLabel('E-posta').fill(email)
  await send.click()
  await expect(panel.getByText(/Hesabınız başarıyla oluşturuldu!/)).toBeVisible()
  await expect(panel.getByLabel('E-posta')).toHaveValue(email)
  await expect(panel.getByLabel('Şifre', { exact: true })).toHaveValue('')
})

test('a forgotten password is set anew by the link of a mail', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'Ayşe Yılmaz' }).click()
  await page.getByRole('dialog', { name: 'Hesabım' }).getByRole('button', { name: 'Çıkış' }).click()
  await expect(page).toHaveURL('/')
  // A fresh page: the fixture signs in again wherever nobody is.
  const visitor = await (await page.context().browser())?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto('/ust-giyim')
  await visitor.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await visitor.getByRole('button', { name: 'Şifremi Unuttum' }).click()
  const dialog = visitor.getByRole('dialog', { name: 'Şifremi Unuttum' })
  await expect(dialog.getByText(/1 saat\s+geçerlidir/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Bağlantı gönder' }).click()
  await expect(dialog.getByText('Lütfen email adresinizi girin.')).toBeVisible()
  await dialog.getByLabel('E-posta').fill(email)
  await dialog.getByRole('button', { name: 'Bağlantı gönder' }).click()
  await expect(dialog.getByText('Şifre sıfırlama emaili gönderildi! Email kutunuzu kontrol edin.')).toBeVisible()

  const link = await linkInMail(email, '/reset-password')
  await visitor.goto(link)
  await expect(visitor).toHaveTitle(/Şifre Sıfırlama$/)
  const send = visitor.getByRole('button', { name: 'Şifremi değiştir' })
  await expect(send).toBeDisabled()
  await visitor.getByLabel('Yeni şifre', { exact: true }).fill('başka bir cümle')
  await visitor.getByLabel('Yeni şifre tekrar').fill('başka')
  await send.click()
  await expect(visitor.getByText('Şifreler eşleşmiyor.')).toBeVisible()
  // A common password is refused at the field, and the link stays good.
  await visitor.getByLabel('Yeni şifre', { exact: true }).fill('password1')
  await visitor.getByLabel('Yeni şifre tekrar').fill('password1')
  await send.click()
  await expect(visitor.getByText(/sık kullanıldığı için kolayca tahmin edilir; birkaç kelimeden/)).toBeVisible()
  await visitor.getByLabel('Yeni şifre', { exact: true }).fill('başka bir cümle')
  await visitor.getByLabel('Yeni şifre tekrar').fill('başka bir cümle')
  await expect(visitor.getByText('Şifreler eşleşmiyor.')).toBeHidden()
  await send.click()
  await expect(visitor.getByText('Şifreniz başarıyla sıfırlandı!')).toBeVisible()
  await expect(visitor).toHaveURL('/', { timeout: 6000 })
  await visitor.goto(link)
  await visitor.getByLabel('Yeni şifre', { exact: true }).fill('başka bir cümle')
  await visitor.getByLabel('Yeni şifre tekrar').fill('başka bir cümle')
  await visitor.getByRole('button', { name: 'Şifremi değiştir' }).click()
  await expect(visitor.getByText(/daha önce kullanılmış/)).toBeVisible()
  await visitor.goto('/ust-giyim')
  await enter(visitor, email, 'başka bir cümle')
  await expectSignedIn(visitor)
  await visitor.close()
  await page.goto('/reset-password')
  await expect(page.getByText('Geçersiz şifre sıfırlama linki. Token bulunamadı.')).toBeVisible()
  await checkAccessibility('reset page')
})

test('the settings change name, password and e-mail address', async ({ page, email, checkAccessibility, browser }) => {
  await signInAsNewCustomer(page, email)
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/ust-giyim')
  await enter(elsewhere, email, password)
  await expect(elsewhere.getByRole('button', { name: 'Ayşe Yılmaz' })).toBeVisible()

  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByLabel('Ad', { exact: true }).fill('Fatma')
  await panel.getByRole('tab', { name: 'Favoriler' }).click()
  await panel.getByRole('tab', { name: 'Kullanıcı Ayarları' }).click()
  await expect(panel.getByLabel('Ad', { exact: true })).toHaveValue('Fatma')
  await panel.getByRole('button', { name: 'Kapat', exact: true }).click()
  await page.getByRole('dialog', { name: 'Yazdıklarınız silinsin mi?' }).getByRole('button', { name: 'Vazgeç' }).click()
  await panel.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await expect(panel.getByLabel('E-posta', { exact: true })).toHaveValue(email)
  await checkAccessibility('settings')
  await panel.getByLabel('Soyad').fill('Çağlar')
  await panel.getByRole('button', { name: 'Bilgilerimi kaydet' }).click()
  await expect(panel.getByText('Bilgileriniz kaydedildi.')).toBeVisible()
  await expect(panel.getByText('Ayşe Çağlar')).toBeVisible()
  await expect(panel.getByText('Bilgileriniz kaydedildi.')).toBeHidden({ timeout: 7000 })

  const change = panel.getByRole('button', { name: 'Şifremi değiştir' })
  await panel.getByLabel('Mevcut şifre', { exact: true }).fill('yanlış')
  await panel.getByLabel('Yeni şifre', { exact: true }).fill('başka bir cümle')
  await panel.getByLabel('Yeni şifre tekrar').fill('başka bir cümle')
  await change.click()
  await expect(panel.getByText('Mevcut şifreniz hatalı')).toBeVisible()
  await expect(panel.getByLabel('Mevcut şifre', { exact: true })).toBeFocused()
  await panel.getByLabel('Mevcut şifre', { exact: true }).fill(password)
  await change.click()
  await expect(panel.getByText(/Şifreniz değiştirildi\./)).toBeVisible()
  // The other device is out at its next call.
  await elsewhere.getByRole('button', { name: 'Ayşe Yılmaz' }).click()
  const ended = elsewhere
    .getByRole('status')
    .filter({ hasText: 'Oturumunuzun süresi doldu, lütfen yeniden giriş yapın.' })
  await expect(ended.getByRole('button', { name: 'Giriş yap' })).toBeVisible()
  await expect(elsewhere.getByRole('dialog', { name: 'Hesabım' })).toBeHidden()
  await expect(elsewhere.getByRole('button', { name: 'OTURUM AÇ' })).toBeVisible()
  await expect(elsewhere).toHaveURL('/ust-giyim')
  await elsewhere.close()

  const next = `yeni-${email}`
  await panel.getByLabel('E-posta', { exact: true }).fill(next)
  await panel.getByLabel('E-posta değişikliği için mevcut şifreniz').fill('başka bir cümle')
  await checkAccessibility('settings with a new address')
  await panel.getByRole('button', { name: 'Bilgilerimi kaydet' }).click()
  await expect(panel.getByText(/adresine gönderdiğimiz bağlantıyı açtığınızda/)).toBeVisible()
  await expect(panel.getByLabel('E-posta', { exact: true })).toHaveValue(email)
  const mailTab = await page.context().newPage()
  await mailTab.goto(await linkInMail(next, '/verify-email'))
  await expect(mailTab.getByText('Yeni e-posta adresiniz başarıyla doğrulandı!')).toBeVisible()
  await mailTab.close()
  await expect(panel.getByText(next, { exact: true })).toBeVisible()
})

test('saved addresses stand ready at the till', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByRole('heading', { name: 'Adreslerim' }).click()
  await panel.getByRole('button', { name: 'Yeni adres ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni adres' })
  await dialog.getByRole('button', { name: 'Adresi kaydet' }).click()
  await expect(dialog.getByText('Adrese bir ad verin')).toBeVisible()
  await dialog.getByLabel('Adres adı').fill('Ev')
  await dialog.getByLabel('Telefon').fill('5321112233')
  await dialog.getByLabel('Adres', { exact: true }).fill('Moda Caddesi No: 112 Daire 5, Kadıköy')
  await dialog.getByLabel('İl', { exact: true }).selectOption('İstanbul')
  await dialog.getByLabel(/Posta kodu/).fill('99710')
  await dialog.getByRole('button', { name: 'Adresi kaydet' }).click()
  await expect(dialog.getByText('Posta kodu ilin plaka numarasıyla başlar (01–81)')).toBeVisible()
  await checkAccessibility('address dialog with an error')
  await dialog.getByLabel(/Posta kodu/).fill('34710')
  await dialog.getByRole('button', { name: 'Adresi kaydet' }).click()
  await expect(panel.getByText('Varsayılan', { exact: true })).toBeVisible()
  await expect(panel.getByText('0532 111 22 33')).toBeVisible()
  await checkAccessibility('addresses')

  await putInCart(page, 'tote-canta-taba')
  const cart = page.getByRole('dialog')
  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  await expect(cart.getByRole('radio', { name: /^Ev/ })).toBeChecked()
  await expect(cart.getByLabel('Telefon')).toHaveValue('0532 111 22 33')
  await expect(cart.getByLabel('İl', { exact: true })).toHaveValue('İstanbul')
  await checkAccessibility('order information with saved addresses')
  await cart.getByRole('radio', { name: 'Başka bir adres' }).check()
  await expect(cart.getByLabel('Adres', { exact: true })).toHaveValue('')
  await cart.getByLabel('Adres', { exact: true }).fill('Kordon Boyu No: 7, Konak')
  await cart.getByLabel('İl', { exact: true }).selectOption('İzmir')
  await cart.getByLabel(/hesabıma kaydet/).check()
  await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(cart.getByLabel('Kart numarası')).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())

  const again = await openAccount(page, 'Kullanıcı Ayarları')
  await again.getByRole('heading', { name: 'Adreslerim' }).click()
  await expect(again.getByText('İzmir adresim', { exact: true })).toBeVisible()
  await again.getByRole('button', { name: 'Sil: İzmir adresim' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Adres silinsin mi?' })
    .getByRole('button', { name: 'Adresi sil' })
    .press('Enter')
  await expect(again.getByText('Adres silindi.')).toBeVisible()
  await expect(again.getByText('İzmir adresim', { exact: true })).toHaveCount(0)
  await expect(again.getByRole('button', { name: 'Yeni adres ekle' })).toBeFocused()
})

test('marketing mails are off, agreed to with a box, and left by the link of a mail', async ({
  page,
  email,
  checkAccessibility,
}) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByRole('heading', { name: 'E-posta tercihleri' }).click()
  const box = panel.getByRole('checkbox', { name: /kampanya, indirim/ })
  await expect(box).not.toBeChecked()
  await box.click()
  await expect(panel.getByText('E-posta tercihiniz kaydedildi.')).toBeVisible()
  await expect(box).toBeChecked()
  await checkAccessibility('mail preferences')
  await page.goto(await linkInMail(email, '/abonelikten-cik'))
  await checkAccessibility('unsubscribe page')
  await page.getByRole('button', { name: 'Abonelikten çık' }).click()
  await expect(page.getByText(/aboneliğinizden çıktınız/)).toBeVisible()
  const again = await openAccount(page, 'Kullanıcı Ayarları')
  await again.getByRole('heading', { name: 'E-posta tercihleri' }).click()
  await expect(again.getByRole('checkbox', { name: /kampanya, indirim/ })).not.toBeChecked()
})

test('hearts tapped before signing in are kept, join the account, and go into the cart', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  const maker = await browser.newPage()
  await signInAsNewCustomer(maker, email)
  await maker.close()
  await page.goto('/elbise')
  const entry = page.getByRole('banner').getByRole('button', { name: /^FAVORİLER/ })
  await expect(entry).toHaveAccessibleName('FAVORİLER')
  await page.getByRole('button', { name: /^Favorilere ekle: Saten Askılı Midi Elbise Zümrüt/ }).click()
  await expect(entry).toHaveAccessibleName('FAVORİLER 1 ürün')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A visit later they are still there, and shown without an account.
  await page.reload()
  await entry.click()
  const favorites = page.getByRole('dialog', { name: 'Favorilerim' })
  await expect(favorites.getByRole('link', { name: /^Saten Askılı Midi Elbise Zümrüt/ })).toBeVisible()
  await checkAccessibility('favorites of a guest')
  const joined = page.waitForResponse(/favorites\/merge/)
  await favorites.getByRole('button', { name: 'Giriş yap' }).click()
  await typeLogin(page, email, password)
  await joined
  await expectSignedIn(page)
  await expect(favorites.getByText(/bu tarayıcıda saklanıyor/)).toBeHidden()
  await expect(favorites.getByRole('link', { name: /^Saten Askılı Midi Elbise Zümrüt/ })).toBeVisible()
  await expect(entry).toHaveAccessibleName('FAVORİLER 1 ürün')

  const panel = await openAccount(page, 'Favoriler')
  await panel.getByRole('button', { name: /^Sepete ekle: Saten Askılı Midi Elbise Zümrüt/ }).click()
  const sizes = page.getByRole('dialog', { name: 'Saten Askılı Midi Elbise Zümrüt' })
  await checkAccessibility('size of a favorite')
  await sizes.getByRole('button', { name: 'Sepete ekle' }).click()
  await expect(sizes.getByText('Lütfen önce bedeninizi seçin.')).toBeVisible()
  await sizes.getByRole('radio', { disabled: false }).first().check({ force: true })
  await sizes.getByRole('button', { name: 'Sepete ekle' }).click()
  await expect(panel.getByText(/sepetinize eklendi\./)).toBeVisible()
  await checkAccessibility('favorites')
  await panel.getByRole('button', { name: 'Sepete git' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Sepetim (1)' }).getByRole('link', { name: /Saten Askılı/ }),
  ).toBeVisible()
})

test('devices are listed, and the others signed out', async ({ page, browser, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  const phone = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  })
  const other = await phone.newPage()
  await other.goto('/ust-giyim')
  await enter(other, email, password)
  await expectSignedIn(other)
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByRole('heading', { name: 'Açık oturumlar' }).click()
  await expect(panel.getByText('Safari, iPhone').first()).toBeVisible()
  await expect(panel.getByText('Bu cihaz')).toBeVisible()
  await checkAccessibility('sessions')
  await panel.getByRole('button', { name: 'Diğer oturumları kapat' }).press('Enter')
  await expect(panel.getByText(/^\d oturum kapatıldı\./)).toBeVisible()
  await expect(panel.getByText('Başka bir cihazda açık oturumunuz yok.')).toBeVisible()
  await expect(panel.getByRole('list', { name: 'Açık oturumlar' })).toBeFocused()
  await phone.close()
})

test('after signing out, the way back shows nothing of the person', async ({ page, browser, email }) => {
  await signInAsNewCustomer(page, email)
  // A browser of its own: the fixture's signs in again wherever nobody is.
  const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await visitor.goto('/ust-giyim')
  await enter(visitor, email, password)
  await expectSignedIn(visitor)
  const panel = await openAccount(visitor, 'Kullanıcı Ayarları')
  await expect(panel.getByLabel('E-posta').first()).toHaveValue(email)
  await panel.getByRole('button', { name: 'Çıkış' }).click()
  await expect(visitor).toHaveURL('/')
  await visitor.goBack()
  await expect(visitor.getByRole('button', { name: 'OTURUM AÇ' })).toBeVisible()
  expect(await visitor.content()).not.toContain(email)
  await expect(visitor.getByText('Ayşe Yılmaz')).toHaveCount(0)
  expect(await visitor.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(email)
  await visitor.context().close()
})

test('own data is taken along, then the account is deleted', async ({ page, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByRole('heading', { name: 'Verilerim' }).click()
  await checkAccessibility('own data')
  for (const [button, name] of [
    ['Veri dosyası (JSON)', 'kisisel-verilerim.json'],
    ['Yazdırılabilir belge (HTML)', 'kisisel-verilerim.html'],
  ] as const) {
    const coming = page.waitForEvent('download')
    await panel.getByRole('button', { name: button }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(name)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    expect(Buffer.concat(chunks).toString()).toContain(email)
  }
  await panel.getByRole('button', { name: 'Hesabımı sil' }).click()
  await expect(page.getByText('yorumlarınızın sözleri ve görselleri')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Hesabınızı silin' })
  await dialog.getByLabel('Onaylamak için şifreniz').fill('yanlış')
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Mevcut şifreniz hatalı')).toBeVisible()
  await checkAccessibility('deletion with an error')
  await dialog.getByLabel('Onaylamak için şifreniz').fill(password)
  await dialog.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await expect(dialog.getByText('Hesabınız silindi')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ana sayfaya dön' }).click()
  await expect(page).toHaveURL('/')
  const answer = await page.request.post('/api/v1/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(401)
})

test("an admin's open panel says so once her rights have ended", async ({ page, checkAccessibility }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Genel bakış' })).toBeVisible()
  const message = 'Bu işlem için yetkiniz bulunmuyor.'
  await page.route('**/api/v1/admin/**', (route) =>
    route.fulfill({ status: 403, json: { success: false, code: 'FORBIDDEN', message, error: message } }),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Yetkisiz Erişim' })).toBeVisible()
  await expect(page.getByText('Bu sayfaya erişim yetkiniz bulunmamaktadır.')).toBeVisible()
  await checkAccessibility('unauthorized')
  await page.getByRole('link', { name: /Ana sayfa/ }).click()
  await expect(page).toHaveURL('/')
})
