import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Sharp } from 'sharp'
import { sharp } from './decoders.ts'
import { type DrawnLogo, drawnLogo } from './draw-logo.ts'
import { type ImageFormat, imageWidths } from './urls.ts'

// A process of its own, run by node without a build: it decodes files from strangers. A file that exploits a decoder finds
// nothing of the shop here: no settings, no database, and little memory and time.

/**
 * `kept`: an upload, as the shop keeps it. `file`: a kept one in another width or format. `swatch`: the cloth from near.
 * `copy`: in its own size, without metadata or anything hidden in the file. `logo`: as a
 * picture and as icons; a drawing has been cleaned before.
 */
export type DrawRequest = { bytes: Uint8Array; maxPixels: number; maxMemory: number } & (
  | { as: 'kept' | 'swatch' }
  | { as: 'file'; width: number; format: ImageFormat }
  | { as: 'copy'; format: 'jpg' | 'png' }
  | ({ as: 'composed' } & Composition)
  | { as: 'logo'; svg: boolean }
)
/** Pixels of the whole; `place`: of the picture, which is cut to fill it; `overlay`: an SVG of the whole's size, of the shop's own making. */
export type Composition = {
  width: number
  height: number
  place: { left: number; top: number; width: number; height: number }
  ground: string
  overlay: string
}
/** Its widest WebP, and what is known of it. */
export type KeptPicture = { width: number; height: number; tone: string; source: Uint8Array }
export type Refusal = 'no-picture' | 'too-many-pixels' | 'broken'
export type DrawReply =
  | { kept: KeptPicture }
  | { file: Uint8Array }
  | { swatch: Uint8Array }
  | { copy: Uint8Array }
  | { composed: Uint8Array }
  | { logo: DrawnLogo }
  | { refused: Refusal; reason: string }

const maxWidth = Math.max(...imageWidths)
let maxMemory = Number.POSITIVE_INFINITY

// Requests of the shop never wait for it.
setPriority(10)
sharp.concurrency(1)
sharp.cache(false)
endFirst()
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemory) process.kill(process.pid, 'SIGKILL')
}, 20)

// A signal to all processes of the shop is the shop's to answer.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Not exit(), which waits for the current picture.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (request: DrawRequest) => {
  maxMemory = request.maxMemory
  draw(request).then(reply, (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    reply({ refused: error instanceof Refused ? error.why : 'broken', reason: reason.slice(0, 300) })
  })
})

class Refused extends Error {
  readonly why: Refusal
  constructor(why: Refusal, cause?: unknown) {
    super(cause instanceof Error ? cause.message : why, { cause })
    this.why = why
  }
}

async function draw(request: DrawRequest): Promise<DrawReply> {
  if (request.as === 'logo') return { logo: await drawnLogo(request.svg ? openDrawing(request) : await open(request)) }
  const picture = await open(request)
  if (request.as === 'composed') return { composed: await compose(picture, request) }
  if (request.as === 'copy') return { copy: await copyOf(picture, request.format) }
  if (request.as === 'file') return { file: await inWidth(picture, request.width, request.format) }
  return request.as === 'kept' ? { kept: await keep(picture) } : { swatch: await clothOf(picture) }
}

/** Opens the picture, turned upright, if its header says that it is one and not too large. */
async function open({ bytes, maxPixels }: DrawRequest): Promise<Sharp> {
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
  const { format, width, height } = await picture.metadata().catch((error: unknown) => {
    const large = error instanceof Error && error.message.includes('pixel limit')
    throw new Refused(large ? 'too-many-pixels' : 'no-picture', error)
  })
  if (!['jpeg', 'png', 'webp', 'heif'].includes(format)) throw new Refused('no-picture')
  if (width * height > maxPixels) throw new Refused('too-many-pixels')
  return picture.autoOrient()
}

/** A drawing, large enough for a sharp icon of it. */
function openDrawing({ bytes, maxPixels }: DrawRequest): Sharp {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(bytes, { limitInputPixels: maxPixels, density: 288, failOn: 'error' })
}

async function copyOf(picture: Sharp, format: 'jpg' | 'png'): Promise<Uint8Array> {
  return (format === 'jpg' ? picture.jpeg({ quality: 90 }) : picture.png()).toBuffer()
}

async function compose(picture: Sharp, { width, height, place, ground, overlay }: Composition): Promise<Uint8Array> {
  const input = await picture
    .resize({ width: place.width, height: place.height, fit: 'cover', position: 'top' })
    .toBuffer()
  // Pictures from outside are never read as SVG; this one is the shop's own, of letters and lines.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  const whole = sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input, left: place.left, top: place.top }, { input: Buffer.from(overlay) }])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
  return whole.toBuffer().finally(() => sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] }))
}

