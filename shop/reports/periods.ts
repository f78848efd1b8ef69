import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../errors.ts'
import { after, days, istanbulDay } from '../time.ts'
import type { ReportQuery } from './contract.ts'

/** Istanbul days, both included. */
export type Period = { from: string; to: string }

const usualDays = 30
/** Ten years and some days. */
const mostDays = 3660

/** The asked period; INVALID when it ends before it begins or is too long. */
export function periodOf({ from, to }: ReportQuery, now: Date): Period {
  const last = to ?? istanbulDay(now)
  const period = { from: from ?? plus(last, 1 - usualDays), to: last }
  if (period.from > period.to) throw invalid({ to: ['Bitiş günü başlangıçtan önce olamaz'] })
  if (daysOf(period) > mostDays) throw invalid({ from: ['En fazla on yıllık bir dönem seçin'] })
  return period
}

/** The period to compare with: as many days just before it, or the same days a year earlier. */
export function comparedWith(period: Period, compare: ReportQuery['compare']): Period | undefined {
  if (compare === 'none') return undefined
  if (compare === 'year') return { from: yearBefore(period.from), to: yearBefore(period.to) }
  const to = plus(period.from, -1)
  return { from: plus(to, 1 - daysOf(period)), to }
}

export function daysOf({ from, to }: Period): number {
  return Math.round((new Date(to).getTime() - new Date(from).getTime()) / days(1)) + 1
}

/** '2026-11-30', 1 → '2026-12-01' */
export function plus(day: string, n: number): string {
  return after(new Date(day), days(n)).toISOString().slice(0, 10)
}

/** The same day a year earlier; the 28th for the 29th of February. */
function yearBefore(day: string): string {
  const [year = '', ...rest] = day.split('-')
  const date = `${String(Number(year) - 1).padStart(4, '0')}-${rest.join('-')}`
  return rest.join('-') === '02-29' ? date.replace('02-29', '02-28') : date
}

/** A longer period is shown month by month. */
const mostBars = 92

function isByMonth(period: Period): boolean {
  return daysOf(period) > mostBars
}

/** The days of a period, or its months as '2026-11'. */
export function stepsOf(period: Period): string[] {
  if (!isByMonth(period)) return Array.from({ length: daysOf(period) }, (_, n) => plus(period.from, n))
  const steps: string[] = []
  for (let month = period.from.slice(0, 7); month <= period.to.slice(0, 7); month = plus(`${month}-28`, 4).slice(0, 7))
    steps.push(month)
  return steps
}

/** The step that a day belongs to. */
export function stepOf(period: Period, day: SQL): SQL {
  return isByMonth(period) ? sql`to_char(${day}, 'YYYY-MM')` : sql`to_char(${day}, 'YYYY-MM-DD')`
}

/** The spans of report_sums, longest first: where the one that holds a day begins, and where the one after `start` begins. */
const spans: { span: string; startOf: (day: string) => string; next: (start: string) => string }[] = [
  { span: 'Y', startOf: (day) => `${day.slice(0, 4)}-01-01`, next: (start) => monthsOn(start, 12) },
  { span: 'Q', startOf: quarterOf, next: (start) => monthsOn(start, 3) },
  { span: 'M', startOf: (day) => `${day.slice(0, 7)}-01`, next: (start) => monthsOn(start, 1) },
  // Ten days; the last of a month holds what is left of it.
  { span: 'T', startOf: tenOf, next: (start) => (start.endsWith('21') ? monthsOn(start, 1) : plus(start, 10)) },
  { span: 'D', startOf: (day) => day, next: (start) => plus(start, 1) },
]

function quarterOf(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`
}

function tenOf(day: string): string {
  const ten = Math.min(Math.floor((Number(day.slice(8)) - 1) / 10), 2)
  return `${day.slice(0, 7)}-${ten}1`
}

/** The first day of the month so many months after that of `day`. */
function monthsOn(day: string, n: number): string {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + n, 1)).toISOString().slice(0, 10)
}

type Stretch = { span: string; from: string; end: string }

/** The fewest sums that make up the days from `from` to the one before `end`. */
function stretchesOf(from: string, end: string, among = spans): Stretch[] {
  const [longest, ...shorter] = among
  if (!longest || from >= end) return []
  const { span, startOf, next } = longest
  const first = startOf(from) === from ? from : next(startOf(from))
  const last = startOf(end)
  if (first >= last) return stretchesOf(from, end, shorter)
  return [{ span, from: first, end: last }, ...stretchesOf(from, first, shorter), ...stretchesOf(last, end, shorter)]
}

/** Rows of report_rows in a period: of its whole years, then quarters, months, ten days and days at its ends. */
export function within({ from, to }: Period): SQL {
  const parts = stretchesOf(from, plus(to, 1)).map(
    ({ span, from, end }) => sql`(span = ${span} and day >= ${from}::date and day < ${end}::date)`,
  )
  return sql`(${sql.join(parts, sql` or `)})`
}
