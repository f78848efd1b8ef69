import { create, type Font } from 'fontkit'

/** Measures of a font for layout; lengths are parts of the em. */
export type FontMetrics = {
  ascent: number
  descent: number
  lineGap: number
  /** Width of an average letter of Turkish text. */
  letterWidth: number
}

/** How often each letter, and the space, comes in Turkish text, in parts per thousand letters. */
const frequencies: Record<string, number> = {
  a: 119,
  e: 89,
  i: 86,
  n: 75,
  r: 67,
  l: 59,
  ı: 51,
  d: 47,
  k: 47,
  m: 37,
  u: 32,
  y: 33,
  t: 30,
  s: 30,
  b: 28,
  o: 25,
  ü: 19,
  ş: 18,
  z: 15,
  g: 13,
  ç: 11,
  h: 12,
  ğ: 11,
  v: 10,
  c: 10,
  ö: 8,
  p: 9,
  f: 5,
  ' ': 150,
}

/** The mean of `widthOf` over Turkish text. */
function turkishMean(widthOf: (letter: string) => number): number {
  const entries = Object.entries(frequencies)
  const total = entries.reduce((sum, [, frequency]) => sum + frequency, 0)
  return entries.reduce((sum, [letter, frequency]) => sum + widthOf(letter) * frequency, 0) / total
}

export function readMetrics(font: Font): FontMetrics {
  const { unitsPerEm } = font
  return {
    ascent: font.hhea.ascent / unitsPerEm,
    descent: -font.hhea.descent / unitsPerEm,
    lineGap: font.hhea.lineGap / unitsPerEm,
    letterWidth: turkishMean((letter) => (font.glyphsForString(letter)[0]?.advanceWidth ?? 0) / unitsPerEm),
  }
}

/** Opens one font of the bytes of a file. */
export function openFont(bytes: Buffer): Font {
  const font = create(bytes)
  if ('fonts' in font) throw new Error('a collection of fonts, not one')
  return font
}

/** Widths in thousandths of an em that Arial and its metric twins share, and Times New Roman and its. */
const arial: Record<string, number> = {
  c: 500,
  f: 278,
  i: 222,
  ı: 278,
  k: 500,
  l: 222,
  m: 833,
  r: 333,
  s: 500,
  t: 278,
  v: 500,
  y: 500,
  z: 500,
  ' ': 278,
}
const times: Record<string, number> = {
  a: 444,
  c: 444,
  e: 444,
  f: 333,
  i: 278,
  ı: 278,
  l: 278,
  m: 778,
  r: 333,
  s: 389,
  t: 278,
  z: 444,
  ' ': 250,
}
const plain = (letter: string) => letter.replace(/[çşğöü]/, (l) => ({ ç: 'c', ş: 's', ğ: 'g', ö: 'o', ü: 'u' })[l] ?? l)

/** Fonts of nearly every device, to stand in until ours arrive: computers and iPhones have those of `common`, Android has its own. */
export const systemFonts = {
  sans: {
    common: {
      local: ['Arial', 'Liberation Sans', 'Helvetica', 'Arimo'],
      letterWidth: turkishMean((letter) => (arial[plain(letter)] ?? 556) / 1000),
    },
    // As readMetrics has them of Roboto 2.138 and Noto Serif 2.004.
    android: { local: ['Roboto', 'Roboto-Regular'], letterWidth: 0.4423 },
  },
  serif: {
    common: {
      local: ['Times New Roman', 'Liberation Serif', 'Times', 'Tinos'],
      letterWidth: turkishMean((letter) => (times[plain(letter)] ?? 500) / 1000),
    },
    android: { local: ['Noto Serif', 'Noto Serif Regular', 'NotoSerif-Regular', 'NotoSerif'], letterWidth: 0.487 },
  },
}

/** A font of the device: its names, and how wide its average letter is. */
export type SystemFont = { local: string[]; letterWidth: number }
