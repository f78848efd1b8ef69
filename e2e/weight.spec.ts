import { readdirSync, readFileSync, statSync } from 'node:fs'
import { goToPayment, payWith, signInAsNewCustomer, wellStocked } from './customer.ts'
import { expect, test } from './shop.ts'

/** Without its headers. */
const largestPage = 13_600

for (const path of ['/', '/ust-giyim', '/urun/pile-midi-etek-adacayi', '/ara?q=elbise', '/bilgi']) {
  test(`${path} stays light`, async ({ page }) => {
    // The first answer of a file that the server has not sent before carries a request's id.
    await page.goto(path, { waitUntil: 'networkidle' })
    // A page that is asked for again is pressed smaller, a second after the last change that other journeys make.
    const length = async () => Number((await page.request.head(path)).headers()['content-length'])
    await expect.poll(length, { timeout: 30_000 }).toBeLessThanOrEqual(largestPage)
    const sizes = { document: 0, script: 0, stylesheet: 0, font: 0 }
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    const kinds = new Map<string, string>()
    client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type.toLowerCase()))
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind === 'document' || kind === 'script' || kind === 'stylesheet' || kind === 'font')
        sizes[kind] += encodedDataLength
    })
    // Ten packets: what a connection carries before it waits for the first acknowledgement. Another journey may change what the
    // page shows: then it comes once as it was pressed in a hurry.
    await expect(async () => {
      Object.assign(sizes, { document: 0, script: 0, stylesheet: 0, font: 0 })
      await client.send('Network.clearBrowserCache')
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(sizes.document, 'the page and its headers, bytes').toBeLessThanOrEqual(10 * 1460)
    }).toPass({ timeout: 30_000 })
    expect(sizes.script, 'script and its headers, bytes').toBeLessThanOrEqual(120_600)
    expect(sizes.script, 'the page runs script at all').toBeGreaterThan(20_000)
    expect(sizes.stylesheet, 'style, bytes').toBeLessThanOrEqual(15_000)
    expect(sizes.font, 'fonts, bytes').toBeLessThanOrEqual(60_000)
  })
}

test('the server’s sources have a byte for each letter: V8 keeps all of a file at two for one letter beyond', () => {
  const builds = readdirSync('build').filter((name) => !name.startsWith('partial-'))
  const newest = builds.toSorted((a, b) => statSync(`build/${a}`).mtimeMs - statSync(`build/${b}`).mtimeMs).at(-1)
  const files = readdirSync(`build/${newest}/server`, { recursive: true }).map(String)
  const scripts = files.filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  const isWide = (name: string) => /[^\0-\xff]/.test(readFileSync(`build/${newest}/server/${name}`, 'utf8'))
  expect(scripts.filter(isWide)).toEqual([])
})

test('what a phone sees first of the landing page is light', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a wide screen shows wider pictures')
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const addresses = new Map<string, string>()
  const sizes = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(addresses.get(requestId) ?? '', encodedDataLength)
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const seen = await page.evaluate(() =>
    [...document.images]
      .filter((image) => image.currentSrc && image.getBoundingClientRect().top < window.innerHeight)
      .map((image) => image.currentSrc),
  )
  expect(seen.length, 'pictures on the first screen').toBeGreaterThan(0)
  const bytes = [...new Set(seen)].reduce((sum, address) => sum + (sizes.get(address) ?? Number.NaN), 0)
  expect(bytes, 'pictures on the first screen, bytes').toBeLessThanOrEqual(180_000)
})

test('the way to the till is light, and its first step is there once the cart is open', async ({ page, email }) => {
  await signInAsNewCustomer(page, email)
  const fetched: Promise<{ name: string; bytes: number }>[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/') || !pathname.endsWith('.js')) return
    fetched.push(request.sizes().then(({ responseBodySize: bytes }) => ({ name: pathname, bytes })))
  })
  const names = async () => (await Promise.all(fetched)).map(({ name }) => name)
  await page.goto(`/urun/${await wellStocked(page)}`)
  const sizes = page.getByRole('radiogroup', { name: 'Beden' }).getByRole('radio', { disabled: false })
  await sizes.first().check({ force: true })
  // Files that the page fetches once it is touched do not count for the till.
  for (const late of ['turners', 'details', 'delivery-dates', 'installments-offers'])
    await expect.poll(names).toContainEqual(expect.stringContaining(`/${late}-`))
  fetched.length = 0
  await page.getByRole('button', { name: 'SEPETE EKLE' }).first().click()
  await expect(page.getByRole('button', { name: 'Ödemeye Geç' })).toBeVisible()
  await expect.poll(names).toContainEqual(expect.stringContaining('/info-'))
  await goToPayment(page)
  await payWith(page, '5528790000000008')
  await expect(page.getByRole('dialog', { name: 'Sipariş Tamamlandı' })).toBeVisible()
  const bytes = (await Promise.all(fetched)).reduce((sum, one) => sum + one.bytes, 0)
  expect(bytes, 'script of the till, bytes').toBeGreaterThan(10_000)
  expect(bytes, 'script of the till, bytes').toBeLessThanOrEqual(45_000)
})
