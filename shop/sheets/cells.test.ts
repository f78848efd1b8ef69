import { expect, test } from 'vitest'
import { dayOf } from './cells.ts'

test('a day is read however a bank or a register writes it, and one that no calendar has is none', () => {
  const written = ['23.11.2026', '23/11/2026 14:05', '2026-11-23', '2026-11-23 14:05', 46349, new Date('2026-11-23')]
  expect(written.map(dayOf)).toEqual(written.map(() => '2026-11-23'))
  const none = ['31.02.2026', '2026-02-31', '29.02.2026', '32.01.2026', '1.13.2026', '', 'Kasım', 12, undefined]
  expect(none.map(dayOf)).toEqual(none.map(() => undefined))
  expect(dayOf('29.02.2028')).toBe('2028-02-29')
})
