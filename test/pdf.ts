import { inflateSync } from 'node:zlib'

/** The text of each page of a PDF as pdfkit writes it, in the order of writing; lines are joined by spaces. */
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

/** From the glyphs of an embedded font to letters: the table that readers and screen readers use. */
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
