import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '#test/shop.ts'
import { keepAttachment } from '../messages/attachment.ts'
import { drawCopy, drawKept } from './drawing.ts'

/** The heaviest kind to decode for its size: a rotated, progressive photograph. */
const heavy = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a8321c' } }).withMetadata({ orientation: 6 })
const interlaced = (width: number, height: number) => heavy(width, height).png({ progressive: true }).toBuffer()
const progressive = (width: number, height: number) => heavy(width, height).jpeg({ progressive: true }).toBuffer()
const megabytes = (bytes: number) => bytes / 1e6

test('a guest’s picture of a phone’s size is accepted and turned upright, progressive or not', async ({ ctx }) => {
  for (const [name, bytes] of [
    ['foto.jpg', await progressive(4032, 3024)],
    ['foto.png', await interlaced(4032, 3024)],
  ] as const) {
    const { fileKey } = await keepAttachment(ctx, { name, bytes })
    const drawn = await sharp(await ctx.files.get(fileKey)).metadata()
    expect([name, drawn.width, drawn.height, drawn.orientation]).toEqual([name, 3024, 4032, undefined])
  }
})

test('a guest’s picture of more than twelve megapixels is refused in one sentence, before it is decoded', async ({
  ctx,
}) => {
  for (const [name, bytes] of [
    ['foto.jpg', await progressive(7000, 7000)],
    ['foto.png', await interlaced(4200, 3000)],
  ] as const) {
    const message = 'Resim en fazla 12 megapiksel olabilir; daha küçük bir kopyasını yükleyin'
    await expect(keepAttachment(ctx, { name, bytes })).rejects.toMatchObject({ code: 'INVALID', message })
  }
})

test('the shop itself decodes nothing: six heavy pictures at once do not make it larger', async ({ ctx }) => {
  const bytes = await progressive(4032, 3024)
  const before = process.memoryUsage.rss()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const kept = Array.from({ length: 6 }, () => keepAttachment(ctx, { name: 'foto.jpg', bytes }))
  await Promise.all(kept)
  clearInterval(watch)
  expect(megabytes(most - before)).toBeLessThan(40)
})

test('guests take one turn of two: the owner’s picture overtakes theirs, and one guest too many is refused', async () => {
  const bytes = await progressive(2000, 1500)
  const done: string[] = []
  const guest = async (n: number) => {
    await drawCopy({ bytes, format: 'jpg', maxPixels: 4e6 })
    done.push(`guest ${n}`)
  }
  const guests = Array.from({ length: 9 }, (_, n) => guest(n))
  await expect(guest(9)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Şu anda çok fazla resim işleniyor, lütfen biraz sonra tekrar deneyin.',
    retryAfterSeconds: 30,
  })
  await drawKept({ bytes: await progressive(80, 60), maxPixels: 4e6 })
  done.push('owner')
  await Promise.all(guests)
  expect(done.indexOf('owner')).toBeLessThan(8)
  expect(done.filter((one) => one !== 'owner')).toEqual(Array.from({ length: 9 }, (_, n) => `guest ${n}`))
})
