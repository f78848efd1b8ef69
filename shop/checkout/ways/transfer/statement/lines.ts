import { createHash } from 'node:crypto'
import { dayOf, kurusOf, textOf } from '../../../../sheets/cells.ts'
import type { Row } from '../../../../sheets/rows.ts'
import { fold } from '../../../../turkish.ts'
import type { Columns, Known, Sheet } from '../../sheets/columns.ts'
import { type StatementMeaning as Meaning, statementMeanings } from '../../sheets/contract.ts'

/** Money that came, as a statement shows it. `key` names the line in every copy of the statement. */
export type StatementLine = {
  key: string
  /** '2026-11-20', in Istanbul. */
  day: string
  amountKurus: number
  text: string
}

/** Letters and digits alone. */
export function plainOf(text: string): string {
  return fold(text).replace(/[^a-z0-9]/g, '')
}

/** How banks call their columns, folded; the first that fits counts. */
const titles: [Meaning, RegExp][] = [
  ['balance', /bakiye|balance/],
  ['direction', /borc *[/-] *alacak|^[(]?[ab] *[/-] *[ab][)]?$/],
  ['day', /^(islem )?(tarih|zaman)|tarihi$|^date/],
  ['credit', /alacak|gelen tutar|yatan|credit/],
  ['debit', /borc|giden|cekilen|debit/],
  ['amount', /tutar|miktar|amount/],
  ['text', /aciklama|description|gonderen|karsi|unvan|ad soyad|isim|dekont|referans|islem adi|islem tipi/],
]

/** The bank's statement. */
export const statementSheet: Sheet<Meaning> = {
  kind: 'statement',
  meanings: statementMeanings,
  recognise(row) {
    const columns = row.map((cell) => {
      const title = typeof cell === 'string' ? fold(cell).trim() : ''
      return (title.length <= 40 && titles.find(([, shape]) => shape.test(title))?.[0]) || null
    })
    const enough = [columns, columns.map((meaning) => (meaning === 'direction' ? 'credit' : meaning))]
    return enough.find((columns) => !lacking(columns))
  },
  lacking,
  reads: (row, columns) => moneyOf(row, columns) !== undefined,
  mayBeRead: (row) => row.some((cell, day) => dayOf(cell) && row.some((other, at) => at !== day && kurusOf(other))),
}

function lacking(columns: Columns<Meaning>): string | undefined {
  if (!columns.includes('day')) return 'Tarih sütununu seçin'
  if (!columns.includes('amount') && !columns.includes('credit')) return 'Tutar ya da gelen tutar sütununu seçin'
  return undefined
}

/** Reads the incoming lines. */
export function linesOf({ body, columns, namedBy }: Known<Meaning>): StatementLine[] {
  const seen = new Map<string, number>()
  return body.flatMap((row) => {
    const line = lineOf(row, columns)
    if (!line) return []
    const named = lineOf(row, namedBy) ?? line
    const same = `${named.day}|${named.amountKurus}|${fold(named.text)}|${named.balance}`
    const count = seen.get(same) ?? 0
    seen.set(same, count + 1)
    const key = createHash('sha256').update(`${same}|${count}`).digest('hex')
    return [{ key, day: line.day, amountKurus: line.amountKurus, text: line.text }]
  })
}

function lineOf(row: Row, columns: Columns<Meaning>) {
  const money = moneyOf(row, columns)
  if (!money || money.amountKurus <= 0) return undefined
  const text = row
    .filter((_, index) => columns[index] === 'text' || columns[index] === 'reference')
    .map(textOf)
    .filter((text) => text !== '')
    .join(' · ')
  return { ...money, text: text.slice(0, 500), balance: kurusOf(cellOf(row, columns, 'balance')) }
}

/** The day of a line and what it moved: below 0 what went out. */
function moneyOf(row: Row, columns: Columns<Meaning>) {
  const day = dayOf(cellOf(row, columns, 'day'))
  const moved = kurusOf(cellOf(row, columns, columns.includes('credit') ? 'credit' : 'amount'))
  if (!day || moved === undefined) return undefined
  return { day, amountKurus: isOutgoing(cellOf(row, columns, 'direction')) ? -Math.abs(moved) : moved }
}

/** 'B', 'Borç', 'D' and '-' where a column tells the direction of an amount without a sign. */
function isOutgoing(cell: Row[number] | undefined): boolean {
  return /^(b|borc|d|debit|-|giden|cikan|cikis)$/.test(fold(textOf(cell)))
}

function cellOf(row: Row, columns: Columns<Meaning>, meaning: Meaning) {
  return row[columns.indexOf(meaning)]
}
