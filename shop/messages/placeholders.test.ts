import { expect, test } from 'vitest'
import { fillPlaceholders, unfilledIn, unfilledMessage, unknownMessage } from './placeholders.ts'

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

test('a ready text names a word that stands for nothing, however near it is to one that does', () => {
  expect(unknownMessage('Merhaba {ad}, {siparis}: {kargo}')).toBeUndefined()
  expect(unknownMessage('{} { } {1} a{b')).toBeUndefined()
  const known = '{ad}, {siparis} ya da {kargo} yazın'
  for (const word of ['{isim}', '{Ad}', '{ad }', '{sipariş}', '{kargo no}'])
    expect(unknownMessage(`Merhaba ${word}`)).toBe(`${word} yerine gelecek bir bilgi yok; ${known}`)
})
