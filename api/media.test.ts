import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { fileKey } from '#shop/media/files.ts'
import { storeImage } from '#shop/media/store-image.ts'
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
      `${id}-320.avif`,
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
