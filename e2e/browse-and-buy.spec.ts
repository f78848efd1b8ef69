import type { Page } from '@playwright/test'
import { addFirstSize, password } from './customer.ts'
import { admin } from './settings.ts'
import { expect, isPhone, linkInMail, test } from './shop.ts'

/** The autocomplete values by which browsers know card fields. */
const cardFields = [
  ['Kart numarası', 'cc-number'],
  ['Kart üzerindeki ad soyad', 'cc-name'],
  [/Son kullanma/, 'cc-exp'],
  ['CVV', 'cc-csc'],
] as const

/** All that outlives the form: both storages and the address. */
const keptInBrowser = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state]))

test('a newcomer buys a dress, and the owner sees the order and starts to prepare it', async ({
  page,
  browser,
  email,
  checkAccessibility,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Narçiçeği')
  await checkAccessibility('landing')
  if (isPhone(page)) {
    await page.getByRole('link', { name: 'Keşfetmeye Başla' }).click()
    await expect(page.getByText('Ürünler yükleniyor...')).toBeVisible()
  } else {
    await page.getByRole('link', { name: 'ÜST GİYİM' }).first().click()
  }
  await expect(page).toHaveURL('/ust-giyim')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Üst Giyim')
  await checkAccessibility('listing')

  await page
    .getByRole('navigation', { name: /kategori/i })
    .getByRole('link', { name: 'Elbise' })
    .click()
  await expect(page).toHaveURL('/elbise')
  const card = page.getByRole('listitem').filter({ hasText: 'Saten Askılı Midi Elbise Zümrüt' })
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL('/urun/saten-askili-elbise-zumrut')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saten Askılı Midi Elbise Zümrüt')
  await expect(page.getByRole('button', { name: 'ÖNCE BEDEN SEÇİN' }).first()).toBeVisible()
  await checkAccessibility('product')

  await addFirstSize(page)
  const cart = page.getByRole('dialog', { name: 'Sepetim (1)' })
  await expect(cart.getByRole('link', { name: 'Saten Askılı Midi Elbise Zümrüt' })).toBeVisible()
  await checkAccessibility('cart')

  await cart.getByRole('button', { name: /^Kaldır/ }).click()
  const empty = page.getByRole('dialog', { name: 'Sepetim (0)' })
  await expect(empty.getByText(/^Kaldırıldı: Saten Askılı/)).toBeVisible()
  await checkAccessibility('cart with a way back')
  await expect(empty.getByRole('button', { name: 'Geri al' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cart.getByRole('link', { name: 'Saten Askılı Midi Elbise Zümrüt' })).toBeVisible()
  await expect(cart.getByText(/^Kaldırıldı/)).toHaveCount(0)
  await expect(cart.getByRole('heading', { name: 'Sepetim (1)' })).toBeFocused()

  await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
  const account = page.getByRole('dialog').last()
  await account
    .getByRole('tab', { name: 'Üye ol' })
    .or(account.getByRole('button', { name: 'Üye ol' }))
    .first()
    .click()
  await account.getByLabel('Ad', { exact: true }).fill('Işıl')
  await account.getByLabel('Soyad').fill('Çağlar')
  await account.getByLabel('E-posta').fill(email)
  await account.getByLabel('Şifre', { exact: true }).fill(password)
  await account.getByLabel('Şifre tekrar').fill(password)
  for (const box of await account.getByRole('checkbox').all()) await box.check()
  await checkAccessibility('registration')
  await account.getByRole('button', { name: 'Üye ol' }).last().click()
  await expect(account.getByText(/Hesabınız başarıyla oluşturuldu!/)).toBeVisible()

  // The link of the mail opens in another tab.
  const mailTab = await page.context().newPage()
  await mailTab.goto(await linkInMail(email, '/verify-email'))
  await expect(mailTab.getByText('Email adresiniz başarıyla doğrulandı!')).toBeVisible()
  await mailTab.close()

  await account.getByLabel('E-posta').fill(email)
  await account.getByLabel('Şifre', { exact: true }).fill(password)
  await account.getByRole('button', { name: 'Giriş yap' }).last().click()

  const checkout = page.getByRole('dialog', { name: 'Sipariş bilgileri' })
  await expect(checkout.getByLabel('Ad', { exact: true })).toHaveValue('Işıl')
  await checkout.getByRole('button', { name: 'Ödeme adımına geç' }).click()
  await expect(checkout.getByLabel('Telefon')).toBeFocused()
  await checkAccessibility('order information with errors')
  await checkout.getByLabel('Telefon').fill('0532 111 22 33')
  await checkout.getByLabel('Adres', { exact: true }).fill('Bağdat Caddesi 1/2, Kadıköy')
  await checkout.getByLabel('İl', { exact: true }).selectOption('İstanbul')
  await checkout.getByRole('button', { name: 'Ödeme adımına geç' }).click()

  const payment = page.getByRole('dialog', { name: 'Ödeme' })
  await payment.getByLabel('Kart numarası').fill('5528790000000008')
  await expect(payment.getByLabel('Kart numarası')).toHaveValue('5528 7900 0000 0008')
  await payment.getByLabel('Kart üzerindeki ad soyad').fill('Işıl Çağlar')
  await payment.getByLabel(/Son kullanma/).fill('1240')
  await payment.getByLabel('CVV').fill('123')
  await payment.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
  for (const [label, use] of cardFields) await expect(payment.getByLabel(label)).toHaveAttribute('autocomplete', use)
  expect(await keptInBrowser(page)).not.toMatch(/5528 ?7900|12\/40/)
  await checkAccessibility('payment')
  await payment.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
  const done = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
  await expect(done.getByText('Işıl Çağlar')).toBeVisible()
  await expect(
    done.getByText(
      /^Siparişiniz .+ (Ocak|Şubat|Mart|Nisan|Mayıs|Haziran|Temmuz|Ağustos|Eylül|Ekim|Kasım|Aralık)’[dt][ae] elinizde olur\.$/,
    ),
  ).toBeVisible()
  await checkAccessibility('completed')
  const number =
    (
      await done
        .getByText(/#[0-9A-F]{8}/)
        .first()
        .textContent()
    )?.match(/#[0-9A-F]{8}/)?.[0] ?? ''
  await expect(done.getByRole('link', { name: 'Saten Askılı Midi Elbise Zümrüt' })).toBeVisible()
  await done.getByRole('button', { name: 'Siparişi görüntüle' }).click()
  const order = page.getByRole('dialog', { name: `Sipariş ${number}` })
  await expect(order.getByText('Işıl Çağlar')).toBeVisible()
  await order.getByRole('button', { name: 'Kapat' }).click()
  await expect(order).toBeHidden()
  await page.getByRole('dialog', { name: 'Hesabım' }).getByRole('button', { name: 'Kapat' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: /^sepet\b/i }).click()
  await expect(page.getByRole('dialog').getByText('Sepetiniz henüz boş')).toBeVisible()

  const office = await browser.newPage()
  await office.goto('/ust-giyim')
  await office.getByRole('button', { name: 'OTURUM AÇ' }).click()
  await office.getByRole('dialog').getByLabel('E-posta').fill(admin.email)
  await office.getByRole('dialog').getByLabel('Şifre', { exact: true }).fill(admin.password)
  await office.getByRole('dialog').getByRole('button', { name: 'Giriş yap' }).last().click()
  await expect(office).toHaveURL(/\/admin$/)
  await office.goto('/admin/siparisler')
  await office.getByText(number).first().click()
  const sheet = office.getByRole('dialog')
  await expect(sheet.getByText('Işıl Çağlar').first()).toBeVisible()
  await sheet.getByRole('button', { name: 'Siparişiniz Hazırlanıyor' }).click()
  await sheet.getByRole('dialog').getByRole('button', { name: 'Durumu değiştir' }).click()
  await expect(office.getByRole('dialog').getByRole('button', { name: 'Siparişiniz Hazırlanıyor' })).toBeDisabled()
  await office.close()
})
