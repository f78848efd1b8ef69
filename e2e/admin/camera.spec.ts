import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LaunchOptions } from '@playwright/test'
import JsBarcode from 'jsbarcode'
import sharp from 'sharp'
import { signInAsAdmin } from '../customer.ts'
import { dataDir } from '../settings.ts'
import { expect, test as shop } from '../shop.ts'

type Camera = { barcode: string; launchOptions: LaunchOptions }

/** The phone's camera looks at a label with this barcode, a bit askew and not quite in focus. */
const test = shop.extend<object, Camera>({
  barcode: [async ({ browserName: _ }, use) => use(newBarcode()), { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, barcode }, use) => {
      const film = join(dataDir, `${barcode}.mjpeg`)
      const picture = await pictureOf(barcode)
      // A film of still pictures, which begins again at its end.
      writeFileSync(film, Buffer.concat([picture, picture]))
      const camera = ['use-fake-ui-for-media-stream', 'use-fake-device-for-media-stream']
      const args = [...camera, `use-file-for-fake-video-capture=${film}`].map((name) => `--${name}`)
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
})

/** An EAN-13 that nothing else has. */
function newBarcode(): string {
  const digits = `869${String(Date.now()).slice(-9)}`
  const sum = [...digits].reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function pictureOf(barcode: string): Promise<Buffer> {
  const made: { encodings?: { data: string }[] } = {}
  JsBarcode(made, barcode, { format: 'EAN13', flat: true })
  const modules = (made.encodings ?? []).map(({ data }) => data).join('')
  const bars = [...modules.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `<rect x="${index * 4}" width="${length * 4}" height="180"/>`)
    .join('')
  const label = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720" fill="#8a7f74"/>
    <g transform="rotate(3 640 360) translate(400 180)"><rect width="480" height="340" fill="#f7f3ec"/>
    <g transform="translate(50 110)" fill="#221d1a">${bars}</g></g></svg>`
  return sharp(Buffer.from(label)).blur(1.2).jpeg({ quality: 80 }).toBuffer()
}

test('a piece is counted by the camera, once as long as its label stays in view', async ({
  page,
  barcode,
  checkAccessibility,
}) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const { data: categories } = await (await page.request.get('/api/v1/categories')).json()
  const name = `Etiketli Bluz ${barcode.slice(-5)}`
  const variants = [{ sku: barcode, color: 'Siyah', size: 'M', price: 500, stockQuantity: 1 }]
  const multipart = { name, categoryId: categories[0].id, published: 'false', variants: JSON.stringify(variants) }
  const made = await page.request.post('/api/v1/admin/products', { headers, multipart })
  expect(made.ok(), await made.text()).toBe(true)

  await page.goto('/admin/urunler/sayim')
  await expect(page.getByText('Satılıp henüz paketlenmemiş parçaları saymayın')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Paketlenecek siparişler' })).toBeVisible()
  await page.getByRole('button', { name: 'Sayımı başlat' }).click()
  await page.getByRole('button', { name: 'Kamerayla okut' }).click()
  await expect(page.getByText(`${name}, Siyah · M: 1 adet`)).toBeVisible({ timeout: 30_000 })
  await checkAccessibility('the count with the camera on')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  // Other work keeps a slow phone from looking for a while; the label is where it was when it looks again.
  await page.evaluate(async () => {
    for (const end = performance.now() + 3000; performance.now() < end; );
    const { drawImage } = CanvasRenderingContext2D.prototype
    await new Promise<void>((lookedAgain) => {
      let looks = 0
      CanvasRenderingContext2D.prototype.drawImage = function (...given: unknown[]) {
        if (++looks === 3) lookedAgain()
        return Reflect.apply(drawImage, this, given)
      }
    })
  })
  await page.getByRole('button', { name: 'Kamerayı kapat' }).click()
  await expect(page.locator('video')).toHaveCount(0)
  await expect(page.getByLabel(`${name}, Siyah · M: sayılan`)).toHaveValue('1')
})
