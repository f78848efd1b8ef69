import { expect, test } from 'vitest'
import { monthAfter, monthName, monthOf, salesOn, weeksOf } from './month.ts'

test('a month has its weeks from Monday on', () => {
  const weeks = weeksOf('2026-11')
  expect(
    weeks.map((week) =>
      week
        .map((day) => day?.slice(8) ?? '')
        .join(' ')
        .trim(),
    ),
  ).toEqual([
    '01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30',
  ])
  expect(weeksOf('2027-02').flat().filter(Boolean)).toHaveLength(28)
  expect([monthName('2026-11'), monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual([
    'Kasım 2026',
    '2027-01',
    '2025-12',
  ])
  expect(monthOf(new Date('2026-11-30T21:00:00Z'))).toBe('2026-12')
})

test('a sale stands on each day of Istanbul on which it runs', () => {
  const sale = { from: '2026-11-23T21:00:00Z', to: '2026-11-25T21:00:00Z', endedAt: null, state: 'PLANNED' as const }
  const on = (given: object) =>
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].filter(
      (day) => salesOn([{ ...sale, ...given }], day).length,
    )
  expect(on({})).toEqual(['2026-11-24', '2026-11-25'])
  expect(on({ to: null })).toEqual(['2026-11-24', '2026-11-25', '2026-11-26'])
  expect(on({ endedAt: '2026-11-24T10:00:00Z' })).toEqual(['2026-11-24'])
  expect(on({ state: 'CANCELLED' })).toEqual([])
})
