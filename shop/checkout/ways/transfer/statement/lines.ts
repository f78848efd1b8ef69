import { createHash } from 'node:crypto'
import { amountInCell } from '../../../../csv.ts'
import { type Cell, type Row, unreadable } from '../../../../sheets/rows.ts'
import { fold } from '../../../../turkish.ts'

/** Money that came, as a statement shows it. `key` names the line in every copy of the statement. */
export type StatementLine = {
  key: string
  /** '2026-11-20', in Istanbul. */
  day: string
  amountKurus: number
  text: string
}

type Meaning = 'day' | 'amount' | 'credit' | 'debit' | 'text' | 'balance'

/** How banks call their columns, folded; the first that fits counts. */
const titles: [Meaning, RegExp][] = [
  ['balance', /bakiye|balance/],
  ['day', /^(islem )?(tarih|zaman)|tarihi$|^date/],
  ['credit', /alacak|gelen tutar|yatan|credit/],
  ['debit', /borc|giden|cekilen|debit/],
  ['amount', /tutar|miktar|amount/],
  ['text', /aciklama|description|gonderen|karsi|unvan|ad soyad|isim|dekont|referans|islem adi|islem tipi/],
]

/** Reads the incoming lines below the row of titles; INVALID when no such row names a day and an amount. */
export function linesOf(rows: Row[]): StatementLine[] {
  const head = rows.findIndex((row) => isHead(meaningsOf(row)))
  if (head < 0) throw unreadable('Bu ekstrede tarih ve tutar sütunları bulunamadı; başlık satırıyla birlikte indirin')
  const meanings = meaningsOf(rows[head] ?? [])
  const seen = new Map<string, number>()
  return rows.slice(head + 1).flatMap((row) => {
    const line = lineOf(row, meanings)
    if (!line) return []
    const same = `${line.day}|${line.amountKurus}|${fold(line.text)}|${line.balance}`
    const count = seen.get(same) ?? 0
    seen.set(same, count + 1)
    const key = createHash('sha256').update(`${same}|${count}`).digest('hex')
    return [{ key, day: line.day, amountKurus: line.amountKurus, text: line.text }]
  })
}

function meaningsOf(row: Row): (Meaning | undefined)[] {
  return row.map((cell) => {
    const title = typeof cell === 'string' ? fold(cell).trim() : ''
    return title === '' || title.length > 40 ? undefined : titles.find(([, shape]) => shape.test(title))?.[0]
  })
}

function isHead(meanings: (Meaning | undefined)[]): boolean {
  return meanings.includes('day') && (meanings.includes('amount') || meanings.includes('credit'))
}

function lineOf(row: Row, meanings: (Meaning | undefined)[]) {
  const first = (meaning: Meaning) => row[meanings.indexOf(meaning)]
  const day = dayOf(first('day'))
  const amountKurus = kurusOf(meanings.includes('credit') ? first('credit') : first('amount'))
  if (!day || amountKurus === undefined || amountKurus <= 0) return undefined
  const text = row
    .filter((cell, index) => meanings[index] === 'text' && cell !== '')
    .map(String)
    .join(' · ')
  return { day, amountKurus, text: text.replace(/\s+/g, ' ').trim().slice(0, 500), balance: kurusOf(first('balance')) }
}

/** '23.11.2026', '23/11/2026 14:05', '2026-11-23', a date of Excel, or its number of days since 1900. */
function dayOf(cell: Cell | undefined): string | undefined {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number' && cell > 40_000 && cell < 80_000) {
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10)
  }
  const text = String(cell ?? '').trim()
  const [, d, m, y] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})/.exec(text) ?? []
  const iso = d && m && y ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  return iso && !Number.isNaN(Date.parse(iso)) ? iso : undefined
}

/** In kuruş; undefined where it is no amount. */
export function kurusOf(cell: Cell | undefined): number | undefined {
  return typeof cell === 'number' ? Math.round(cell * 100) : amountInCell(String(cell ?? ''))
}
