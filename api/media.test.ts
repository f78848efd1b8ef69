import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { fileKey } from '#shop/media/files.ts'
import { storeImage } from '#shop/media/store-image.ts'
import { swatchKey } from '#shop/media/urls.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const picture = () =>
  sharp({ create: { width: 400, height: 500, channels: 3, background: '#a8321c' } })
    .png()
    .toBuffer()

describe('GET /media', () => {
  test('sends a file of a picture that may be kept for ever and can run nothing', async ({ ctx, app }) => {
    const { id } = await storeImage(ctx, await picture())
    const ask = (init: RequestInit = {}) => app.fetch(new Request(`http://shop.test/media/${id}-320.webp`, init))
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes).toEqual(new Uint8Array((await ctx.files.get(fileKey(id, 320, 'webp'))) ?? []))

    const etag = answer.headers.get('etag') ?? ''
    const again = await ask({ headers: { 'if-none-match': etag } })
    expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')]).toEqual([304, 0, etag])
    const head = await ask({ method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength, head.headers.get('content-length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ])
    expect((await app.fetch(new Request(`http://shop.test/media/${id}-400.jpg`))).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })

  test('knows no other names', async ({ ctx, app }) => {
    const { id } = await storeImage(ctx, await picture())
    const names = [
      `${id}-321.webp`,
      `${id}-640.avif`,
      `${id}-320.svg`,
      `${id}-0320.webp`,
      `${id}.webp`,
      `${id.toUpperCase()}-320.webp`,
    ]
    for (const name of [...names, '..%2f..%2fauth-secret', `${id}-320.webp/`, '', '%00', '%']) {
      const answer = await app.fetch(new Request(`http://shop.test/media/${name}`))
      expect(answer.status, name).toBe(404)
      expect(answer.headers.get('cache-control'), name).not.toContain('immutable')
    }
    expect((await app.fetch(new Request(`http://shop.test/media/${id}-320.webp`, { method: 'POST' }))).status).toBe(404)
  })
})

describe('a swatch', () => {
  /** White, with cloth of stripes where clothing hangs. */
  const striped = async () => {
    const stripe = { create: { width: 10, height: 300, channels: 3, background: '#223377' } } as const
    const stripes = Array.from({ length: 10 }, (_, n) => ({ input: stripe, left: 80 + 20 * n, top: 100 }))
    return sharp({ create: { width: 400, height: 500, channels: 3, background: '#ffffff' } })
      .composite(stripes)
      .png()
      .toBuffer()
  }
  const colorsIn = async (bytes: ArrayBuffer) => {
    const { channels } = await sharp(new Uint8Array(bytes)).stats()
    return { darkest: channels[0]?.min ?? 255, lightest: channels[0]?.max ?? 0 }
  }

  test('is the cloth of a product’s first picture from near, cut once, and follows the picture', async ({
    ctx,
    app,
  }) => {
    const ask = (path: string) => app.fetch(new Request(`http://shop.test/media/${path}`))
    const { id } = await storeImage(ctx, await striped())
    const product = await aProduct(ctx)
    const show = (image: string) =>
      ctx.db.execute(`update products set images = array['${image}'] where id = '${product.id}'`)
    await show(id)
    const answer = await ask(`renk/${product.slug}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=604800',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const bytes = await answer.arrayBuffer()
    const { width, height } = await sharp(new Uint8Array(bytes)).metadata()
    expect([width, height]).toEqual([96, 96])
    expect((await colorsIn(bytes)).darkest).toBeLessThan(80)
    expect((await colorsIn(bytes)).lightest).toBeGreaterThan(200)
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array((await ctx.files.get(swatchKey(id))) ?? []))
    const own = await ask(swatchKey(id))
    expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await own.arrayBuffer()).toEqual(bytes)

    await show((await storeImage(ctx, await picture())).id)
    expect((await colorsIn(await (await ask(`renk/${product.slug}`)).arrayBuffer())).lightest).toBeLessThan(180)
  })

  test('is cut lower where the usual place shows the upper edge of a bag', async ({ ctx, app }) => {
    const bag = { create: { width: 280, height: 200, channels: 3, background: '#7a3b2a' } } as const
    const ground = sharp({ create: { width: 400, height: 500, channels: 3, background: '#f4efe9' } })
    const { id } = await storeImage(
      ctx,
      await ground
        .composite([{ input: bag, left: 60, top: 250 }])
        .png()
        .toBuffer(),
    )
    const answer = await app.fetch(new Request(`http://shop.test/media/${swatchKey(id)}`))
    expect((await colorsIn(await answer.arrayBuffer())).lightest, 'nothing of the ground').toBeLessThan(140)
  })

  test('is there for nothing else', async ({ ctx, app }) => {
    const product = await aProduct(ctx)
    await ctx.db.execute(`update products set published_at = null where id = '${product.id}'`)
    for (const path of [`renk/${product.slug}`, 'renk/yok', 'renk/', `${'0'.repeat(31)}f-cloth.webp`, 'x-cloth.webp'])
      expect((await app.fetch(new Request(`http://shop.test/media/${path}`))).status, path).toBe(404)
  })
})
