import { strToU8, Zip, ZipDeflate } from 'fflate'
import { escapeXml } from './markup.ts'

/** A cell: a text, a number, an amount in kuruş, a day ('2026-11-20'), or nothing. */
export type Cell = string | number | { kurus: number } | { day: string } | undefined
/** `width` in letters. */
export type Column = { title: string; width: number }
type Sheet = { name: string; columns: Column[]; rows: AsyncIterable<Cell[]> }

/** Writes one sheet as a workbook of Excel, row by row: however long it is, little of it is in memory at a time. */
export async function* xlsx({ name, columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    made.push(chunk)
  })
  const add = (path: string) => {
    const file = new ZipDeflate(path)
    zip.add(file)
    return file
  }
  for (const [path, text] of Object.entries(frame(name))) add(path).push(strToU8(text), true)
  const sheet = add('xl/worksheets/sheet1.xml')
  let line = 1
  sheet.push(
    strToU8(
      `${sheetHead(columns)}${rowXml(
        line,
        columns.map(({ title }) => title),
        heading,
      )}`,
    ),
  )
  for await (const cells of rows) {
    line++
    sheet.push(strToU8(rowXml(line, cells)))
    yield* made
    made = []
  }
  const filter = `<autoFilter ref="A1:${letterOf(columns.length - 1)}${line}"/>`
  sheet.push(strToU8(`</sheetData>${filter}</worksheet>`), true)
  zip.end()
  yield* made
}

/** The styles of cells, by their place in styles.xml. */
const [amount, date, heading] = [1, 2, 3]

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook beside its sheet (ECMA-376, Part 1). */
function frame(name: string): Record<string, string> {
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${spreadsheet}.${type}+xml"/>`
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`
  return {
    '[Content_Types].xml': `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook.xml', 'sheet.main')}${part('worksheets/sheet1.xml', 'worksheet')}${part('styles.xml', 'styles')}</Types>`,
    '_rels/.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${related('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packaged}/relationships">${related('rId1', 'worksheet', 'worksheets/sheet1.xml')}${related('rId2', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="dd.mm.yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  }
}

function sheetHead(columns: Column[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const frozen =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  return `${declaration}<worksheet xmlns="${main}"><sheetViews>${frozen}</sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

function rowXml(line: number, cells: Cell[], style = 0): string {
  return `<row r="${line}">${cells.map((cell, index) => cellXml(`${letterOf(index)}${line}`, cell, style)).join('')}</row>`
}

/** A text stays a text, whatever it begins with: nothing of it is a formula. */
function cellXml(at: string, cell: Cell, style: number): string {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'string') {
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if ('day' in cell) return `<c r="${at}" s="${date}"><v>${serialOf(cell.day)}</v></c>`
  return `<c r="${at}" s="${amount}"><v>${(cell.kurus / 100).toFixed(2)}</v></c>`
}

/** Excel counts days from the last of 1899. */
function serialOf(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000)
}

/** The 0th column is A, the 26th AA. */
function letterOf(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? letterOf(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}
