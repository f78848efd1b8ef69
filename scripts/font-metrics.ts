/** What a layout needs to know of a font; lengths are parts of the em. */
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

/** Reads the tables of an uncompressed TrueType font (OpenType 1.9: head, hhea, hmtx, cmap format 4). */
export function readMetrics(font: Buffer): FontMetrics {
  const tables = readTables(font)
  const unitsPerEm = table(tables, 'head').readUInt16BE(18)
  const hhea = table(tables, 'hhea')
  const hmtx = table(tables, 'hmtx')
  const glyphs = readGlyphs(font)
  const lastAdvance = hhea.readUInt16BE(34) - 1
  const advance = (letter: string) => hmtx.readUInt16BE(4 * Math.min(glyphs.get(letter) ?? 0, lastAdvance)) / unitsPerEm
  return {
    ascent: hhea.readInt16BE(4) / unitsPerEm,
    descent: -hhea.readInt16BE(6) / unitsPerEm,
    lineGap: hhea.readInt16BE(8) / unitsPerEm,
    letterWidth: turkishMean(advance),
  }
}

/** The glyph of each character that the font has. */
export function readGlyphs(font: Buffer): Map<string, number> {
  const cmap = table(readTables(font), 'cmap')
  const offset = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + 8 * i)).find(
    (start) => cmap.readUInt16BE(start) === 4,
  )
  if (offset === undefined) throw new Error('the font has no cmap of format 4')
  const sub = cmap.subarray(offset)
  const count = sub.readUInt16BE(6) / 2
  const glyphs = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const end = sub.readUInt16BE(14 + 2 * i)
    const start = sub.readUInt16BE(16 + 2 * (count + i))
    const delta = sub.readUInt16BE(16 + 2 * (2 * count + i))
    const rangeAt = 16 + 2 * (3 * count + i)
    const range = sub.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const listed = range === 0 ? code : sub.readUInt16BE(rangeAt + range + 2 * (code - start))
      const glyph = range !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) glyphs.set(String.fromCharCode(code), glyph)
    }
  }
  return glyphs
}

function readTables(font: Buffer): Map<string, Buffer> {
  const records = Array.from({ length: font.readUInt16BE(4) }, (_, i) => font.subarray(12 + 16 * i, 28 + 16 * i))
  return new Map(
    records.map((record) => {
      const start = record.readUInt32BE(8)
      return [record.toString('latin1', 0, 4), font.subarray(start, start + record.readUInt32BE(12))]
    }),
  )
}

function table(tables: Map<string, Buffer>, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
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

/** Fonts that nearly every device has, to stand in until ours arrive. */
export const systemFonts = {
  sans: {
    local: ['Arial', 'Liberation Sans', 'Helvetica', 'Arimo'],
    letterWidth: turkishMean((letter) => (arial[plain(letter)] ?? 556) / 1000),
  },
  serif: {
    local: ['Times New Roman', 'Liberation Serif', 'Times', 'Tinos'],
    letterWidth: turkishMean((letter) => (times[plain(letter)] ?? 500) / 1000),
  },
}
