import { goToPayment, payWith, putInCart, signInAsAdmin, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

const shotsTo = process.env.GIFT_SHOTS

// The setting is the whole shop's: one project switches it on and off.
test('the owner makes a gift card; a shopper pays a part of her order with it', async ({
  page,
  browser,
  email,
  checkAccessibility,
  isMobile,
}) => {
  test.skip(!isMobile && !shotsTo, 'the setting is the whole shop’s')
  const shoot = (of: typeof page, name: string) =>
    shotsTo ? of.screenshot({ path: `${shotsTo}/${name}-${of.viewportSize()?.width}.png`, fullPage: true }) : undefined
  const slug = await wellStocked(page)
  await signInAsNewCustomer(page, email)
  const office = await browser.newPage({ viewport: page.viewportSize() })
  const token = await signInAsAdmin(office)
  try {
    await office.goto('/admin/ayarlar?bolum=hediye-karti')
    await office.getByRole('checkbox', { name: /hediye kartı kullanılabilsin/ }).check()
    await office.getByRole('button', { name: 'Kaydet' }).click()
    await expect(office.getByText('Hediye kartları açıldı.')).toBeVisible()
    await shoot(office, 'settings')
    await office.getByRole('link', { name: 'Hediye kartlarına git' }).click()
    await office.getByRole('button', { name: 'Kart oluştur' }).click()
    const form = office.getByRole('dialog', { name: 'Hediye kartı oluştur' })
    await form.getByLabel('Tutar (TL)').fill('150,50')
    await form.getByLabel('Not').fill('Çekilişi kazanan için, Kasım')
    await form.getByLabel('Alıcının e-postası').fill('aysegulbuyukkaramanogluhaciabdullahogluyazicioglu@posta.example')
    await shoot(office, 'form')
    await form.getByRole('button', { name: 'Oluştur' }).click()
    const codes = office.getByRole('region', { name: 'Kartın kodu' })
    const code = (await codes.locator('code').textContent()) ?? ''
    await shoot(office, 'list')

    const listed = office.getByRole('button', { name: new RegExp(code.slice(-4)) })
    await listed.click()
    const sheet = office.getByRole('dialog', { name: 'Hediye kartı' })
    await sheet.getByRole('button', { name: 'Yeni kod ver' }).click()
    const question = office.getByRole('dialog', { name: 'Karta yeni kod ver' })
    await shoot(office, 'question')
    const { x, width } = (await question.getByText(/yazicioglu@posta/).boundingBox()) ?? { x: 0, width: 0 }
    expect(x + width, 'a long address stays on the screen').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await office.keyboard.press('Escape')

    await putInCart(page, slug)
    await goToPayment(page)
    const cart = page.getByRole('dialog')
    await cart.getByRole('button', { name: 'Hediye kartı kullan' }).click()
    await cart.getByLabel('Hediye kartı').fill(code.toLowerCase())
    await cart.getByLabel('Hediye kartı').press('Enter')
    await expect(cart.getByText('150,50 TL bu karttan ödenir, kartta 0,00 TL kalır.')).toBeVisible()
    await expect(cart.getByText('−150,50 TL')).toBeVisible()
    await shoot(page, 'checkout')
    await checkAccessibility('a gift card at the checkout')
    await payWith(page, '5528790000000008')
    const completed = page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })
    await expect(completed).toContainText(/Hediye kartı\s*150,50 TL/)
    await shoot(page, 'completed')

    await listed.click()
    await expect(sheet.getByText(/Siparişte kullanıldı/)).toBeVisible()
    await shoot(office, 'sheet')
  } finally {
    const headers = { authorization: `Bearer ${token}` }
    await page.request.put('/api/v1/admin/settings/gift-cards', { headers, data: { settings: { on: false } } })
    await office.close()
  }
})
