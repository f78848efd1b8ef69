import { invalid } from '../../../../errors.ts'
import { statementBytes } from '../contract.ts'

/** A cell as the file holds it; blank where there is nothing. */
export type Cell = string | number | Date | boolean
export type Row = Cell[]

const mostRows = 20_000
/** What a workbook may hold once it is unpacked: a small file can be made to hold gigabytes. */
const mostUnpacked = 60_000_000

/** Reads a bank's statement, CSV or XLSX, as rows; INVALID, of the field `file`, for anything else. */
export async function readRows(bytes: Uint8Array): Promise<Row[]> {
  if (bytes.length > statementBytes) throw unreadable('Dosya en çok 3 MB olabilir')
  // Their libraries are loaded by whoever uploads a statement, not by each start.
  const rows = isZip(bytes) ? await fromWorkbook(bytes) : await fromText(bytes)
  if (rows.length > mostRows) throw unreadable('Dosyada en çok 20.000 satır olabilir; daha kısa bir dönem seçin')
  return rows
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

async function fromWorkbook(bytes: Uint8Array): Promise<Row[]> {
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
    throw unreadable('Bu Excel dosyası okunamadı; bankanızdan .xlsx ya da .csv olarak yeniden indirin')
  }
}

function plain(cell: unknown): Cell {
  return cell instanceof Date || typeof cell === 'number' || typeof cell === 'boolean' ? cell : String(cell)
}

/** UTF-8, or what Turkish Windows writes; the separator is the one that stands there most often. */
async function fromText(bytes: Uint8Array): Promise<Row[]> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw unreadable('Eski .xls dosyaları okunamaz; bankanızdan .xlsx ya da .csv olarak indirin')
  }
  const text = decode(bytes)
  if (text.includes('\0')) throw unreadable('Bu bir CSV ya da Excel dosyası değil')
  const { parse } = await import('csv-parse/sync')
  const separator = [';', '\t', ',']
    .map((each) => ({ each, count: text.split(each).length }))
    .sort((a, b) => b.count - a.count)
  try {
    return parse(text, {
      delimiter: separator[0]?.each ?? ';',
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    throw unreadable('Bu dosya satırlara ayrılamadı; bankanızdan CSV ya da .xlsx olarak yeniden indirin')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1254').decode(bytes)
  }
}

export function unreadable(sentence: string) {
  return invalid({ file: [sentence] })
}
