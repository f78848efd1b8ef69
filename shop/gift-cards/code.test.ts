import { expect, test } from 'vitest'
import { readCode } from './code.ts'

test.for(['k7qm 2xtr 9hvd p4wb', 'K7QM–2XTR–9HVD–P4WB', '\u202aK7QM-2XTR-9HVD-P4WB\u202c'])(
  'the code of a gift card is taken as %s',
  (typed) => {
    expect(readCode(typed)).toBe('K7QM2XTR9HVDP4WB')
  },
)
