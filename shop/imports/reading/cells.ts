/** Reads the cells of a product file, however a spreadsheet or another shop wrote them. */

import { careGroups, careOf, fits } from '../../catalog/garment.ts'
import { amountInCell } from '../../csv.ts'
import type { Cell } from '../../sheets/rows.ts'
import { fold } from '../../turkish.ts'
import { startsFormula } from '../formula.ts'

/** A cell cannot be what its column holds; the message is one sentence for its row. */
export class Unreadable extends Error {}

/** As text; the sign that keeps spreadsheets from calculating (see write-csv.ts) is none of it. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const text = String(cell).replace(/\r\n?/g, '\n').trim()
  return text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text
}

/** An SKU or a barcode; '8,69E+12' has lost its digits. */
export function codeOf(cell: Cell): string {
  const text = textOf(cell)
  if (/^\d([.,]\d+)?E\+\d+$/i.test(text)) {
    throw new Unreadable('Rakamları kaybolmuş; Excel’de bu sütunu “Metin” yapıp numarayı yeniden yazın')
  }
  return text
}

/** Kuruş; undefined for nothing and for zero. */
export function priceOf(cell: Cell): number | undefined {
  const kurus = typeof cell === 'number' ? Math.round(cell * 100) : amountInCell(plainAmount(textOf(cell)))
  const whole = typeof cell !== 'number' || Math.abs(cell * 100 - (kurus ?? 0)) < 1e-6
  if (kurus === undefined || !whole) {
    throw new Unreadable(`“${textOf(cell).slice(0, 40)}” bir tutar değil; 1299,90 gibi yazın`)
  }
  if (kurus < 0) throw new Unreadable('Fiyat eksi olamaz')
  return kurus || undefined
}

/** '1299.9000', as programs write it: two decimals and zeros. '1.290' is no such: its mark parts thousands, as Turks write them. */
function plainAmount(text: string): string {
  return text.replace(/^(0[.,]\d{2}|\d{4,}[.,]\d{2}|\d+[.,]\d{2}(?=00))0+$/, '$1')
}

export function stockOf(cell: Cell): number {
  const number =
    typeof cell === 'number'
      ? cell
      : Number(
          textOf(cell)
            .replace(/\.(?=\d{3}$)/, '')
            .replace(',', '.'),
        )
  if (!Number.isInteger(number)) throw new Unreadable(`“${textOf(cell).slice(0, 40)}” bir adet değil; tam sayı yazın`)
  if (number < 0) throw new Unreadable('Stok eksi olamaz; elinizde yoksa 0 yazın')
  return number
}

const yes = new Set(['1', 'true', 'evet', 'e', 'yes', 'aktif', 'active', 'yayinda', 'acik', 'satista'])
const no = new Set([
  '0',
  '-1',
  'false',
  'hayir',
  'h',
  'no',
  'pasif',
  'draft',
  'archived',
  'taslak',
  'kapali',
  'unlisted',
])

export function switchOf(cell: Cell): boolean {
  const text = fold(textOf(cell))
  if (yes.has(text)) return true
  if (no.has(text)) return false
  throw new Unreadable(`“${textOf(cell).slice(0, 40)}” anlaşılmadı; “Yayında” ya da “Taslak” yazın`)
}

/** '20', '%20', or 0.2 as Excel keeps a percentage. */
export function vatOf(cell: Cell): string {
  const number = typeof cell === 'number' ? cell : Number(textOf(cell).replace('%', '').replace(',', '.').trim())
  return String(Math.round(number > 0 && number < 1 ? number * 100 : number))
}

/** By name or key. */
export function fitOf(cell: Cell): string {
  const text = fold(textOf(cell))
  return fits.find(({ key, name }) => fold(name) === text || key === text)?.key ?? textOf(cell)
}

/** The longest names first: some hold others. */
const careSymbols = careGroups.flatMap(({ symbols }) => [...symbols]).toSorted((a, b) => b.name.length - a.name.length)

/** Symbols by name or key, parted by semicolons, lines or commas; as the shop keeps them. */
export function careTextOf(cell: Cell): string {
  const named = careSymbols.reduce((text, { key, name }) => text.replaceAll(fold(name), key), fold(textOf(cell)))
  const keys = named.split(/[;\n,]/).flatMap((key) => key.trim() || [])
  return keys.every((key) => careSymbols.some((symbol) => symbol.key === key))
    ? sameCare(keys.join(','))
    : keys.join(', ')
}

/** One spelling of the same symbols. */
export function sameCare(text: string): string {
  return careOf(text)
    .map(({ key }) => key)
    .join(', ')
}

/** '#CDBB9F' or 'cdbb9f' */
export function hexOf(cell: Cell): string {
  const text = textOf(cell).toLowerCase()
  return /^[0-9a-f]{6}$/.test(text) ? `#${text}` : text
}

/** Addresses or names of pictures, in their order. */
export function listOf(cell: Cell): string[] {
  const text = textOf(cell)
  const parts = text.split(text.includes('://') ? /\s*[|;\n]\s*|\s*,\s*(?=https?:\/\/)|,\s+/ : /\s*[|;\n,]\s*/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Descriptions of other shops are HTML; ours are plain text. */
export function plainTextOf(cell: Cell): string {
  const text = textOf(cell)
  if (!/<\/?[a-z][^>]*>|&[a-z]+;|&#\d+;/i.test(text)) return text
  return text
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '• ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => entityOf(name) ?? whole)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function entityOf(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()]
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined
}
