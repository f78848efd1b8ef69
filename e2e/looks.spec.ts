import { signInAsAdmin } from './customer.ts'
import { expect, test } from './shop.ts'

const shotsTo = process.env.LOOK_SHOTS

test('the owner puts a look together, and a shopper takes all of it at once', async ({
  page,
  isMobile,
  checkAccessibility,
}) => {
  const shoot = (name: string, fullPage = false) =>
    shotsTo ? page.screenshot({ path: `${shotsTo}/${name}-${page.viewportSize()?.width}.png`, fullPage }) : undefined
  await signInAsAdmin(page)
  await page.goto('/admin/kombinler')
  await expect(page.getByText('3 parça').first()).toBeVisible()
  await page.getByRole('button', { name: 'Kombin oluştur' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kombin oluştur' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(dialog.getByText('Kombinin adını yazın')).toBeVisible()
  const title = `Şehirde bir gün ${isMobile ? 'telefonda' : 'masada'}`
  await dialog.getByLabel('Kombinin adı').fill(title)
  for (const name of ['Kare Yaka Body Siyah', 'Düz Paça Kumaş Pantolon Lacivert']) {
    await dialog.getByLabel('Ürün ara').fill(name)
    await dialog.getByRole('button', { name: `${name}: kombine ekle` }).click()
  }
  const grip = dialog.getByRole('button', { name: 'Düz Paça Kumaş Pantolon Lacivert: sürükleyerek taşı' })
  await grip.press('Space')
  await expect(page.getByText('Düz Paça Kumaş Pantolon Lacivert alındı.')).toBeAttached()
  await expect(async () => {
    await grip.press('ArrowUp')
    await expect(page.getByText('1. sıranın üzerinde.')).toBeAttached({ timeout: 1000 })
  }).toPass()
  await grip.press('Space')
  await expect(page.getByText('Düz Paça Kumaş Pantolon Lacivert 1. sıraya bırakıldı.')).toBeAttached()
  await checkAccessibility('the dialog of a look')
  await shoot('dialog')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('button', { name: `${title}: düzenle` })).toBeVisible()
  await checkAccessibility('the list of looks')
  await shoot('panel')

  await page.goto('/')
  const window = page.getByRole('region', { name: 'Kombinler' })
  await window.scrollIntoViewIfNeeded()
  await checkAccessibility('the landing page with looks')
  await shoot('landing')
  await page.goto('/urun/kare-yaka-body-siyah')
  const looks = page.getByRole('region', { name: 'Kombini tamamlayın' })
  await looks.scrollIntoViewIfNeeded()
  const body = looks.getByLabel('Beden: Kare Yaka Body Siyah').first()
  await looks
    .getByRole('button', { name: /Hepsini sepete ekle/ })
    .first()
    .click()
  await expect(looks.getByText(/için bedeninizi seçin/)).toBeVisible()
  await shoot('missing')
  await body.selectOption({ index: 1 })
  const trousers = looks.getByLabel('Beden: Düz Paça Kumaş Pantolon Lacivert').first()
  await trousers.selectOption({ index: 1 })
  await checkAccessibility('a look on the page of a piece')
  await looks
    .getByRole('button', { name: /Hepsini sepete ekle/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Sepetim (2)' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Sold out meanwhile, as the shop says when it is asked.
  const sold = page.waitForRequest(/\/api\/v1\/products\//)
  await page.route('**/api/v1/products/*', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    if (json.data.slug.startsWith('duz-paca')) for (const variant of json.data.variants) variant.stockQuantity = 0
    await route.fulfill({ json })
  })
  await looks
    .getByRole('button', { name: /Hepsini sepete ekle/ })
    .first()
    .click()
  await sold
  await expect(
    looks.getByText(/^Düz Paça Kumaş Pantolon Lacivert \(.+\) tükendi; Kare Yaka Body Siyah sepetinizde\.$/),
  ).toBeVisible()
  await shoot('sold-out')
  await page.unroute('**/api/v1/products/*')
  await page.goto('/admin/kombinler')
  await page.getByRole('button', { name: `${title}: sil` }).click()
  await page.getByRole('button', { name: 'Kombini sil' }).click()
  await expect(page.getByRole('button', { name: `${title}: düzenle` })).toBeHidden()
})
