/** Reads the CSV files that Turkish banks, carriers and Excel write. */

import { invalid } from './errors.ts'

/**
 * `headed`: the first row names the columns, so it tells how cells are parted. Empty rows above another stay then, so that rows can be
 * told by the numbers of a spreadsheet. `rows`: of filled ones only the first so many and one more are read, which says that there are more.
 */
export type CsvOptions = { headed?: boolean; rows?: number }

/**
 * Rows of cells, without the empty rows: UTF-8 or Windows-1254, separated by semicolons, tabs or commas. INVALID, of the field
 * `file`, for what cannot be cut into rows. Its library is loaded by whoever reads a file, not by each start.
 */
export async function readCsv(bytes: Uint8Array, { headed = false, rows: most }: CsvOptions = {}): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync')
  const { text, separator } = withoutHint(decode(bytes))
  if (text.includes('\0'))
    throw invalid({ file: ['Bu dosya bir tablo değil; .xlsx ya da .csv olarak yeniden indirin'] })
  const { filled, blank } = withoutTail(text)
  if (blank > mostBlank) throw invalid({ file: ['Dosyada çok fazla boş satır var; onları silip yeniden kaydedin'] })
  try {
    const rows: string[][] = parse(filled, {
      bom: true,
      delimiter: separator ?? (headed ? separatorOfHead(text) : separatorOf(text)),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: !headed,
      skip_records_with_empty_values: !headed,
      ...(most !== undefined && { to: most + blank + 1 }),
    })
    return rows.slice(0, rows.findLastIndex((row) => row.some(Boolean)) + 1)
  } catch {
    throw invalid({ file: ['Bu dosya satırlara ayrılamadı; yeniden CSV olarak indirin'] })
  }
}

/** Lines without anything between others; each is a row that takes as long to read as a filled one. */
const mostBlank = 200_000

/** Signs of a line that holds nothing: Excel saves a million of them below a table. */
const between = new Set([...' \t\r;,'].map((sign) => sign.charCodeAt(0)))
const newLine = 10
const carriageReturn = 13

/** The text up to its last filled line, and how many blank ones it has. Not by a pattern: a file may be nothing but line breaks. */
function withoutTail(text: string): { filled: string; blank: number } {
  let [end, blank, waiting, isBlank] = [0, 0, 0, true]
  for (let at = 0; at <= text.length; at++) {
    const sign = text.charCodeAt(at)
    const isEnd = sign === newLine || (sign === carriageReturn && text.charCodeAt(at + 1) !== newLine)
    if (isEnd || at === text.length) {
      if (isBlank) waiting++
      else [end, blank, waiting] = [at, blank + waiting, 0]
      isBlank = true
    } else if (!between.has(sign)) isBlank = false
  }
  return { filled: text.slice(0, end), blank }
}

function decode(bytes: Uint8Array): string {
  // "Unicode text" of Excel.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

/** 'sep=;' above a table says to Excel how it is cut, and is no row of it. */
function withoutHint(text: string): { text: string; separator: string | undefined } {
  const [hint = '', separator] = /^\uFEFF?"?sep=([;,\t])"?\r?\n/i.exec(text) ?? []
  return { text: text.slice(hint.length), separator }
}

/** The first counts where two cut equally often: commas stand in amounts. */
const marks = [';', '\t', ',']

/** The one that cuts most lines. */
function separatorOf(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, 50)
  const cut = (mark: string) => lines.filter((line) => line.includes(mark)).length
  return marks.toSorted((a, b) => cut(b) - cut(a))[0] ?? ';'
}

/**
 * The separator of a table by its head, as the texts below it may hold any sign, and line breaks. A title may stand above the head, and
 * may have commas: the line below it is not cut into as many by them then.
 */
function separatorOfHead(text: string): string {
  const lines = text.split(/\r?\n/, 10).map((line) => line.replace(/"[^"]*"/g, ''))
  const cuts = (line: string, mark: string) => line.split(mark).length - 1
  const isHead = (line: string, index: number) =>
    /[;\t]|,.*,/.test(line) || (line.includes(',') && lines[index + 1]?.includes(','))
  const head = lines.find(isHead) ?? lines.find((line) => line.includes(',')) ?? ''
  const [mark = ';'] = marks.toSorted((a, b) => cuts(head, b) - cuts(head, a))
  if (mark !== ',') return mark
  const filled = lines.filter(Boolean)
  const isKept =
    (line: string, below = '') =>
    (mark: string) =>
      cuts(line, mark) > 0 && cuts(line, mark) === cuts(below, mark)
  return filled.flatMap((line, index) => marks.filter(isKept(line, filled[index + 1])))[0] ?? mark
}

/** An amount in kuruş as Turks and programs write it: '1.248,00 TL', '1248.5', '₺1,248.00'; undefined when it is none. */
export function amountInCell(cell: string): number | undefined {
  const digits = cell.replace(/(TL|TRY|₺)/gi, '').replace(/\s/g, '')
  const [, sign = '', whole = '', part = ''] =
    /^([-+]?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  if (!whole) return undefined
  const kurus = Number(whole.replace(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'))
  if (!Number.isSafeInteger(kurus)) return undefined
  return sign === '-' ? -kurus : kurus
}
