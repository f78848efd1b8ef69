import type { Terms } from './promises.ts'

/** Days of the year on which nothing is handed over, half days too: Law 2429, and from noon on 28 October. */
const fixed = ['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-28', '10-29']

/**
 * First days of Ramazan Bayramı and Kurban Bayramı. 2026 as the Diyanet has published it, later years by the Umm al-Qura
 * calendar, which its own calendar follows; add years before the last one ends.
 */
export const feasts = [
  { ramazan: '2026-03-20', kurban: '2026-05-27' },
  { ramazan: '2027-03-09', kurban: '2027-05-16' },
  { ramazan: '2028-02-26', kurban: '2028-05-05' },
  { ramazan: '2029-02-14', kurban: '2029-04-24' },
  { ramazan: '2030-02-04', kurban: '2030-04-13' },
  { ramazan: '2031-01-24', kurban: '2031-04-02' },
]
const lastKnown = Date.parse('2031-12-31')

const day = 24 * 60 * 60 * 1000
/** Türkiye keeps summer time all year. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/** Feasts with the eve, of which only the morning is worked: three days and four. */
const movable = new Set(
  feasts.flatMap(({ ramazan, kurban }) => [
    ...daysFrom(Date.parse(ramazan) - day, 4),
    ...daysFrom(Date.parse(kurban) - day, 5),
  ]),
)

function daysFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index * day)
}

/** `date`: a midnight in UTC. Saturdays, and days of which half is worked, are none. */
export function isWorkingDay(date: number): boolean {
  const weekday = new Date(date).getUTCDay()
  const ofYear = new Date(date).toISOString().slice(5, 10)
  return weekday !== 0 && weekday !== 6 && !fixed.includes(ofYear) && !movable.has(date)
}

function workingDaysAfter(date: number, count: number): number {
  let at = date
  for (let left = count; left > 0; ) {
    at += day
    if (isWorkingDay(at)) left--
  }
  return at
}

type DeliveryTerms = Pick<Terms, 'dispatchHour' | 'dispatchDays' | 'deliveryDays'>

type DeliveryDates = {
  /** It goes to the carrier today, if it is ordered before the hour of the terms. */
  today: boolean
  /** In words, '25–27 Kasım’da'. */
  span: string
}

/** When an order of now arrives; undefined beyond the years whose holidays are known. */
export function deliveryDates(terms: DeliveryTerms, now: Date): DeliveryDates | undefined {
  const days = deliveryDays(terms, now)
  return days && { today: days.today, span: spanInWords(days.from, days.to) }
}

/** The same with the first and the last day as midnights in UTC. */
export function deliveryDays(terms: DeliveryTerms, now: Date) {
  const local = now.getTime() + aheadOfUtc
  const date = Math.floor(local / day) * day
  const today = isWorkingDay(date) && new Date(local).getUTCHours() < terms.dispatchHour
  const { dispatchDays, deliveryDays } = terms
  const from = workingDaysAfter(today ? date : workingDaysAfter(date, dispatchDays.from), deliveryDays.from)
  const to = workingDaysAfter(today ? date : workingDaysAfter(date, dispatchDays.to), deliveryDays.to)
  return to > lastKnown ? undefined : { today, from, to }
}

/** Each month with the ending that means 'in'. */
const months = [
  'Ocak’ta',
  'Şubat’ta',
  'Mart’ta',
  'Nisan’da',
  'Mayıs’ta',
  'Haziran’da',
  'Temmuz’da',
  'Ağustos’ta',
  'Eylül’de',
  'Ekim’de',
  'Kasım’da',
  'Aralık’ta',
]

/** From day to day, each a midnight in UTC. */
export function spanInWords(from: number, to: number): string {
  const [first, last] = [new Date(from), new Date(to)]
  const end = `${last.getUTCDate()} ${months[last.getUTCMonth()]}`
  if (from === to) return end
  const month = months[first.getUTCMonth()]?.split('’')[0]
  return `${first.getUTCDate()}${first.getUTCMonth() === last.getUTCMonth() ? '' : ` ${month}`}–${end}`
}
