import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect } from 'vitest'
import { anImage } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { countPicturesToDraw, drawAhead, resumeAhead } from './ahead.ts'
import { fileKey } from './files.ts'
import { images } from './schema.ts'
import { storeImage } from './store-image.ts'

const running = new AbortController().signal
const picture = (background: string) =>
  sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .png()
    .toBuffer()

describe('drawAhead', () => {
  test('draws the AVIF files of every waiting picture, and no page changes by it', async ({ ctx, catalogChanges }) => {
    const stored = [await storeImage(ctx, await picture('#a8321c')), await storeImage(ctx, await picture('#2f6b3c'))]
    expect(await countPicturesToDraw(ctx)).toBe(2)
    await drawAhead(ctx, running)
    expect(await countPicturesToDraw(ctx)).toBe(0)
    expect(catalogChanges).toEqual([])
    for (const { id } of stored) {
      for (const width of [320, 400]) {
        const file = await ctx.files.get(fileKey(id, width, 'avif'))
        expect(await sharp(file).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width })
      }
      expect(await ctx.files.has(fileKey(id, 320, 'webp')), 'drawn when it is asked for').toBe(false)
    }
  })

  test('goes on past a picture that cannot be drawn, and fails so that it is tried again', async ({ ctx }) => {
    const stored = await storeImage(ctx, await picture('#6b625b'))
    await anImage(ctx)
    await expect(drawAhead(ctx, running)).rejects.toThrow('1 pictures could not be drawn ahead')
    expect(await ctx.files.has(fileKey(stored.id, 400, 'avif'))).toBe(true)
    expect(await countPicturesToDraw(ctx)).toBe(1)
  })

  test('leaves off at once when the process stops, and the next start goes on', async ({ ctx, queued }) => {
    await storeImage(ctx, await picture('#1f1a17'))
    queued.length = 0
    const stopping = new AbortController()
    const working = drawAhead(ctx, stopping.signal)
    setTimeout(() => stopping.abort(), 30)
    await working
    expect(queued).toEqual([])
    await ctx.db.update(images).set({ avifAt: null }).where(eq(images.width, 400))
    await resumeAhead(ctx)
    expect(queued).toEqual([{ name: 'encode-avif', data: {} }])
  })
})
