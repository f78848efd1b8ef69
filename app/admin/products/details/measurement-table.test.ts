import { expect, test } from 'vitest'
import { addMeasure, removeMeasure, renameMeasure, setCell, tableOf, textOf } from './measurement-table.ts'

const text = 'Beden;Göğüs;Boy\nS;88;110\nM;92;'

test('there is a row for every size, in the order of the variants', () => {
  expect(tableOf(text, ['M', 'S', 'L'])).toEqual({
    names: ['Göğüs', 'Boy'],
    rows: [
      { size: 'M', cells: ['92', ''] },
      { size: 'S', cells: ['88', '110'] },
      { size: 'L', cells: ['', ''] },
    ],
  })
})

test('what was measured of a size that is gone stays to be seen', () => {
  expect(tableOf(text, ['M']).rows.map(({ size }) => size)).toEqual(['M', 'S'])
})

test('what is typed becomes the text that is kept', () => {
  const empty = tableOf('', ['S', 'M'])
  const typed = setCell(addMeasure(addMeasure(empty, 'Bel'), 'Boy'), 1, 1, '76,5')
  expect(textOf(typed)).toBe('Beden;Bel;Boy\nM;;76,5')
  expect(textOf(renameMeasure(removeMeasure(typed, 0), 0, 'Uzun; boy'))).toBe('Beden;Uzun  boy\nM;76,5')
  expect(textOf(removeMeasure(removeMeasure(typed, 0), 0))).toBe('')
})
