import type { WireSale } from '#api/wire/admin/sales.ts'
import { toMinute } from '#shop/catalog/sales/contract.ts'
import { after, istanbulDay, minutes } from '#shop/time.ts'

const monthFormat = new Intl.DateTimeFormat('tr-TR', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-11' → 'Kasım 2026' */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01`))
}

/** '2026-11' → '2026-12' by 1 */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The present month in Istanbul. */
export function monthOf(moment: Date): string {
  return istanbulDay(moment).slice(0, 7)
}

/** The weeks of a month from Monday on, with its days as '2026-11-24'; undefined where another month's would stand. */
export function weeksOf(month: string): (string | undefined)[][] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const day = week * 7 + place - before + 1
      return day >= 1 && day <= length ? `${month}-${String(day).padStart(2, '0')}` : undefined
    }),
  )
}

/** The sales that run at some time of a day; one that ends at midnight ends with the day before. */
export function salesOn<S extends Pick<WireSale, 'from' | 'to' | 'endedAt' | 'state'>>(sales: S[], day: string): S[] {
  return sales.filter(({ from, to, endedAt, state }) => {
    const end = endedAt ?? to
    const last = end ? toMinute(after(new Date(end), -minutes(1))).slice(0, 10) : '9999'
    return state !== 'CANCELLED' && toMinute(from).slice(0, 10) <= day && day <= last
  })
}
