import { expect, test } from 'vitest'
import { deliveryDates, feasts } from './delivery-dates.ts'
import { usualTerms } from './promises.ts'

const at = (moment: string) => deliveryDates(usualTerms, new Date(`${moment}:00+03:00`))

test.for([
  // Monday: today goes out, two to five working days later it is there.
  ['2026-11-23T10:00', true, '25–30 Kasım’da'],
  ['2026-11-23T16:59', true, '25–30 Kasım’da'],
  // After the hour it goes out one or two working days later.
  ['2026-11-23T17:00', false, '26 Kasım–2 Aralık’ta'],
  // Friday night, Saturday and Sunday alike: handed over on Monday or Tuesday.
  ['2026-11-20T18:00', false, '25 Kasım–1 Aralık’ta'],
  ['2026-11-21T10:00', false, '25 Kasım–1 Aralık’ta'],
  ['2026-11-22T23:59', false, '25 Kasım–1 Aralık’ta'],
  // Midnight in Türkiye, not in UTC.
  ['2026-11-24T00:30', true, '26 Kasım–1 Aralık’ta'],
  // New Year's Day.
  ['2026-12-31T10:00', true, '5–8 Ocak’ta'],
  // The half day before 29 October counts as closed.
  ['2026-10-28T09:00', false, '3–9 Kasım’da'],
  // Kurban Bayramı from its eve on, Tuesday 26 to Saturday 30 May.
  ['2026-05-25T10:00', true, '2–5 Haziran’da'],
  ['2026-05-26T09:00', false, '3–9 Haziran’da'],
  // Ramazan Bayramı with its eve on Monday 8 March 2027.
  ['2027-03-05T10:00', true, '15–18 Mart’ta'],
] as const)('an order of %s', ([moment, today, span]) => {
  expect(at(moment)).toEqual({ today, span })
})

test('one day is no span', () => {
  const terms = { ...usualTerms, deliveryDays: { from: 1, to: 1 } }
  expect(deliveryDates(terms, new Date('2026-11-23T10:00:00+03:00'))?.span).toBe('24 Kasım’da')
})

test('no date is promised beyond the years whose holidays are known', () => {
  expect(at('2031-12-29T10:00')).toBeUndefined()
  expect(at('2031-12-22T10:00')?.span).toBe('24–29 Aralık’ta')
})

test('the feasts are those of the Umm al-Qura calendar', () => {
  const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  })
  const hijri = (date: string) => {
    const parts = calendar.formatToParts(new Date(date))
    return ['day', 'month'].map((type) => Number(parts.find((part) => part.type === type)?.value))
  }
  for (const { ramazan, kurban } of feasts)
    expect([hijri(ramazan), hijri(kurban)]).toEqual([
      [1, 10],
      [10, 12],
    ])
})
