import { textOf } from './cells.ts'
import { type Row, readRows } from './rows.ts'

/** The largest list that is read. */
export const listBytes = 3_000_000

const limits = { bytes: listBytes, rows: 20_000, unpacked: 60_000_000 }

/** Reads a list of a bank or a carrier, CSV or XLSX, as its rows that are not empty; INVALID, of the field `file`, for anything else. */
export async function readList(bytes: Uint8Array): Promise<Row[]> {
  const rows = await readRows(bytes, limits)
  return rows.filter((row) => row.some((cell) => textOf(cell) !== ''))
}
