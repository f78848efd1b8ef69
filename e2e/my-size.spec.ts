import { openAccount, password } from './customer.ts'
import { expect, test } from './shop.ts'

const shotsTo = process.env.SIZE_SHOTS
const crop = '/urun/fitilli-askili-crop-beyaz'

test('her size, once told, is shown by lists, the next sizes, products, and kept by her account until she wants it gone', async ({
  page,
  email,
  checkAccessibility,
}) => {
  const shoot = (name: string) =>
    shotsTo ? page.screenshot({ path: `${shotsTo}/${name}-${page.viewportSize()?.width}.png` }) : undefined
  await page.goto(crop)
  const quantity = page.getByText('Adet', { exact: true })
  const before = await quantity.boundingBox()

  await page.goto('/ust-giyim')
  await page.getByRole('button', { name: 'Bedenim' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bedenim' })
  // A size is told by its letter, with its number where the shop has both: other journeys add sizes.
  const choose = (place: string, size: string) =>
    dialog
      .getByRole('group', { name: place, exact: true })
      .getByText(new RegExp(`^${size}( / \\d+)?$`))
      .click()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('En az bir beden seçin ya da bir ölçü yazın.')).toBeVisible()
  await choose('Üst Giyim', 'M')
  await choose('Elbise', 'L')
  await choose('Alt Giyim', 'M')
  await dialog.getByLabel('Göğüs').fill('900')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  const wrong = dialog.getByText('Göğüs 60 ile 180 cm arasında bir tam sayı olmalı')
  await expect(wrong).toBeVisible()
  // All of it, above the foot.
  const readable = () =>
    wrong.evaluate((error) => {
      const { left, bottom } = error.getBoundingClientRect()
      return error.contains(document.elementFromPoint(left + 1, bottom - 2))
    })
  await expect.poll(readable).toBe(true)
  await dialog.getByLabel('Göğüs').fill('90')
  await dialog.getByLabel('Bel').fill('72')
  await shoot('dialog')
  await checkAccessibility('the sizes that she wears')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()

  // The list in her size: the address says it, and each card says what there is.
  await expect(page).toHaveURL('/ust-giyim?beden=ust-giyim%3AM&beden=elbise%3AL')
  const own = page.getByRole('switch', { name: 'Bedenim: M, L' })
  await expect(own).toBeChecked()
  const cards = page.locator('li.card')
  await expect(cards.filter({ hasText: /(M|L) (var|· Son \d)/ })).toHaveCount(await cards.count())
  await shoot('list')
  await checkAccessibility('a list in her size')
  await page.getByRole('navigation', { name: 'Kategoriler' }).getByRole('link', { name: 'Elbise' }).click()
  await expect(page).toHaveURL('/elbise?beden=ust-giyim%3AM&beden=elbise%3AL')
  await page.getByRole('switch', { name: 'Bedenim: L' }).click()
  await expect(page).toHaveURL('/elbise')
  await expect(page.getByRole('switch', { name: 'Bedenim: L' })).not.toBeChecked()

  // Nothing in it: what there is in the next size.
  await page.goto('/crop?beden=crop%3AXXL&renk=beyaz')
  await expect(page.getByRole('heading', { name: 'Bu seçimlere uyan XXL beden ürün yok' })).toBeVisible()
  await shoot('empty')
  await checkAccessibility('nothing in her size')
  await page.getByRole('link', { name: /^XL bedeninde \d+ ürün var$/ }).click()
  await expect(page).toHaveURL('/crop?beden=XL&renk=beyaz')

  // A product: her size is chosen without anything moving or standing in the address, and its fit is told.
  await page.goto(crop)
  await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await expect(page).toHaveURL(crop)
  await expect(page.getByText('Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.')).toBeVisible()
  // The typeface, which was late the first time, makes less than a pixel of it.
  expect((await quantity.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
  await quantity.scrollIntoViewIfNeeded()
  await shoot('product')
  await checkAccessibility('a product in her size')
  await page.getByRole('button', { name: 'Neden?' }).click()
  const why = page.getByRole('dialog', { name: 'Bu beden neden?' })
  await expect(why.getByText('Göğüs 90 cm, bel 72 cm: beden tablosunda M.')).toBeVisible()
  await shoot('why')
  await page.keyboard.press('Escape')

  // Measures given before she signs in become her account's, until she has them deleted.
  await page.request.post('/api/v1/auth/register', { data: { firstName: 'Ayşe', lastName: 'Yılmaz', email, password } })
  await page.getByRole('button', { name: 'OTURUM AÇ' }).click()
  const login = page.getByRole('dialog', { name: 'Hesabınız' })
  await login.getByLabel('E-posta').fill(email)
  await login.getByLabel('Şifre', { exact: true }).fill(password)
  await login.getByRole('button', { name: 'Giriş yap' }).last().click()
  await expect(login).toBeHidden()
  const kept = async () => {
    const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`
    const answer = await page.request.get('/api/v1/account/size', { headers: { authorization } })
    return (await answer.json()).data?.sizes ?? null
  }
  await expect.poll(kept).toEqual({ 'ust-giyim': ['M'], elbise: ['L'], 'alt-giyim': ['M'] })
  const panel = await openAccount(page, 'Kullanıcı Ayarları')
  await panel.getByText('Giydiğiniz bedenler').click()
  await panel.getByRole('button', { name: 'Bedenimi sil' }).click()
  await expect(panel.getByText('Bedeniniz ve ölçüleriniz silindi.')).toBeVisible()
  await shoot('settings')
  expect(await kept()).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('bedenim'))).toBeNull()

  // Where she was, until she wants that forgotten too.
  await page.goto('/urun/tote-canta-taba')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const viewed = page.getByRole('region', { name: 'Son görüntülenenler' })
  await expect(viewed.getByRole('link', { name: /Fitilli Askılı Crop/ })).toBeVisible()
  await viewed.getByRole('button', { name: /Temizle/ }).click()
  await expect(viewed).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('recentlyViewed'))).toBeNull()
})
