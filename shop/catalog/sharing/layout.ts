import { encode } from 'uqr'
import type { Letters } from '../../media/letters.ts'
import type { Typeface } from '../../media/typefaces.ts'

/** `story`: for a phone's whole screen, with its lower edge free for the app's own buttons. `preview`: for links. */
export const shareKinds = ['story', 'preview'] as const
export type ShareKind = (typeof shareKinds)[number]

/** The texts of the picture. */
export type Shared = {
  shop: string
  name: string
  price: string
  /** The price that the law allows to be struck through; blank without one. */
  struckPrice: string
  /** 'S · M · L', or that there is none. */
  sizes: string
  /** The full address of the product's page. */
  url: string
}

type Box = { left: number; top: number; width: number; height: number }
type Layout = { width: number; height: number; picture: Box; textLeft: number; textWidth: number }

const layouts: Record<ShareKind, Layout> = {
  story: {
    ...{ width: 1080, height: 1920, textLeft: 72, textWidth: 660 },
    picture: { left: 0, top: 0, width: 1080, height: 1350 },
  },
  preview: {
    ...{ width: 1200, height: 630, textLeft: 560, textWidth: 570 },
    picture: { left: 0, top: 0, width: 504, height: 630 },
  },
}

const ink = '#1F1A17'
const muted = '#6B625B'
const nar = '#A8321C'
export const paper = '#FBF8F4'

/** Pixels of the whole. */
export function sizeOf(kind: ShareKind): { width: number; height: number } {
  const { width, height } = layouts[kind]
  return { width, height }
}

export const layoutOf = (kind: ShareKind): Layout => layouts[kind]

/** Everything but the product's picture, as an SVG of its size that is laid over it. */
export function overlayOf(kind: ShareKind, shared: Shared, letters: Letters): string {
  const { width, height } = layouts[kind]
  const parts = kind === 'story' ? storyOf(shared, letters) : previewOf(shared, letters)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

function storyOf(shared: Shared, letters: Letters): string[] {
  const { textLeft: x, textWidth, width } = layouts.story
  const names = wrap(letters, shared.name, 'title', 64, textWidth, 2)
  const below = 1440 + (names.length - 1) * 74
  const brand = cut(letters, shared.shop, 'title', 44, width - 2 * x)
  return [
    ...names.map((line, n) => letters.draw(line, { face: 'title', size: 64, color: ink }, x, 1440 + n * 74)),
    ...prices(shared, letters, x, below + 78, 50),
    letters.draw(
      cut(letters, shared.sizes, 'text', 38, textWidth),
      { face: 'text', size: 38, color: muted },
      x,
      below + 138,
    ),
    letters.draw(
      shortAddress(shared.url, letters, 30, textWidth),
      { face: 'text', size: 30, color: muted },
      x,
      below + 190,
    ),
    qrCode(shared.url, 780, 1390, 228),
    letters.draw(
      brand,
      { face: 'title', size: 44, color: ink },
      (width - letters.widthOf(brand, 'title', 44)) / 2,
      1836,
    ),
  ]
}

function previewOf(shared: Shared, letters: Letters): string[] {
  const { textLeft: x, textWidth } = layouts.preview
  const names = wrap(letters, shared.name, 'title', 58, textWidth, 3)
  const below = 230 + (names.length - 1) * 66
  return [
    letters.draw(cut(letters, shared.shop, 'title', 34, textWidth), { face: 'title', size: 34, color: nar }, x, 96),
    ...names.map((line, n) => letters.draw(line, { face: 'title', size: 58, color: ink }, x, 230 + n * 66)),
    ...prices(shared, letters, x, below + 78, 46),
    letters.draw(
      cut(letters, shared.sizes, 'text', 34, textWidth),
      { face: 'text', size: 34, color: muted },
      x,
      below + 132,
    ),
    letters.draw(shortAddress(shared.url, letters, 26, textWidth), { face: 'text', size: 26, color: muted }, x, 566),
  ]
}

function prices({ price, struckPrice }: Shared, letters: Letters, x: number, y: number, size: number): string[] {
  const now = letters.draw(price, { face: 'strong', size, color: struckPrice ? nar : ink }, x, y)
  if (!struckPrice) return [now]
  const small = Math.round(size * 0.76)
  const left = x + letters.widthOf(price, 'strong', size) + 24
  const end = left + letters.widthOf(struckPrice, 'text', small)
  const line = y - small * 0.3
  return [
    now,
    letters.draw(struckPrice, { face: 'text', size: small, color: muted }, left, y),
    `<path d="M${left} ${line}H${end}" stroke="${muted}" stroke-width="3"/>`,
  ]
}

/** The address without what nobody types; of a long one the shop's alone. */
function shortAddress(url: string, letters: Letters, size: number, width: number): string {
  const { host, pathname } = new URL(url)
  const whole = `${host.replace(/^www\./, '')}${pathname}`
  return letters.widthOf(whole, 'text', size) <= width ? whole : cut(letters, host, 'text', size, width)
}

function qrCode(text: string, left: number, top: number, size: number): string {
  const { data, size: cells } = encode(text, { ecc: 'M', border: 4 })
  const cell = size / cells
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return `<g transform="translate(${left} ${top})"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path fill="#000" transform="scale(${cell})" d="${path}"/></g>`
}

/** In lines of whole words; what does not fit ends with '…'. */
function wrap(letters: Letters, text: string, face: Typeface, size: number, width: number, most: number): string[] {
  const lines: string[] = []
  const fits = (line: string) => letters.widthOf(line, face, size) <= width
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    // The last line takes all that is left, and is cut.
    if (last === undefined || (lines.length < most && !fits(longer))) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line) => cut(letters, line, face, size, width))
}

function cut(letters: Letters, text: string, face: Typeface, size: number, width: number): string {
  if (letters.widthOf(text, face, size) <= width) return text
  const signs = [...text]
  while (signs.length > 0 && letters.widthOf(`${signs.join('').trimEnd()}…`, face, size) > width) signs.pop()
  return `${signs.join('').trimEnd()}…`
}
