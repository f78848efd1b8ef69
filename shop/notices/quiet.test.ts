import { expect, test } from 'vitest'
import { whenToTell } from './quiet.ts'

test.for([
  // Istanbul is three hours ahead.
  [null, null, '2026-11-20T23:00:00Z', '2026-11-20T23:00:00Z'],
  [22, 8, '2026-11-20T18:59:59Z', '2026-11-20T18:59:59Z'],
  [22, 8, '2026-11-20T19:00:00Z', '2026-11-21T05:00:00Z'],
  [22, 8, '2026-11-20T23:30:00Z', '2026-11-21T05:00:00Z'],
  [22, 8, '2026-11-21T04:59:59Z', '2026-11-21T05:00:00Z'],
  [22, 8, '2026-11-21T05:00:00Z', '2026-11-21T05:00:00Z'],
  [9, 12, '2026-11-20T06:30:00Z', '2026-11-20T09:00:00Z'],
  [9, 9, '2026-11-20T06:30:00Z', '2026-11-20T06:30:00Z'],
  [0, 7, '2026-11-20T21:10:00Z', '2026-11-21T04:00:00Z'],
] as const)('quiet from %s to %s, what happens at %s is told at %s', ([quietFrom, quietTo, at, told]) => {
  expect(whenToTell({ quietFrom, quietTo }, new Date(at))).toEqual(new Date(told))
})
