import { expect, test } from 'vitest'
import { partOf } from './turkish.ts'

test.for([
  ...['0’ı', '1’i', '2’si', '3’ü', '4’ü', '5’i', '6’sı', '7’si', '8’i', '9’u'],
  ...['10’u', '20’si', '30’u', '40’ı', '50’si', '60’ı', '70’i', '80’i', '90’ı'],
  ...['24’ü', '48’i', '72’si', '96’sı', '100’ü', '120’si', '168’i', '216’sı', '300’ü', '900’ü', '960’ı', '1000’i'],
])('%s is how one says it', (words) => {
  expect(partOf(Number.parseInt(words, 10))).toBe(words)
})
