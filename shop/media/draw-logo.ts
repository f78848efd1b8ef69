import type { Sharp } from 'sharp'
import { sharp } from './decoders.ts'

export type DrawnLogo = {
  /** The picture's size without empty edges, in pixels. */
  width: number
  height: number
  opaque: boolean
  webp: Uint8Array
  /** For mails and papers. */
  png: Uint8Array
  icons: { small: Uint8Array; touch: Uint8Array; large: Uint8Array; maskable: Uint8Array }
}

/** Pixels of the picture at most: three for each of the largest place that it has. */
const most = { width: 1200, height: 480 }
const mostInMails = { width: 800, height: 320 }
const paper = '#fbf8f4'

/** The logo, and icons of it on the page's color: phones draw a transparent one on black. */
export async function drawnLogo(picture: Sharp): Promise<DrawnLogo> {
  const whole = await picture.toColourspace('srgb').png().toBuffer()
  const { isOpaque } = await sharp(whole).stats()
  const { data, info } = await sharp(whole)
    .resize({ ...most, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return {
    ...{ width: info.width, height: info.height, opaque: isOpaque },
    webp: await sharp(data).webp({ quality: 90, alphaQuality: 100 }).toBuffer(),
    png: await sharp(data)
      .resize({ ...mostInMails, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer(),
    icons: {
      small: await icon(data, 64, 0),
      touch: await icon(data, 180, 0.1),
      large: await icon(data, 512, 0.1),
      // Phones cut a circle of four fifths out of it.
      maskable: await icon(data, 512, 0.22),
    },
  }
}

/** A square with the whole logo in it; `air` is the part of its side that stays free at each edge. */
async function icon(logo: Buffer, size: number, air: number): Promise<Uint8Array> {
  const inside = Math.round(size * (1 - 2 * air))
  const { data, info } = await sharp(logo)
    .resize({ width: inside, height: inside, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Math.floor((size - info.width) / 2)
  const top = Math.floor((size - info.height) / 2)
  const background = air === 0 ? { r: 0, g: 0, b: 0, alpha: 0 } : paper
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: data, left, top }])
    .png({ palette: true })
    .toBuffer()
}
