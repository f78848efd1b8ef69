import { expect, test } from 'vitest'
import { promisesOf, untilHour, usualTerms } from './promises.ts'

test('an hour takes the Turkish ending of its pronunciation', () => {
  expect([6, 7, 8, 9, 10, 12, 15, 16, 17, 19, 20, 22].map(untilHour)).toEqual([
    '06:00’ya',
    '07:00’ye',
    '08:00’e',
    '09:00’a',
    '10:00’a',
    '12:00’ye',
    '15:00’e',
    '16:00’ya',
    '17:00’ye',
    '19:00’a',
    '20:00’ye',
    '22:00’ye',
  ])
})

test('without a longer period, only the legal one is promised', () => {
  const lawful = promisesOf({ ...usualTerms, freeReturnDays: 14, exchangeDays: 14, dispatchDays: { from: 2, to: 2 } })
  expect(lawful.rules.withdrawal).not.toContain('uzatır')
  expect(lawful.extension).toBe('')
  expect(lawful.rules.exchange).toContain('Kargo bizdendir.')
  expect(lawful.dispatch).toBe('2 iş gününde kargoda')
  expect(promisesOf(usualTerms).rules.withdrawal).toMatch(/15 güne uzatır\. Teslimattan önce de cayabilirsiniz\.$/)
})