/** Pixels of a swatch: three for each of the largest on a page. */
const swatchSize = 96
/**
 * The square that is cut out, in parts of the picture, from its middle, where clothing hangs: small enough for cloth alone, and a
 * little to the left, as buttons and the gap between two legs are in the very middle.
 */
const cloth = { size: 0.15, left: 0.42, top: 0.5 }
/** Where else there may be cloth, when that place shows the edge of a bag: nearest first. */
const elsewhere = [0.58, 0.66, 0.42, 0.34].flatMap((top) =>
  [0.42, 0.35, 0.5, 0.58, 0.65].map((left) => ({ left, top })),
)

async function clothOf(picture: Sharp): Promise<Uint8Array> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const size = Math.max(1, Math.round(Math.min(width, height) * cloth.size))
  const whole = sharp(data, { raw: { width, height, channels } })
  const { left, top } = await placeOfCloth(whole.clone(), cloth.size)
  return whole
    .extract({
      left: Math.max(0, Math.round(width * left - size / 2)),
      top: Math.max(0, Math.round(height * top - size / 2)),
      width: size,
      height: size,
    })
    .resize({ width: swatchSize })
    .webp({ quality: 70 })
    .toBuffer()
}

type Place = { left: number; top: number }
type Color = readonly [red: number, green: number, blue: number]

/** Quarters of a swatch that are so far from each other show an edge; stripes and flowers stay below. */
const edge = 90
/** A color no further than this from the color of the picture's corner is its ground. */
const likeGround = 12

/** The usual place, or the evenest other one if an edge goes through that. */
async function placeOfCloth(picture: Sharp, part: number): Promise<Place> {
  const { data, info } = await picture
    .resize({ width: 160 })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const half = Math.max(1, Math.round((Math.min(info.width, info.height) * part) / 2))
  function mean(left: number, top: number): Color {
    const sum = [0, 0, 0]
    for (let y = top; y < top + half; y++)
      for (let x = left; x < left + half; x++)
        for (const c of [0, 1, 2]) sum[c] = (sum[c] ?? 0) + (data[(y * info.width + x) * info.channels + c] ?? 0)
    const [red = 0, green = 0, blue = 0] = sum.map((value) => value / half ** 2)
    return [red, green, blue]
  }
  const ground = mean(0, 0)
  function look(place: Place) {
    const left = Math.max(0, Math.round(info.width * place.left) - half)
    const top = Math.max(0, Math.round(info.height * place.top) - half)
    const quarters = [0, half].flatMap((x) => [0, half].map((y) => mean(left + x, top + y)))
    return {
      place,
      uneven: Math.max(...quarters.flatMap((one) => quarters.map((other) => distance(one, other)))),
      fromGround: Math.min(...quarters.map((quarter) => distance(quarter, ground))),
    }
  }
  const usual = look(cloth)
  if (usual.uneven < edge) return cloth
  const others = elsewhere.map(look).filter(({ fromGround }) => fromGround > likeGround)
  return [usual, ...others].reduce((best, one) => (one.uneven < best.uneven ? one : best)).place
}

const distance = (one: Color, other: Color) => Math.hypot(...one.map((value, c) => value - (other[c] ?? 0)))

async function keep(picture: Sharp): Promise<KeptPicture> {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    // The height needs a limit too: the formats have one.
    .resize({ width: maxWidth, height: maxWidth * 4, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })
  const source = await decoded().webp({ quality: 78, effort: 2 }).toBuffer()
  return { width, height, tone: await toneOf(decoded()), source }
}

async function inWidth(picture: Sharp, width: number, format: ImageFormat): Promise<Uint8Array> {
  const resized = picture.resize({ width })
  if (format === 'jpg') return resized.jpeg({ quality: 80, progressive: true }).toBuffer()
  if (format === 'webp') return resized.webp({ quality: 78, effort: 2 }).toBuffer()
  // Effort 1 takes a twelfth of the time of the default 4, for files a tenth larger.
  return resized.avif({ quality: 50, effort: 1, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** The mean color, a little lighter, to show while the picture loads. */
async function toneOf(picture: Sharp): Promise<string> {
  const { channels } = await picture.toColourspace('srgb').stats()
  const [red, green, blue] = channels.length < 3 ? Array(3).fill(channels[0]) : channels
  const soft = [red, green, blue].map((channel) => Math.round((channel?.mean ?? 255) * 0.8 + 250 * 0.2))
  return `#${soft.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Makes Linux kill this process before the shop, should the machine run out of memory. */
function endFirst() {
  try {
    const own = '/proc/self/oom_score_adj'
    if (readFileSync(own, 'utf8')) writeFileSync(own, '1000')
  } catch {
    // Another system.
  }
}

/** Sends the reply, and whether the process has grown so much that it should not draw another picture. */
function reply(message: DrawReply) {
  process.send?.({ reply: message, grown: process.memoryUsage.rss() > maxMemory / 3 })
}
