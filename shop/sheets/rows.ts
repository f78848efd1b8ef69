/** Reads a table that somebody uploaded, CSV or a workbook of Excel, as rows of cells. */

import { type CsvOptions, readCsv } from '../csv.ts'
import { invalid } from '../errors.ts'
import { formatWhole } from '../money.ts'
import { unzip } from './unzip.ts'

/** A cell as the file holds it; blank where there is nothing. */
export type Cell = string | number | Date | boolean
export type Row = Cell[]

/** The most that a file may hold; `unpacked`: bytes of a workbook once it is unpacked, as a small file can be made to hold gigabytes. */
export type SheetLimits = { bytes: number; rows: number; unpacked: number } & CsvOptions

/** INVALID, of the field `file`, for anything that is no table, or more than the limits. */
export async function readRows(bytes: Uint8Array, { headed = false, ...most }: SheetLimits): Promise<Row[]> {
  if (bytes.length > most.bytes) throw unreadable(`Dosya en çok ${Math.floor(most.bytes / 1_000_000)} MB olabilir`)
  const rows = isZip(bytes)
    ? await fromWorkbook(bytes, most.unpacked)
    : await fromText(bytes, { headed, rows: most.rows })
  if (rows.filter(isFilled).length > most.rows) {
    throw unreadable(`Dosyada en çok ${formatWhole(most.rows)} satır olabilir; dosyayı bölerek yükleyin`)
  }
  return rows
}

export function isFilled(row: Row): boolean {
  return row.some((cell) => String(cell).trim() !== '')
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function fromWorkbook(bytes: Uint8Array, mostUnpacked: number): Promise<Row[]> {
  // Loaded with the first upload of a workbook, not at each start.
  const [{ zipSync }, { readSheet }] = await Promise.all([import('fflate'), import('read-excel-file/universal')])
  try {
    let unpacked = 0
    const files = await unzip(bytes, ({ size }) => {
      unpacked += size
      if (unpacked > mostUnpacked) throw new Error('too large')
      return true
    })
    // The library unpacks whatever it gets, however long that takes: it gets what was unpacked within bounds.
    const rows = await readSheet(new Uint8Array(zipSync(files, { level: 0 })).buffer)
    return rows.map((row) => row.map((cell) => (cell === null ? '' : plain(cell))))
  } catch (cause) {
    const sentence = 'Bu Excel dosyası okunamadı; .xlsx ya da .csv olarak yeniden indirin'
    throw Object.assign(unreadable(sentence), { cause })
  }
}

function plain(cell: unknown): Cell {
  return cell instanceof Date || typeof cell === 'number' || typeof cell === 'boolean' ? cell : textIn(String(cell))
}

/** Without what no database keeps: a workbook may escape any character. */
function textIn(cell: string): string {
  return cell.replaceAll('\0', '').toWellFormed()
}

async function fromText(bytes: Uint8Array, options: CsvOptions): Promise<Row[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw unreadable('Eski .xls dosyaları okunamaz; .xlsx ya da .csv olarak kaydedip yeniden yükleyin')
  }
  return readCsv(bytes, options)
}

/** The sentence is told by itself, not below a field: with its full stop. */
export function unreadable(sentence: string) {
  return invalid({ file: [sentence.endsWith('.') ? sentence : `${sentence}.`] })
}
