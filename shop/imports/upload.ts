/** An uploaded file as a table with its pictures: CSV, XLSX, a product feed in XML, or a ZIP that holds one of them and pictures. */

import { createHash } from 'node:crypto'
import { maxImageBytes } from '../media/contract.ts'
import type { Row } from '../sheets/rows.ts'
import { isFilled, isZip, readRows, type SheetLimits, unreadable } from '../sheets/rows.ts'
import { unzip } from '../sheets/unzip.ts'
import { maxImportBytes } from './contract.ts'
import { headRowOf, mostAbove } from './reading/columns.ts'
import { readFeed } from './reading/feed.ts'

export type Upload = {
  header: string[]
  rows: Row[]
  /** Rows above the one that names the columns: a title, a date. */
  above: number
  /** By the file's name in small letters: the id that the picture gets, and its bytes. */
  pictures: Map<string, { id: string; bytes: Uint8Array }>
}

const limits: SheetLimits = { bytes: maxImportBytes, rows: 50_001, unpacked: 150_000_000, headed: true }
/** Bytes of all that a ZIP holds. */
const mostUnpacked = 200_000_000
const mostEntries = 5000

/** INVALID, of the field `file`, with a sentence for whatever cannot be read. */
export async function readUpload(bytes: Uint8Array): Promise<Upload> {
  const { table, pictures } = isZip(bytes) ? await unpack(bytes) : { table: bytes, pictures: new Map() }
  const rows = isXml(table) ? readFeed(table) : await readRows(table, limits)
  const above = headRowOf(rows.slice(0, mostAbove).map(textsOf))
  const [head = [], ...below] = rows.slice(above)
  const header = textsOf(head)
  if (!below.some(isFilled))
    throw unreadable('Dosyada ürün satırı yok; ilk satır sütun adları, altındakiler ürünler olmalı')
  if (header.length > 400) throw unreadable('Dosyada en çok 400 sütun olabilir')
  return { header, rows: below, above, pictures }
}

function textsOf(row: Row): string[] {
  return row.map((cell) => String(cell).trim())
}

function isXml(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*<(\?xml|rss|feed)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))
}

/** A workbook is a ZIP too; it stays as it is. */
async function unpack(bytes: Uint8Array): Promise<{ table: Uint8Array; pictures: Upload['pictures'] }> {
  const names: string[] = []
  let unpacked = 0
  const isTable = (name: string) => /\.(csv|txt|tsv|xlsx|xml)$/i.test(name)
  try {
    const files = await unzip(bytes, ({ name, size }) => {
      names.push(name)
      if (names.length > mostEntries || names.includes('xl/workbook.xml')) return false
      if (/(^|\/)(__MACOSX|\.)/.test(name) || !(isTable(name) || isPicture(name))) return false
      if (isPicture(name) && size > maxImageBytes) return false
      unpacked += size
      return unpacked <= mostUnpacked
    })
    if (names.includes('xl/workbook.xml')) return { table: bytes, pictures: new Map() }
    if (names.length > mostEntries || unpacked > mostUnpacked) {
      throw unreadable('ZIP dosyasının içi çok büyük; resimleri bölerek birkaç dosyada yükleyin')
    }
    const tables = Object.entries(files).filter(([name]) => isTable(name))
    const [table] = tables
    if (!table || tables.length > 1) {
      throw unreadable('ZIP dosyasında resimlerin yanında tam bir ürün dosyası (.xlsx, .csv ya da .xml) olmalı')
    }
    return { table: table[1], pictures: picturesIn(files) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'INVALID') throw error
    throw unreadable('Bu ZIP dosyası açılamadı; yeniden sıkıştırıp yükleyin')
  }
}

function isPicture(name: string): boolean {
  return /\.(jpe?g|png|webp|avif)$/i.test(name)
}

function picturesIn(files: Record<string, Uint8Array>): Upload['pictures'] {
  return new Map(
    Object.entries(files).flatMap(([name, bytes]) =>
      isPicture(name) ? [[nameOf(name), { id: pictureIdOf(bytes), bytes }] as const] : [],
    ),
  )
}

/** As store-image.ts names a picture: by its content. */
function pictureIdOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** 'Resimler/Elbise 1.JPG' → 'elbise 1.jpg'. Cameras write IMG_1.JPG and owners img_1.jpg, IŞIK.JPG and ışık.jpg: each i is one letter. */
export function nameOf(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').normalize('NFC').replace(/[İIı]/g, 'i').toLowerCase()
}
