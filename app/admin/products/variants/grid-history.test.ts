import { expect, test } from 'vitest'
import { record, redo, startHistory, undo } from './grid-history.ts'

test('goes back and forward step by step', () => {
  let history = record(record(startHistory('a'), 'b'), 'c')
  history = undo(undo(undo(history)))
  expect(history.present).toBe('a')
  history = redo(history)
  expect(history.present).toBe('b')
  expect(redo(redo(history)).present).toBe('c')
})

test('the letters of one cell are one step, the same cell later another', () => {
  let history = record(record(startHistory('a'), 'ab', 'cell 1'), 'abc', 'cell 1')
  history = record(history, 'abcd', 'cell 2')
  expect(undo(history).present).toBe('abc')
  expect(undo(undo(history)).present).toBe('a')
  expect(undo(record(undo(history), 'abc!', 'cell 1')).present).toBe('abc')
})

test('after something new nothing undone comes back', () => {
  const history = record(undo(record(startHistory('a'), 'b')), 'c')
  expect(redo(history).present).toBe('c')
})
