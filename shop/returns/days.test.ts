import { describe, expect, test } from 'vitest'
import { startOfIstanbulDay } from '../time.ts'
import { daysLeft, faultyDeadline, handOverDeadline, refundDeadline, returnDeadline } from './days.ts'

/** A moment in Istanbul, such as '2026-11-20 09:00'. */
const at = (text: string) => new Date(`${text.replace(' ', 'T')}:00+03:00`)
/** The last millisecond of that Istanbul day. */
const endOf = (day: string) => new Date(startOfIstanbulDay(day).getTime() + 24 * 60 * 60 * 1000 - 1)

describe('the days of withdrawal', () => {
  test.for([
    // delivered, days promised, last day, why
    ['2026-11-02 10:00', 14, '2026-11-16', 'fourteen days after a Monday is a Monday'],
    ['2026-11-02 10:00', 7, '2026-11-16', 'no promise is shorter than the law'],
    ['2026-11-02 10:00', 15, '2026-11-17', 'the promise of the shop'],
    ['2026-11-02 10:00', 30, '2026-12-02', 'a long promise'],
    ['2026-11-02 00:01', 14, '2026-11-16', 'the hour of delivery does not matter'],
    ['2026-11-02 23:59', 14, '2026-11-16', 'nor does it late in the evening, when UTC has the same day'],
    ['2026-11-03 01:30', 14, '2026-11-17', 'at night it is still the day before in UTC'],
    ['2026-11-07 10:00', 14, '2026-11-23', 'a Saturday moves to Monday'],
    ['2026-11-08 10:00', 14, '2026-11-23', 'a Sunday moves to Monday'],
    ['2026-10-15 10:00', 14, '2026-10-30', '29 October moves to the day after'],
    ['2026-10-14 10:00', 14, '2026-10-30', 'and its eve with it'],
    ['2026-12-18 10:00', 14, '2027-01-04', 'New Year on a Friday moves over the weekend'],
    ['2026-03-05 10:00', 14, '2026-03-23', 'the eve of Ramazan Bayramı moves behind feast and weekend'],
    ['2026-05-13 10:00', 14, '2026-06-01', 'Kurban Bayramı with its eve, then a weekend'],
    ['2032-03-01 10:00', 14, '2032-03-15', 'beyond the known feasts the weekdays still count'],
  ] as const)('%s, %i days: %s (%s)', ([delivered, promised, last]) => {
    expect(returnDeadline(at(delivered), promised)).toEqual(endOf(last))
  })

  test('a faulty piece may come back for two years', () => {
    expect(faultyDeadline(at('2026-11-02 10:00'))).toEqual(endOf('2028-11-02'))
    expect(faultyDeadline(at('2028-02-29 10:00'))).toEqual(endOf('2030-02-28'))
    expect(faultyDeadline(at('2026-11-04 10:00')), 'a Saturday moves').toEqual(endOf('2028-11-06'))
  })

  test('she has ten days to hand the parcel over, moved to a working day', () => {
    expect(handOverDeadline(at('2026-11-10 10:00'), at('2026-11-05 10:00'))).toEqual(endOf('2026-11-20'))
    expect(handOverDeadline(at('2026-11-11 10:00'), null)).toEqual(endOf('2026-11-23'))
    expect(handOverDeadline(at('2026-11-10 10:00'), at('2026-11-12 10:00')), 'from the delivery').toEqual(
      endOf('2026-11-23'),
    )
  })

  test('the money is due fourteen days after her notice, on a holiday too', () => {
    expect(refundDeadline(at('2026-11-02 23:59'))).toEqual(endOf('2026-11-16'))
    expect(refundDeadline(at('2026-11-08 10:00'))).toEqual(endOf('2026-11-22'))
  })

  test('days left are counted by days, not by hours', () => {
    const due = endOf('2026-11-16')
    expect(daysLeft(due, at('2026-11-16 00:01'))).toBe(0)
    expect(daysLeft(due, at('2026-11-15 23:59'))).toBe(1)
    expect(daysLeft(due, at('2026-11-18 09:00'))).toBe(-2)
  })
})
