import { chromium } from 'playwright-core'
import { usualPassword } from '#test/factories.ts'
import { clientOf } from '#test/process.ts'
import { ensureChromium } from '../../scripts/chromium.ts'

/**
 * Somebody's browser: a product's page of the release with a piece in the cart. She leaves it open through the change, and then
 * goes on and pays in the same page.
 */
export async function openTab(url: string, slug: string, email: string) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ baseURL: url, locale: 'tr-TR', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(`her page complains: ${error.message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && !answer.url().includes('/media/'))
      wrong.push(`her page got ${answer.status()} for ${answer.url()}`)
  })
  const { body } = await clientOf(url)('POST', '/auth/login', { body: { email, password: usualPassword } })
  await page.addInitScript(({ accessToken, refreshToken, user }) => {
    if (localStorage.getItem('accessToken')) return
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('refreshToken', refreshToken)
    localStorage.setItem('userInfo', JSON.stringify({ ...user, fullName: `${user.firstName} ${user.lastName}` }))
  }, body.data)
  await page.goto(`/urun/${slug}`)
  await page
    .getByRole('radiogroup', { name: 'Beden' })
    .getByRole('radio', { disabled: false })
    .first()
    .check({ force: true })
  await page.getByRole('button', { name: 'SEPETE EKLE' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ödemeye Geç' }).waitFor()
  let loads = 0
  page.on('load', () => loads++)

  /** From the open cart to the paid order. */
  async function buy(): Promise<string[]> {
    const cart = page.getByRole('dialog')
    try {
      await cart.getByRole('button', { name: 'Ödemeye Geç' }).click()
      await cart.getByLabel('Telefon').fill('0532 111 22 33')
      await cart.getByLabel('Adres', { exact: true }).fill('Bağdat Caddesi 1/2, Kadıköy')
      await cart.getByLabel('İl', { exact: true }).selectOption('İstanbul')
      await cart.getByLabel(/Posta kodu/).fill('34710')
      await cart.getByRole('button', { name: 'Ödeme adımına geç' }).click()
      await cart.getByLabel('Kart numarası').fill('5528790000000008')
      await cart.getByLabel('Kart üzerindeki ad soyad').fill('Ayşe Yılmaz')
      await cart.getByLabel(/Son kullanma/).fill('1240')
      await cart.getByLabel('CVV').fill('123')
      await cart.getByRole('checkbox', { name: /okudum, onaylıyorum/ }).check()
      await cart.getByRole('button', { name: 'Siparişi onayla ve öde' }).click()
      await page.getByRole('dialog', { name: 'Sipariş Tamamlandı' }).waitFor()
    } catch (error) {
      wrong.push(
        `her purchase on the page of the release: ${error instanceof Error ? error.message.slice(0, 600) : error}`,
      )
    }
    if (loads > 0) wrong.push(`her page was loaded anew ${loads} times`)
    await browser.close()
    return wrong
  }
  return { buy }
}
