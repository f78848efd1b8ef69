import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { test } from '#test/shop.ts'
import { countPicturesToDraw } from './ahead.ts'
import { maxImageBytes } from './contract.ts'
import { fileKey } from './files.ts'
import { findPictureFile } from './picture-files.ts'
import { images } from './schema.ts'
import { storeImage, storeShipped } from './store-image.ts'

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c03020' } })

describe('storeImage', () => {
  test('keeps a picture as its widest WebP and remembers its size and tone; the rest can wait', async ({
    ctx,
    queued,
  }) => {
    const put = vi.spyOn(ctx.files, 'put')
    const image = await storeImage(ctx, await red(1000, 1250).png().toBuffer())
    expect(image).toMatchObject({ width: 1000, height: 1250 })
    expect(image.id).toMatch(/^[0-9a-f]{32}$/)
    expect(image.tone).toMatch(/^#c[0-9a-f]5[0-9a-f]4[0-9a-f]$/)
    const file = await ctx.files.get(fileKey(image.id, 1000, 'webp'))
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 1000 })
    expect(put).toHaveBeenCalledTimes(1)
    expect(queued).toEqual([{ name: 'encode-avif', data: {} }])
  })

  test('takes JPEG, PNG, WebP and AVIF', async ({ ctx }) => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      expect(await storeImage(ctx, await red(64, 80).toFormat(format).toBuffer())).toMatchObject({
        width: 64,
        height: 80,
      })
    }
  })

  test('turns a photograph upright and drops what the camera wrote into it', async ({ ctx }) => {
    const photo = await red(400, 300)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Copyright: 'Ayse', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 1/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '28/1 58/1 0/1' },
      })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const image = await storeImage(ctx, photo)
    expect(image).toMatchObject({ width: 300, height: 400 })
    for (const name of [fileKey(image.id, 300, 'webp'), fileKey(image.id, 300, 'jpg')]) {
      const file = Buffer.from((await findPictureFile(ctx, name))?.bytes ?? [])
      const { exif, xmp, iptc, icc } = await sharp(file).metadata()
      expect({ exif, xmp, iptc, icc }).toEqual({})
      expect(file.includes('Ayse')).toBe(false)
    }
  })

  test('keeps a large picture at most 2400 wide, and a grey or transparent one in color on white', async ({ ctx }) => {
    expect(await storeImage(ctx, await red(3000, 1000).jpeg().toBuffer())).toMatchObject({ width: 2400, height: 800 })
    const grey = await storeImage(ctx, await red(50, 50).greyscale().png().toBuffer())
    expect(grey.tone.slice(1, 3)).toBe(grey.tone.slice(3, 5))
    const clear = sharp({ create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    expect((await storeImage(ctx, await clear.png().toBuffer())).tone).toBe('#fefefe')
  })

  test('refuses files that are no pictures, whatever they claim to be', async ({ ctx }) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const files = [
      svg,
      `<?xml version="1.0"?>${svg}`,
      '<!doctype html><p>merhaba',
      '%PDF-1.7\n1 0 obj\n',
      '',
      'GIF89a/*<script>*/',
    ]
    for (const file of [
      ...files.map((text) => Buffer.from(text)),
      gif,
      Buffer.concat([gif, await red(9, 9).jpeg().toBuffer()]),
    ]) {
      await expect(storeImage(ctx, file)).rejects.toMatchObject({
        code: 'INVALID',
        message: 'Sadece resim dosyaları kabul edilir',
      })
    }
    expect(await ctx.db.select().from(images)).toEqual([])
  })

  test('says of an iPhone’s photograph what to do with it, and takes AVIF of the same family', async ({ ctx }) => {
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(200)])
    const message = 'HEIC fotoğrafı açılamıyor; JPEG olarak kaydedip yeniden seçin.'
    await expect(storeImage(ctx, heic)).rejects.toMatchObject({ code: 'INVALID', message })
    expect(await storeImage(ctx, await red(40, 40).avif().toBuffer())).toMatchObject({ width: 40 })
  })

  test('keeps nothing of a page hidden behind a picture', async ({ ctx }) => {
    const both = Buffer.concat([
      await red(64, 64).jpeg().toBuffer(),
      Buffer.from('<script>alert(document.domain)</script>'),
    ])
    const image = await storeImage(ctx, both)
    for (const name of [fileKey(image.id, 64, 'webp'), fileKey(image.id, 64, 'jpg')]) {
      expect(Buffer.from((await ctx.files.get(name)) ?? []).includes('script')).toBe(false)
    }
  })

  test('refuses files that are too large, have too many pixels or are broken', async ({ ctx }) => {
    const large = Buffer.alloc(maxImageBytes + 1)
    await expect(storeImage(ctx, large)).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: "Dosya boyutu 10MB'dan büyük olamaz",
    })
    const bomb = await red(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(maxImageBytes)
    await expect(storeImage(ctx, bomb)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('megapiksel'),
    })
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer()
    const half = whole.subarray(0, whole.length / 2)
    await expect(storeImage(ctx, half)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('bozuk'),
    })
  })

  test('gives the same picture for the same bytes, and restores a lost file', async ({ ctx, queued }) => {
    const bytes = await red(400, 500).webp().toBuffer()
    const first = await storeImage(ctx, bytes)
    await ctx.db.update(images).set({ avifAt: ctx.clock() }).where(eq(images.id, first.id))
    expect(await storeImage(ctx, bytes)).toEqual(first)
    expect(queued).toHaveLength(1)

    const elsewhere = { ...ctx, files: { ...ctx.files, has: async () => false } }
    expect(await storeImage(elsewhere, bytes)).toEqual(first)
    expect(queued).toHaveLength(2)
    expect(await countPicturesToDraw(ctx)).toBe(1)
  })
})

test('a picture that comes with the shop is stored as it is, in the files that come with it, once', async ({
  ctx,
  queued,
}) => {
  const source = await red(1200, 1500).webp().toBuffer()
  const avif = await red(480, 600).avif({ effort: 1 }).toBuffer()
  const folder = await mkdtemp(join(tmpdir(), 'butik-shipped-'))
  const [sourcePath, avifPath] = [join(folder, 'source.webp'), join(folder, 'drawn.avif')]
  await Promise.all([writeFile(sourcePath, source), writeFile(avifPath, avif)])
  const drawn = [{ width: 480, format: 'avif' as const, path: avifPath }]
  const shipped = { source: sourcePath, width: 1200, height: 1500, tone: '#cc594b', drawn }
  const [id = ''] = await storeShipped(ctx, [shipped])
  expect(await storeImage(ctx, source)).toEqual({ id, width: 1200, height: 1500, tone: '#cc594b' })
  expect(await ctx.files.get(fileKey(id, 1200, 'webp'))).toEqual(source)
  expect((await findPictureFile(ctx, fileKey(id, 480, 'avif')))?.bytes).toEqual(avif)
  expect(await storeShipped(ctx, [shipped])).toEqual([id])
  expect(queued).toHaveLength(1)
  await rm(folder, { recursive: true })
})
