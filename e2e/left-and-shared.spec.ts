import type { Page } from '@playwright/test'
import { addFirstSize, openAccount, signInAsAdmin, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

const shotsTo = process.env.LEFT_SHOTS
const shoot = (page: Page, name: string) =>
  shotsTo ? page.screenshot({ path: `${shotsTo}/${name}-${page.viewportSize()?.width}.png` }) : undefined

/** Agrees to mails; gives the headers for calls of the API. */
async function agree(page: Page) {
  await page.goto('/')
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`
  const [path, headers] = ['/api/v1/account/mail-preferences', { authorization }]
  const { data } = await (await page.request.get(path, { headers })).json()
  await page.request.put(path, { headers, data: { marketing: true, textVersion: data.marketing.version } })
  return { headers }
}

test('the cart of who agreed to mails is kept once the owner wants it, and the link of a mail puts it into another browser', async ({
  page,
  browser,
  email,
  isMobile,
  checkAccessibility,
}) => {
  test.skip(!isMobile, 'the settings are the shop’s: two journeys would change them at once')
  const owner = await browser.newPage()
  await signInAsAdmin(owner)
  await owner.goto('/admin/bultenler')
  await owner.getByRole('button', { name: 'Gönderim ayarları' }).click()
  const settings = owner.getByRole('dialog', { name: 'Gönderim ayarları' })
  await settings.getByRole('checkbox', { name: 'Sepetini bırakıp giden müşteriye hatırlat' }).check()
  await settings.getByLabel('Son değişiklikten kaç saat sonra').fill('5')
  await settings.getByRole('button', { name: 'Kaydet' }).click()
  await expect(settings).toBeHidden()
  await owner.close()

  await signInAsNewCustomer(page, email)
  const { headers } = await agree(page)
  await page.goto(`/urun/${await wellStocked(page)}`)
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/account/cart'))
  await addFirstSize(page)
  expect(await (await sent).json()).toMatchObject({ data: { kept: true } })
  const { data } = await (await page.request.get('/api/v1/account/export', { headers })).json()
  expect(data.keptCart.items).toHaveLength(1)
  const [line] = JSON.parse((await page.evaluate(() => localStorage.getItem('cart'))) ?? '[]')

  // The mail goes hours later: what its link opens is as the API's own test has it.
  const { priceKurus, ...piece } = line
  const item = { ...piece, price: priceKurus / 100, stockQuantity: 9, quantity: 1 }
  const other = await browser.newPage()
  await other.route('**/api/v1/kept-carts/*', (route) =>
    route.fulfill({ json: { success: true, data: { items: [item], gone: 1 } } }),
  )
  await other.goto('/liste/sepet#token=abc')
  const cart = other.getByRole('dialog', { name: 'Sepetim (1)' })
  await expect(cart.getByRole('link', { name: line.name })).toBeVisible()
  await other.keyboard.press('Escape')
  await expect(other.getByText('Bu arada 1 parça tükendi')).toBeVisible()
  await other.close()
  await page.goto('/liste/sepet#token=yok')
  await expect(page.getByText('Bu sepet artık saklanmıyor')).toBeVisible()
  await checkAccessibility('a kept cart that is gone')
  await shoot(page, 'cart-gone')
})

test('favorites are shown by a link, which is taken back', async ({ page, browser, email, checkAccessibility }) => {
  await signInAsNewCustomer(page, email)
  await page.goto('/ust-giyim')
  for (const n of [0, 1]) {
    const heart = page.getByRole('button', { name: /^Favorilere ekle: / }).nth(n)
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  }
  const panel = await openAccount(page, 'Favoriler')
  await panel.getByRole('button', { name: 'Listeyi bağlantıyla paylaş' }).click()
  await panel.getByLabel('Başlık').fill('Yaz düğünü için düşündüklerim')
  await panel.getByRole('button', { name: 'Bağlantı oluştur' }).click()
  const url = (await panel.getByText(/\/liste\/[\w-]{22}$/).textContent()) ?? ''
  await checkAccessibility('her favorites with their link')
  await shoot(page, 'favorites-link')

  const friend = await browser.newPage()
  await friend.goto(new URL(url).pathname)
  await expect(friend.getByRole('heading', { name: 'Yaz düğünü için düşündüklerim' })).toBeVisible()
  await expect(friend.getByText(/^Beden: /)).toHaveCount(2)
  await friend.close()
  const here = await page.context().newPage()
  await here.goto(new URL(url).pathname)
  await shoot(here, 'list')
  await here.close()
  await panel.getByRole('button', { name: 'Bağlantıyı kaldır' }).click()
  await page
    .getByRole('dialog', { name: 'Bağlantı kaldırılsın mı?' })
    .getByRole('button', { name: 'Bağlantıyı kaldır' })
    .click()
  await expect(panel.getByRole('button', { name: 'Bağlantı oluştur' })).toBeVisible()
  const gone = await page.request.get(new URL(url).pathname)
  expect(gone.status()).toBe(404)
  await page.goto('/')
})
