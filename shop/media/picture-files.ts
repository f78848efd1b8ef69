/**
 * A stored picture is one file, its widest WebP. All others, each width as WebP and AVIF and one JPEG, are drawn when
 * somebody asks for them first, or ahead (ahead.ts), and kept: pages may name all of them from the start.
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { countOne } from '../limits.ts'
import { seconds } from '../time.ts'
import { maxPixels } from './contract.ts'
import { drawFile, isDrawingBusy } from './drawing.ts'
import { fileKey } from './files.ts'
import { findImages, type Image } from './images.ts'
import { type ImageFormat, jpegWidth, widthsOf } from './urls.ts'

/** `passing`: it stands in for the file that was asked for, while that is drawn or where it cannot be. */
type PictureFile = { bytes: Uint8Array; type: string; passing: boolean }
type Asked = { id: string; width: number; format: ImageFormat }

export const fileTypes: Record<ImageFormat, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg' }

/**
 * Milliseconds that whoever asks waits for a file to be drawn, before she gets a wider one. Where others are drawn first she gets that at once:
 * a browser has six connections to a shop, and pages come over them too.
 */
const timeout = seconds(1)
/** For how long no other process draws a file that one has begun; one that died leaves it to the others. */
const leaseSeconds = 30

/** Files that this process draws, by their names: each once, however many ask. */
const underway = new Map<string, Promise<Uint8Array | undefined>>()

/** The file of this name, drawn if it has to be; undefined where no picture has such a file. */
export async function findPictureFile(ctx: Ctx, name: string): Promise<PictureFile | undefined> {
  const asked = parse(name)
  if (!asked) return undefined
  const kept = await ctx.files.get(name)
  if (kept) return { bytes: kept, type: fileTypes[asked.format], passing: false }
  const image = (await findImages(ctx, [asked.id])).get(asked.id)
  if (!image || !mayBe(asked, image)) return undefined
  const inLine = isDrawingBusy()
  const drawing = draw(ctx, image, asked)
  const drawn = inLine ? undefined : await Promise.race([drawing, wait(timeout, undefined, { ref: false })])
  return drawn ? { bytes: drawn, type: fileTypes[asked.format], passing: false } : nearest(ctx, image, asked)
}

/** The widest WebP, from which everything else of the picture is drawn. */
export function findSource(ctx: Ctx, { id, width }: Pick<Image, 'id' | 'width'>): Promise<Uint8Array | undefined> {
  return ctx.files.get(sourceKey(id, width))
}

export function sourceKey(id: string, width: number): string {
  return fileKey(id, widthsOf(width).at(-1) ?? width, 'webp')
}

/** Draws a file and keeps it. Undefined when another process is at it, or when it cannot be drawn, which is in the log. */
export async function draw(ctx: Ctx, image: Image, asked: Omit<Asked, 'id'>): Promise<Uint8Array | undefined> {
  const name = fileKey(image.id, asked.width, asked.format)
  const running = underway.get(name)
  if (running) return running
  const drawing = drawAndKeep(ctx, image, asked)
    .catch((error: unknown) => {
      // A picture that found no room in the queue is asked for again.
      if (!(error instanceof ShopError)) ctx.log.error({ err: error, file: name }, 'a picture could not be drawn')
      return undefined
    })
    .finally(() => underway.delete(name))
  underway.set(name, drawing)
  return drawing
}

async function drawAndKeep(ctx: Ctx, image: Image, { width, format }: Omit<Asked, 'id'>) {
  const name = fileKey(image.id, width, format)
  if (name === sourceKey(image.id, image.width)) return undefined
  if (!(await mayDraw(ctx, name))) return otherProcess(ctx, name)
  const bytes = await drawFile({ read: () => findSource(ctx, image), maxPixels, width, format })
  if (bytes) await ctx.files.put(name, bytes, fileTypes[format])
  return bytes
}

/** One process of several begins; the embedded database has only one. */
async function mayDraw(ctx: Ctx, name: string): Promise<boolean> {
  if (!ctx.config.databaseUrl) return true
  return (await countOne(ctx, { key: `drawing:${name}`, windowSeconds: leaseSeconds })) === 1
}

/** The file that another process is drawing; undefined when that takes longer than `timeout`. */
async function otherProcess(ctx: Ctx, name: string): Promise<Uint8Array | undefined> {
  for (let waited = 0; waited < timeout; waited += 200) {
    const bytes = await ctx.files.get(name)
    if (bytes) return bytes
    await wait(200, undefined, { ref: false })
  }
  return undefined
}

/** The narrowest file that is there and wide enough; every browser that takes AVIF shows WebP too, whatever the name says. */
async function nearest(ctx: Ctx, image: Image, { width, format }: Asked): Promise<PictureFile | undefined> {
  for (const each of widthsOf(image.width).filter((one) => one > width)) {
    const bytes = format === 'jpg' ? undefined : await ctx.files.get(fileKey(image.id, each, format))
    if (bytes) return { bytes, type: fileTypes[format], passing: true }
  }
  const bytes = await findSource(ctx, image)
  return bytes && { bytes, type: fileTypes.webp, passing: true }
}

function parse(name: string): Asked | undefined {
  const [, id = '', width, format] = /^([0-9a-f]{32})-([1-9][0-9]{0,3})\.(webp|avif|jpg)$/.exec(name) ?? []
  return width ? { id, width: Number(width), format: format as ImageFormat } : undefined
}

function mayBe({ width, format }: Asked, image: Image): boolean {
  return format === 'jpg' ? width === jpegWidth(image.width) : widthsOf(image.width).includes(width)
}
