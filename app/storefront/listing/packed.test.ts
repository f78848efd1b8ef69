import { expect, test } from 'vitest'
import { pack, unpack } from './packed.ts'

test('what is packed comes back as it was, with quotes of either kind and backslashes', () => {
  const value = { name: "Kadın's \"Elbise\" \\ 'x'", list: [1, null, true, "'", '"'], none: {} }
  expect(unpack(pack(value))).toEqual(value)
})
