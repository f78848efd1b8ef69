import { amountInCell } from '../csv.ts'
import type { Cell } from './rows.ts'

/** '23.11.2026', '23/11/2026 14:05', '2026-11-23', a date of Excel, or its number of days since 1900. */
export function dayOf(cell: Cell | undefined): string | undefined {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number' && cell > 40_000 && cell < 80_000) {
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10)
  }
  const text = String(cell ?? '').trim()
  const [, d, m, y] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text) ?? []
  const iso = d && m && y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  return iso && isDay(iso) ? iso : undefined
}

/** Not one that no calendar has, such as the 31st of February, which would be read as the 3rd of March. */
function isDay(iso: string): boolean {
  const at = new Date(iso)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
}

/** In kuruş; undefined where it is no amount. */
export function kurusOf(cell: Cell | undefined): number | undefined {
  if (cell instanceof Date || typeof cell === 'boolean') return undefined
  return typeof cell === 'number' ? Math.round(cell * 100) : amountInCell(cell ?? '')
}

/** As a person reads it. */
export function textOf(cell: Cell | undefined): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10).split('-').reverse().join('.')
  return String(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
