/** Reads the lists that banks and carriers give their customers, as CSV or as a workbook of Excel. */

import { readCsv } from '../csv.ts'
import { invalid } from '../errors.ts'

/** A cell as the file holds it; blank where there is nothing. */
export type Cell = string | number | Date | boolean
export type Row = Cell[]

/** The largest file that is read. */
export const tableBytes = 3_000_000

const mostRows = 20_000
/** What a workbook may hold once it is unpacked: a small file can be made to hold gigabytes. */
const mostUnpacked = 60_000_000

/** Reads a CSV or XLSX file as rows; INVALID, of the field `file`, for anything else. */
export async function readRows(bytes: Uint8Array): Promise<Row[]> {
  if (bytes.length > tableBytes) throw unreadable('Dosya en çok 3 MB olabilir')
  const rows = isZip(bytes) ? await fromWorkbook(bytes) : await fromText(bytes)
  if (rows.length > mostRows) throw unreadable('Dosyada en çok 20.000 satır olabilir; daha kısa bir liste seçin')
  return rows
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function fromWorkbook(bytes: Uint8Array): Promise<Row[]> {
  // Loaded by whoever uploads a workbook, not by each start.
  const [{ unzipSync }, { readSheet }] = await Promise.all([import('fflate'), import('read-excel-file/universal')])
  try {
    let unpacked = 0
    unzipSync(bytes, {
      filter({ originalSize }) {
        unpacked += originalSize
        return false
      },
    })
    if (unpacked > mostUnpacked) throw new Error('too large')
    const rows = await readSheet(new Uint8Array(bytes).buffer)
    return rows.map((row) => row.map((cell) => (cell === null ? '' : plain(cell))))
  } catch {
    throw unreadable('Bu Excel dosyası okunamadı; dosyayı .xlsx ya da .csv olarak yeniden indirin')
  }
}

function plain(cell: unknown): Cell {
  return cell instanceof Date || typeof cell === 'number' || typeof cell === 'boolean' ? cell : String(cell)
}

async function fromText(bytes: Uint8Array): Promise<Row[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw unreadable('Eski .xls dosyaları okunamaz; dosyayı .xlsx ya da .csv olarak indirin')
  }
  return readCsv(bytes)
}

export function unreadable(sentence: string) {
  return invalid({ file: [sentence] })
}
