import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { anImage } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { countPicturesWithoutAvif, encodeAvif, resumeAvif } from './avif.ts'
import { fileKey } from './files.ts'
import { findImages } from './images.ts'
import { images } from './schema.ts'
import { storeImage } from './store-image.ts'

const running = new AbortController().signal
const picture = (background: string) =>
  sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .png()
    .toBuffer()

describe('encodeAvif', () => {
  test('makes the AVIF files of every waiting picture and then announces them once', async ({
    ctx,
    catalogChanges,
  }) => {
    const stored = [await storeImage(ctx, await picture('#a8321c')), await storeImage(ctx, await picture('#2f6b3c'))]
    expect(await countPicturesWithoutAvif(ctx)).toBe(2)
    await encodeAvif(ctx, running)
    expect(await countPicturesWithoutAvif(ctx)).toBe(0)
    expect(catalogChanges).toEqual(['everything'])
    for (const { id } of stored) {
      expect((await findImages(ctx, [id])).get(id)?.avif).toBe(true)
      for (const width of [320, 400]) {
        const file = await ctx.files.get(fileKey(id, width, 'avif'))
        expect(await sharp(file).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width })
      }
    }
  })

  test('goes on past a picture that cannot be encoded, and fails so that it is tried again', async ({ ctx }) => {
    const broken = await anImage(ctx)
    const stored = await storeImage(ctx, await picture('#6b625b'))
    await expect(encodeAvif(ctx, running)).rejects.toThrow('1 pictures could not be encoded')
    expect((await findImages(ctx, [broken, stored.id])).get(stored.id)?.avif).toBe(true)
    expect(await countPicturesWithoutAvif(ctx)).toBe(1)
  })

  test('leaves off at once when the process stops, and the next start goes on', async ({ ctx, queued }) => {
    await storeImage(ctx, await picture('#1f1a17'))
    queued.length = 0
    const stopping = new AbortController()
    const working = encodeAvif(ctx, stopping.signal)
    setTimeout(() => stopping.abort(), 30)
    await working
    expect(queued).toEqual([])
    await ctx.db.update(images).set({ avifAt: null }).where(eq(images.width, 400))
    await resumeAvif(ctx)
    expect(queued).toEqual([{ name: 'encode-avif', data: {} }])
  })
})
