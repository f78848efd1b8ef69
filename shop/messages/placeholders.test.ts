import { expect, test } from 'vitest'
import { fillPlaceholders, unfilledIn, unfilledMessage } from './placeholders.ts'

test('what is known takes the place of its word, the rest stays to be seen', () => {
  const text = 'Merhaba {ad}, {siparis} yolda: {kargo} {indirim}'
  expect(fillPlaceholders(text, { ad: 'Ayşe', siparis: '#0703D20C' })).toBe(
    'Merhaba Ayşe, #0703D20C yolda: {kargo} {indirim}',
  )
  expect(fillPlaceholders('{ad}', { ad: '' })).toBe('{ad}')
  expect(fillPlaceholders('{ad}', { ad: '$& {siparis}' })).toBe('$& {siparis}')
})

test('a text that still holds one says which', () => {
  expect(unfilledIn('Merhaba {ad}')).toBe('{ad}')
  expect(unfilledIn('Merhaba {isim} {}')).toBeUndefined()
  expect(unfilledMessage('{kargo} ile')).toBe('{kargo} yerine ne yazılacağını belirtin')
})
