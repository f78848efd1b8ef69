/**
 * The words of İYS, the national register of consent, as its interface names them (dev.iys.org.tr, "Tekil İzin Ekleme" and "İzin
 * Hareket Dosyası", November 2026): times are those of Türkiye.
 */

import { dayOf, textOf } from '../../../sheets/cells.ts'
import type { Cell, Row } from '../../../sheets/rows.ts'
import { istanbulClock } from '../../../time.ts'
import type { ConsentEvent, Recipient } from '../ledger.ts'
import { recipientOf } from '../ledger.ts'

export const iysColumns = ['type', 'source', 'recipient', 'status', 'consentDate', 'recipientType'] as const
type IysColumn = (typeof iysColumns)[number]

const types = { EMAIL: 'EPOSTA', SMS: 'MESAJ' } as const

export function iysLine({ channel, source, recipient, status, happenedAt }: ConsentEvent): string {
  const cells: Record<IysColumn, string> = {
    type: types[channel],
    source,
    recipient,
    status: status === 'GIVEN' ? 'ONAY' : 'RET',
    consentDate: iysMoment(happenedAt),
    recipientType: 'BIREYSEL',
  }
  return `${iysColumns.map((name) => cellText(cells[name])).join(',')}\r\n`
}

function cellText(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function iysMoment(moment: Date): string {
  return istanbulClock(moment).toISOString().slice(0, 19).replace('T', ' ')
}

/** A line of a file of İYS; of companies (TACIR) too, who are written to as others are. */
export type IysLine = Recipient & { status: 'ONAY' | 'RET'; source: string; happenedAt: Date }

/** The lines of a file, and what is wrong with others, by their number in it. ARAMA: the shop calls nobody. */
export function readLines(rows: Row[]): { lines: IysLine[]; wrong: { row: number; message: string }[]; calls: number } {
  const at = columnsOf(rows[0] ?? [])
  const lines: IysLine[] = []
  const wrong: { row: number; message: string }[] = []
  let calls = 0
  for (const [index, row] of rows.slice(1).entries()) {
    const cell = (name: IysColumn) => row[at.get(name) ?? -1]
    if (textOf(cell('type')).toUpperCase() === 'ARAMA') calls++
    else {
      const line = lineOf(cell)
      if (typeof line === 'string') wrong.push({ row: index + 2, message: line })
      else lines.push(line)
    }
  }
  return { lines, wrong, calls }
}

/** Which column is where; undefined columns are missing from the map. */
export function columnsOf(head: Row): Map<IysColumn, number> {
  const titles = head.map((cell) => textOf(cell).toLowerCase())
  return new Map(
    iysColumns.flatMap((name) => {
      const place = titles.indexOf(name.toLowerCase())
      return place < 0 ? [] : [[name, place] as const]
    }),
  )
}

function lineOf(cell: (name: IysColumn) => Cell | undefined): IysLine | string {
  const address = recipientOf(textOf(cell('recipient')))
  if (!address) return 'Alıcı bir e-posta adresi ya da telefon değil'
  if (textOf(cell('type')).toUpperCase() !== types[address.channel])
    return 'Tür alıcıya uymuyor: EPOSTA ya da MESAJ olmalı'
  const status = textOf(cell('status')).toUpperCase()
  if (status !== 'ONAY' && status !== 'RET') return 'Durum ONAY ya da RET olmalı'
  const happenedAt = momentOf(cell('consentDate'))
  if (!happenedAt) return 'İzin tarihi okunamadı'
  const source = textOf(cell('source')).toUpperCase()
  return { ...address, status, happenedAt, source: /^(HS|IYS)_\w{1,40}$/.test(source) ? source : 'IYS' }
}

function momentOf(cell: Cell | undefined): Date | undefined {
  const day = dayOf(cell)
  if (!day) return undefined
  const clock = cell instanceof Date ? cell.toISOString().slice(11, 19) : timeIn(String(cell))
  const moment = new Date(`${day}T${clock}+03:00`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function timeIn(text: string): string {
  const [, h = '00', m = '00', s = '00'] = /[ T](\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? []
  return `${h.padStart(2, '0')}:${m}:${s}`
}
