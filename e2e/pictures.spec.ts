import type { Page } from '@playwright/test'
import { goToPayment, putInCart, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, isPhone, test } from './shop.ts'

/** The most pixels that a picture's file may have across, for each pixel that it is shown in. */
const most = 1.4
/** The narrowest file there is: a smaller one would save no packet. */
const narrowest = 160

type Shown = { file: number; pixels: number; own: number; address: string; sizes: string }

/** Goes down the page, so that the pictures that wait for it come; gives them with what they are shown in. */
async function shownOn(page: Page): Promise<Shown[]> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top)
      await frame()
    }
    scrollTo(0, 0)
    await frame()
  })
  return page.evaluate(() =>
    [...document.images].flatMap((image) => {
      const [, width] = /^\/media\/[0-9a-f]{32}-(\d+)\./.exec(new URL(image.currentSrc || location.href).pathname) ?? []
      const box = image.getBoundingClientRect()
      if (!width || box.width === 0 || !image.checkVisibility({ opacityProperty: true })) return []
      // A picture that covers its box is cut at two sides.
      const own = Number(image.getAttribute('width'))
      const shape = own / Number(image.getAttribute('height'))
      const across = shape ? Math.max(box.width, box.height * shape) : box.width
      return [
        {
          file: Number(width),
          pixels: Math.round(across * devicePixelRatio),
          own,
          address: image.currentSrc,
          sizes: image.sizes,
        },
      ]
    }),
  )
}

async function expectFitting(page: Page, where: string) {
  const shown = await shownOn(page)
  expect(shown.length, `${where}: pictures`).toBeGreaterThan(0)
  const wasteful = shown.filter(({ file, pixels }) => file > Math.max(narrowest, pixels * most))
  expect(wasteful, where).toEqual([])
  // Another journey may have uploaded one that is no wider itself.
  const coarse = shown.filter(({ file, own, pixels }) => file !== own && file < pixels * 0.7)
  expect(coarse, where).toEqual([])
}

for (const path of ['/', '/ust-giyim', '/urun/pile-midi-etek-adacayi', '/ara?q=elbise'])
  test(`${path} fetches each picture about as wide as it is shown`, async ({ page }) => {
    await page.goto(path)
    await expectFitting(page, path)
  })

test('the cart, the till and suggestions fetch each picture about as wide as it is shown', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  await putInCart(page, await wellStocked(page))
  await expectFitting(page, 'cart')
  await goToPayment(page)
  await expectFitting(page, 'till')
  // A page without goods: of a picture that is here already in another width the browser fetches no second file.
  await page.goto('/bilgi')
  if (isPhone(page)) await page.getByRole('link', { name: 'Ürün ara' }).click()
  await page.getByRole('banner').getByRole('combobox', { name: 'Ürün ara' }).fill('elbise')
  await expect(page.getByRole('listbox', { name: 'Arama önerileri' }).getByRole('option').first()).toBeVisible()
  await expectFitting(page, 'suggestions')
})
