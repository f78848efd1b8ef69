import { expect, test } from 'vitest'
import { fitFinding } from './reasons.ts'

test.for([
  [9, 9, 0, null, 'too few pieces tell nothing'],
  [10, 3, 0, 'SMALL', 'three of ten'],
  [10, 2, 0, null, 'two of ten'],
  [100, 29, 0, null, 'less than thirty percent'],
  [100, 30, 0, 'SMALL', 'thirty percent'],
  [100, 0, 30, 'BIG', 'too big'],
  [100, 40, 31, 'SMALL', 'more found it small'],
  [100, 31, 31, null, 'they contradict each other'],
] as const)('of %i pieces %i were too small and %i too big: %s (%s)', ([delivered, small, big, finding]) => {
  expect(fitFinding({ delivered, reasons: { TOO_SMALL: small, TOO_BIG: big, OTHER: 50 } })).toBe(finding)
})
