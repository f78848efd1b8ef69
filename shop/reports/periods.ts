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

/** What it is compared with: as many days before it, or the same days a year earlier. */
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

/** The same day; of the 29th of February the 28th. */
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

/** Rows of report_rows in a period: sums of its whole months, and of the days at its ends. */
export function within(period: Period): SQL {
  const { first, end } = wholeMonths(period)
  if (first >= end) return sql`span = 'D' and day between ${period.from}::date and ${period.to}::date`
  return sql`(span = 'M' and day >= ${first}::date and day < ${end}::date
    or span = 'D' and day >= ${period.from}::date and day < ${first}::date
    or span = 'D' and day >= ${end}::date and day <= ${period.to}::date)`
}

/** The first day of the first whole month, and the first after the last. */
function wholeMonths({ from, to }: Period): { first: string; end: string } {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`
  const first = from.endsWith('-01') ? from : monthOf(plus(monthOf(from), 31))
  return { first, end: monthOf(plus(to, 1)) }
}
