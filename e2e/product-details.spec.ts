import { expect, test } from './shop.ts'

const dress = '/urun/saten-askili-elbise-sampanya'
/** Nothing of it is left in any size. */
const gone = '/urun/kadife-mini-etek-bordo'

test('fabric, care, fit, measurements and delivery unfold', async ({ page, checkAccessibility }) => {
  await page.clock.setFixedTime(new Date('2026-11-23T10:00:00+03:00'))
  await page.goto(dress)
  await page.mouse.move(200, 300)
  await expect(page.getByText('25–30 Kasım’da elinizde', { exact: true })).toBeVisible()
  await expect(page.getByText('%97 polyester, %3 elastan')).toBeHidden()
  await page.getByText('Kumaş ve bakım').click()
  await expect(page.getByText('%97 polyester, %3 elastan')).toBeVisible()
  await expect(page.getByText('30 °C’de yıkanır')).toBeVisible()
  await page.getByText('Ölçü ve kalıp').click()
  await expect(page.getByRole('row', { name: 'M 90 74 100 112' })).toBeVisible()
  await expect(page.getByText('Görseldeki parça M bedendir.')).toBeVisible()
  await page.getByText('Teslimat ve iade', { exact: true }).first().click()
  await expect(page.getByText('Bugün 17:00’ye kadar verin, 25–30 Kasım’da elinizde.')).toBeVisible()
  await checkAccessibility('product details')
})

test('below the price stands what the table of installments says', async ({ page }) => {
  await page.goto(dress)
  await page.mouse.move(200, 300)
  const line = page.getByText(/^12 aya varan taksit, ayda [\d,.]+ TL’den$/)
  await expect(line).toBeVisible()
  const [, monthly = ''] = /ayda (.*)’den/.exec((await line.textContent()) ?? '') ?? []
  await page.getByText('Taksit seçenekleri').click()
  await expect(page.getByRole('row', { name: new RegExp(`^12 taksit ${monthly}`) }).first()).toBeVisible()
})

test('a piece that is gone shows its like before it tells more, and promises neither a delivery nor installments', async ({
  page,
}) => {
  await page.goto(gone)
  await page.mouse.move(200, 300)
  await expect(page.getByRole('button', { name: 'GELİNCE HABER VER' })).toBeVisible()
  const similar = page.getByRole('region', { name: 'Benzer Parçalar' })
  // Cards alone: a design in several colors lists those too.
  await expect(similar.locator('ul').first().locator(':scope > li')).toHaveCount(4)
  await expect(similar.getByText('Tükendi')).toHaveCount(0)
  const cards = await similar.boundingBox()
  const details = await page.getByText('Ürün Açıklaması').boundingBox()
  expect(cards?.y).toBeLessThan(details?.y ?? 0)
  await expect(page.getByText('Kumaş ve bakım')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(/Ücretsiz kargo|iş gününde|taksit|elinizde/i)).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the details unfold, and delivery is told in working days', async ({ page }) => {
    await page.goto(dress)
    await page.getByText('Kumaş ve bakım').click()
    await expect(page.getByText('%97 polyester, %3 elastan')).toBeVisible()
    await expect(page.getByText('2–5 iş gününde elinizde')).toBeVisible()
  })
})
