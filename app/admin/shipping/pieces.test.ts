import { expect, test } from 'vitest'
import { allIn, counted, type Piece, scan } from './pieces.ts'

const piece = (sku: string, due = 1, packed = 0): Piece => ({
  ...{ itemId: sku, name: 'Elbise', kind: 'Kum, S', sku, picture: null, due, packed },
})

test('a scan is a piece of the order, one too many, or a wrong one', () => {
  const pieces = [piece('KE-SIY-38', 2, 1), piece('KE-SIY-36')]
  expect(scan(pieces, 'KE-SIY-38')).toEqual({ kind: 'in', at: 0 })
  expect(scan(counted(pieces, 0, 1), 'KE-SIY-38')).toEqual({ kind: 'full', at: 0 })
  expect(scan(pieces, 'KE-SIY-40')).toEqual({ kind: 'wrong' })
  expect(scan(pieces, '*')).toEqual({ kind: 'wrong' })
})

test('a Turkish keyboard layout makes no difference', () => {
  expect(scan([piece('KE-SIY-38')], 'KE*SıY*38')).toEqual({ kind: 'in', at: 0 })
})

test('codes that differ in their signs alone are told apart where they come exactly', () => {
  const pieces = [piece('A-11'), piece('A1-1')]
  expect(scan(pieces, 'A1-1')).toEqual({ kind: 'in', at: 1 })
})

test('two lines of one kind are filled one after the other, and undone', () => {
  const pieces = [piece('A', 1, 1), piece('A')]
  expect(scan(pieces, 'A')).toEqual({ kind: 'in', at: 1 })
  const full = counted(pieces, 1, 1)
  expect([allIn(pieces), allIn(full), allIn(counted(full, 1, -1)), allIn([])]).toEqual([false, true, false, false])
})
