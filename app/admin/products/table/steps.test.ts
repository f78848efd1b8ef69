import { expect, test } from 'vitest'
import { cellBeside, readEditKey, readKey } from './steps.ts'

const key = (name: string, more: object = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('a cell that is looked at: arrows move, Enter and typing edit, the browser keeps its own keys', () => {
  expect(readKey(key('ArrowDown'))).toEqual({ step: 'down' })
  expect(readKey(key('Enter'))).toEqual({ edit: undefined })
  expect(readKey(key('7'))).toEqual({ edit: '7' })
  expect(readKey(key('Delete'))).toEqual({ edit: '' })
  for (const one of [key('Tab'), key('Escape'), key(' '), key('c', { ctrlKey: true })])
    expect(readKey(one)).toBeUndefined()
})

test('a cell that is edited: Enter, Tab and arrows save and go on, Esc forgets', () => {
  expect(readEditKey(key('Enter'))).toEqual({ done: 'save', step: 'down' })
  expect(readEditKey(key('Tab', { shiftKey: true }))).toEqual({ done: 'save', step: 'left' })
  expect(readEditKey(key('Escape'))).toEqual({ done: 'forget' })
  expect(readEditKey(key('ArrowLeft'))).toBeUndefined()
})

test('the next cell is in the same column up and down, and goes on in the next row sideways', () => {
  const cells = [
    { row: 1, column: 'price' },
    { row: 1, column: 'stock' },
    { row: 2, column: 'stock' },
    { row: 3, column: 'price' },
  ]
  expect(cellBeside(cells, { row: 1, column: 'price' }, 'down')).toEqual({ row: 3, column: 'price' })
  expect(cellBeside(cells, { row: 2, column: 'stock' }, 'up')).toEqual({ row: 1, column: 'stock' })
  expect(cellBeside(cells, { row: 1, column: 'stock' }, 'right')).toEqual({ row: 2, column: 'stock' })
  expect(cellBeside(cells, { row: 1, column: 'price' }, 'left')).toBeUndefined()
})
