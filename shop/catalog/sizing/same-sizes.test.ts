import { expect, test } from 'vitest'
import { isOneSize, isRange, sameSizes, stepOfSize } from './same-sizes.ts'

test('a size of clothes has the names of its letter, its number and the ranges that hold it', () => {
  const m = ['M', '38', 'S-M', 'S/M', '36-38', '36/38', 'M-L', 'M/L', '38-40', '38/40']
  expect(sameSizes('M', 'ust-giyim')).toEqual(m)
  expect(new Set(sameSizes('38', 'alt-giyim'))).toEqual(new Set(m))
  expect(sameSizes('XXXL', 'special')).toEqual(['XXXL', '46', '3XL', 'XXL-XXXL', 'XXL/XXXL', '44-46', '44/46'])
  expect(sameSizes('m', 'ust-giyim')[0]).toBe('m')
})

test('a size of accessories, of jeans or for all is nothing but itself', () => {
  expect(sameSizes('38', 'aksesuar')).toEqual(['38'])
  expect(sameSizes('28', 'alt-giyim')).toEqual(['28'])
  expect(sameSizes('Standart', 'ust-giyim')).toEqual(['Standart'])
})

test('what is for all or for two sizes is told apart', () => {
  expect(['Standart', 'STD', 'Tek Beden', 'tek ebat'].every(isOneSize)).toBe(true)
  expect([isOneSize('M'), isOneSize('Tekstil')]).toEqual([false, false])
  expect([isRange('S-M'), isRange('38/40'), isRange('S-L'), isRange('M')]).toEqual([true, true, false, false])
  expect([stepOfSize('XS'), stepOfSize('2XL'), stepOfSize('28')]).toEqual([0, 5, undefined])
})
