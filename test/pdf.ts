import { inflateSync } from 'node:zlib'

/** Returns the text of each page of a PDF by pdfkit, in the order of writing; lines are joined by spaces. */
export function textOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<string, string>>()
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const content = objects.get(/\/Contents (\d+)/.exec(head)?.[1] ?? '')?.stream ?? ''
      const resources = objects.get(/\/Resources (\d+)/.exec(head)?.[1] ?? '')?.head ?? head
      for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const unicode = /\/ToUnicode (\d+)/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
        fonts.set(name, lettersOf(objects.get(unicode)?.stream ?? ''))
      }
      return read(content, fonts)
    })
}

/** Returns what is drawn on each page of a PDF by pdfkit: each piece of text with size and place, each line and picture. */
export function drawnInPdf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf)
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const content = objects.get(/\/Contents (\d+)/.exec(head)?.[1] ?? '')?.stream ?? ''
      const box = /\/MediaBox \[([^\]]*)\]/.exec(head)?.[1]?.trim() ?? ''
      return [`page ${box}`, ...drawnIn(content)]
    })
}

function drawnIn(content: string): string[] {
  const drawing =
    /([\d. ]+) scn|1 0 0 1 ([-\d.]+) ([-\d.]+) Tm\s+\/(F\d+) ([\d.]+) Tf|([-\d.]+) ([-\d.]+) m\s+([-\d.]+) ([-\d.]+) l|([\d.]+) 0 0 -([\d.]+) ([-\d.]+) ([-\d.]+) cm\s+\/I\d+ Do/g
  let color = ''
  return [...content.matchAll(drawing)].flatMap(([, fill, x, y, font, size, ...line]) => {
    if (fill) {
      color = fill
        .split(' ')
        .map((part) => Math.round(Number(part) * 255))
        .join(',')
      return []
    }
    if (font) return [`${font} ${size} rgb(${color}) at ${x} ${y}`]
    const [fromX, fromY, toX, toY, width, height, left, foot] = line
    return width
      ? [`picture of ${width} by ${height} at ${left} ${foot}`]
      : [`line from ${fromX} ${fromY} to ${toX} ${toY}`]
  })
}

function objectsOf(pdf: Buffer): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  const text = pdf.toString('latin1')
  for (const { 1: id = '', 2: body = '' } of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', rest = ''] = body.split('\nstream\n', 2)
    const bytes = Buffer.from(rest.slice(0, rest.lastIndexOf('\nendstream')), 'latin1')
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
    objects.set(id, { head, stream })
  }
  return objects
}

/** Parses an embedded font's table from glyphs to letters, which screen readers use. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', listed = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, code = '']] of [...listed.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0')
      letters.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function read(content: string, fonts: Map<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined
  const lines: string[] = []
  for (const { 1: name, 2: shown } of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)
    else {
      const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, hex]) => hex).join('')
      lines.push((glyphs.match(/.{4}/g) ?? []).map((glyph) => font?.get(glyph.toLowerCase()) ?? '?').join(''))
    }
  }
  return lines.join(' ').replace(/\s+/g, ' ')
}
