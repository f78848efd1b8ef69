import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { anImage } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import { fileKey } from './files.ts'
import { findPictureFile } from './picture-files.ts'
import { storeImage } from './store-image.ts'

/** A stored picture of 1000 × 1250. */
const stored = async (ctx: Ctx, background = '#c03020') =>
  storeImage(
    ctx,
    await sharp({ create: { width: 1000, height: 1250, channels: 3, background } })
      .png()
      .toBuffer(),
  )

/** As on one of several processes. */
const beside = (ctx: Ctx): Ctx => ({ ...ctx, config: { ...ctx.config, databaseUrl: 'postgres://beside' } })

describe('findPictureFile', () => {
  test('draws a file when it is first asked for, once however many ask, and keeps it', async ({ ctx }) => {
    const { id } = await stored(ctx)
    const put = vi.spyOn(ctx.files, 'put')
    for (const [name, format, width] of [
      [fileKey(id, 480, 'webp'), 'webp', 480],
      [fileKey(id, 640, 'avif'), 'heif', 640],
      [fileKey(id, 1000, 'avif'), 'heif', 1000],
      [fileKey(id, 1000, 'jpg'), 'jpeg', 1000],
    ] as const) {
      put.mockClear()
      const asked = await Promise.all([1, 2, 3].map(() => findPictureFile(ctx, name)))
      const again = await findPictureFile(ctx, name)
      expect(put.mock.calls.map(([key]) => key)).toEqual([name])
      for (const file of [...asked, again]) {
        expect(file?.passing).toBe(false)
        expect(await sharp(file?.bytes).metadata()).toMatchObject({ format, width })
      }
    }
  })

  test('knows no other widths and formats, and no file of a picture whose own file is lost', async ({ ctx }) => {
    const { id } = await stored(ctx)
    for (const name of [`${id}-481.webp`, `${id}-1200.avif`, `${id}-640.jpg`, `${id}-0480.webp`, `${id}-480.png`])
      expect(await findPictureFile(ctx, name), name).toBeUndefined()
    const lost = await anImage(ctx)
    for (const file of ['1200.webp', '480.webp', '480.avif', '1200.jpg'])
      expect(await findPictureFile(ctx, `${lost}-${file}`), file).toBeUndefined()
  })

  test('a picture that cannot be drawn is shown as it is: wider, and not to be kept', async ({ ctx }) => {
    const { id } = await stored(ctx)
    const narrower = await findPictureFile(ctx, fileKey(id, 960, 'avif'))
    const broken = { ...ctx.files, get: ctx.files.get, put: () => Promise.reject(new Error('the disk is full')) }
    const shown = await findPictureFile({ ...ctx, files: broken }, fileKey(id, 480, 'avif'))
    expect(shown).toEqual({ ...narrower, passing: true })
    const source = await ctx.files.get(fileKey(id, 1000, 'webp'))
    expect(await findPictureFile({ ...ctx, files: broken }, fileKey(id, 1000, 'jpg'))).toEqual({
      bytes: source,
      type: 'image/webp',
      passing: true,
    })
  })

  test('of several processes one draws; the others wait for it, and send a wider one meanwhile', async ({
    ctx,
    clock,
  }) => {
    const { id } = await stored(ctx)
    const name = fileKey(id, 320, 'webp')
    const elsewhere = { ...beside(ctx), files: { ...ctx.files, put: async () => new Promise<never>(() => {}) } }
    void findPictureFile(elsewhere, name)
    const { findPictureFile: inAnother } =
      await vi.importActual<typeof import('./picture-files.ts')>('./picture-files.ts?other')
    const meanwhile = await inAnother(beside(ctx), name)
    expect(await sharp(meanwhile?.bytes).metadata()).toMatchObject({ width: 1000 })
    expect(meanwhile?.passing).toBe(true)
    // It died: the lease ends by itself.
    clock.forward(31_000)
    const drawn = async () => {
      const file = await inAnother(beside(ctx), name)
      return [(await sharp(file?.bytes).metadata()).width, file?.passing]
    }
    await expect.poll(drawn, { timeout: 10_000 }).toEqual([320, false])
  })
})
