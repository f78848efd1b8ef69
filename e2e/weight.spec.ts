import { expect, test } from './shop.ts'

const kilobytes = (bytes: number) => Math.round(bytes / 102.4) / 10

for (const path of ['/', '/ust-giyim', '/urun/pile-midi-etek-adacayi']) {
  test(`${path} stays light`, async ({ page }) => {
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
    await page.goto(path, { waitUntil: 'networkidle' })
    // Ten packets: what a connection carries before it waits for the first acknowledgement.
    expect(sizes.document, 'the page and its headers, bytes').toBeLessThanOrEqual(10 * 1460)
    expect(kilobytes(sizes.script), 'script, kB').toBeLessThanOrEqual(120)
    expect(kilobytes(sizes.script), 'the page runs script at all').toBeGreaterThan(20)
    expect(kilobytes(sizes.stylesheet), 'style, kB').toBeLessThanOrEqual(15)
    expect(kilobytes(sizes.font), 'fonts, kB').toBeLessThanOrEqual(60)
  })
}
