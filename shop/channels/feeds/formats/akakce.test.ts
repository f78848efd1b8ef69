import { expect, test } from 'vitest'
import { nameWithChoice } from './akakce.ts'

test.for([
  ['Pileli Midi Etek Adaçayı', 'Adaçayı', 'M', 'Pileli Midi Etek Adaçayı M'],
  ['Saten Elbise', 'Kum Beji', 'S', 'Saten Elbise Kum Beji S'],
  ['Çanta Taba', 'Taba', '', 'Çanta Taba'],
] as const)('the offer of %s in %s and %s is named by both', ([title, color, size, name]) => {
  expect(nameWithChoice({ title, color, size } as Parameters<typeof nameWithChoice>[0])).toBe(name)
})
