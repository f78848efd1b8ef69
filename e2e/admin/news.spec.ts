import type { Page } from '@playwright/test'
import { signInAsAdmin, signInAsNewCustomer } from '../customer.ts'
import { expect, foundInMail, test } from '../shop.ts'

const shotsTo = process.env.NEWS_SHOTS

/** The link out of a newsletter: it names its mail after the signature. */
const wayOut = /\/abonelikten-cik\?token=[\w-]+\.[\w-]+\.[\w-]+/

async function agree(page: Page): Promise<void> {
  await page.goto('/')
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`
  const [path, headers] = ['/api/v1/account/mail-preferences', { authorization }]
  const { data } = await (await page.request.get(path, { headers })).json()
  await page.request.put(path, { headers, data: { marketing: true, textVersion: data.marketing.version } })
}

test('the owner writes a newsletter, looks at it, tries it and sends it; a shopper leaves by its link', async ({
  page,
  browser,
  email,
  isMobile,
  checkAccessibility,
}) => {
  const shoot = (name: string) =>
    shotsTo
      ? page.screenshot({ path: `${shotsTo}/${name}-${page.viewportSize()?.width}.png`, fullPage: true })
      : undefined
  const shopper = await browser.newPage()
  await signInAsNewCustomer(shopper, email)
  await agree(shopper)
  await signInAsAdmin(page)
  await page.goto('/admin/bultenler')
  await shoot('list-empty')
  await page.getByRole('link', { name: 'Bülten yaz' }).click()
  const subject = `Yeni sezon geldi ${isMobile ? 'telefona' : 'masaya'}`
  await page.getByLabel('Konu').fill(subject)
  const text = page.getByRole('listitem', { name: '1. bölüm, metin' })
  await text.getByLabel('Başlık').fill('Işıltılı günler <b>başlıyor</b>')
  await text.getByRole('textbox', { name: 'Metin' }).fill('Yeni elbiselerimiz mağazada.\n\nGörüşmek üzere.')
  await page.getByRole('button', { name: 'Ürün ekle', exact: true }).click()
  const goods = page.getByRole('listitem', { name: '2. bölüm, ürünler' })
  for (const n of [0, 1])
    await goods
      .getByRole('button', { name: /: bültene ekle$/ })
      .nth(n)
      .click()
  await page.getByRole('button', { name: 'Düğme ekle' }).click()
  await page.getByRole('button', { name: '3. bölüm, düğme: yukarı al' }).click()
  const mail = page.frameLocator('iframe[title="E-postanın görünüşü"]')
  await expect(mail.getByRole('heading', { name: 'Işıltılı günler <b>başlıyor</b>' })).toBeVisible()
  await expect(mail.getByText('MERSİS No')).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Alışverişe başlayın' })).toHaveCSS('color', 'rgb(255, 255, 255)')
  await page.getByRole('radio', { name: /İzin veren herkes/ }).check()
  await expect(page.getByText(/şu anda bu seçime uyuyor/)).toBeVisible()
  await page.getByRole('tab', { name: 'Bilgisayar' }).click()
  // The window is so tall that no sticky bar lies over a control of the form.
  const screen = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ ...screen, height: 4000 })
  await checkAccessibility('the editor of newsletters')
  await page.setViewportSize(screen)
  await shoot('editor')

  await page.getByRole('button', { name: 'Kendime dene' }).click()
  await expect(page.getByText(/^Deneme .* adresine gönderiliyor/)).toBeVisible()
  await page.getByRole('button', { name: 'Gönder…' }).click()
  const asking = page.getByRole('dialog', { name: 'Bülteni gönder' })
  await expect(asking.getByText(/şu anda bu seçime uyuyor/)).toBeVisible()
  await shoot('send')
  await asking.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByText(/tarihinde bitti/)).toBeVisible({ timeout: 30_000 })
  await shoot('report')
  await checkAccessibility('the report of a newsletter')

  await shopper.goto(await foundInMail(email, wayOut))
  await shopper.getByRole('button', { name: 'Abonelikten çık' }).click()
  await expect(shopper.getByText(/aboneliğinizden çıktınız/)).toBeVisible()
  await shopper.close()
  await page.getByRole('link', { name: 'Bültenler' }).first().click()
  await shoot('list')
})

test('a session that ends while she writes leads home, where the shop says why', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/bultenler')
  await page.getByRole('link', { name: 'Bülten yaz' }).click()
  await page.getByLabel('Konu').fill('Yarım kalan bülten')
  await page.evaluate(async () => {
    const body = JSON.stringify({ refreshToken: localStorage.getItem('refreshToken') })
    await fetch('/api/v1/auth/logout', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    // Not another one in its place: a call that had the last one would take it for that of a tab that was faster.
    localStorage.removeItem('accessToken')
  })
  // The stream of news may have heard of it before; whoever comes back to the page asks as well.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('status').getByText(/^Oturumunuzun süresi doldu/)).toBeVisible()
})
