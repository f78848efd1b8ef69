import { expect, test } from 'vitest'
import { careOf, readMeasurements, writeMeasurements, wrongCare, wrongFit, wrongMeasurements } from './garment.ts'

const keys = (text: string) => careOf(text).map(({ key }) => key)

test('care is read in the order of a label, what is unknown is left out', () => {
  expect(keys('iron-low,  wash-30,no-tumble')).toEqual(['wash-30', 'no-tumble', 'iron-low'])
  expect(keys('steam, wash-30')).toEqual(['wash-30'])
  expect(keys('')).toEqual([])
})

test('care takes known symbols only, and one of each group', () => {
  expect(wrongCare('wash-30, dry-flat, no-tumble')).toBeUndefined()
  expect(wrongCare('wash-30, steam')).toBe('“steam” bilinen bir bakım simgesi değil')
  expect(wrongCare('iron-low, no-iron')).toBe('Ütü için tek simge seçin')
})

test('the fit is one of five', () => {
  expect(wrongFit('rahat')).toBeUndefined()
  expect(wrongFit('slim')).toBe('Kalıp şunlardan biri olmalı: dar, oturan, normal, rahat, bol')
})

test('measurements are read as they were written, or as a spreadsheet copies them', () => {
  const table = {
    names: ['Göğüs', 'Boy'],
    rows: [
      { size: 'S', values: [88, 110.5] },
      { size: 'M', values: [92, null] },
    ],
  }
  const text = 'Beden;Göğüs;Boy\nS;88;110,5\nM;92;'
  expect(writeMeasurements(table)).toBe(text)
  expect(readMeasurements(text)).toEqual(table)
  expect(readMeasurements('Beden\tGöğüs\tBoy\r\nS\t88\t110.5\r\n\r\nM\t92\r\n')).toEqual(table)
})

test('sizes without a measurement are not written, and a table of none is no text', () => {
  const empty = { size: 'L', values: [null] }
  expect(writeMeasurements({ names: ['Boy'], rows: [{ size: 'M', values: [60] }, empty] })).toBe('Beden;Boy\nM;60')
  expect(writeMeasurements({ names: ['Boy'], rows: [empty] })).toBe('')
})

test.for([
  ['Beden;Boy\nS;60', undefined],
  ['Beden', 'Ölçü tablosunda en az bir ölçü ve bir beden olmalı'],
  ['Beden;Boy', 'Ölçü tablosunda en az bir ölçü ve bir beden olmalı'],
  ['Beden;1;2;3;4;5;6;7;8;9\nS;1', 'En çok 8 ölçü eklenebilir'],
  ['Beden;Boy;\nS;60', 'Her ölçünün bir adı olmalı'],
  ['Beden;Boy;Boy\nS;60;61', 'Aynı ölçü iki kez eklenmiş'],
  ['Beden;Boy\n;60', 'Her satır bir bedenle başlamalı'],
  ['Beden;Boy\nS;60\nS;61', 'Aynı beden iki kez eklenmiş'],
  ['Beden;Boy\nS;uzun', 'Ölçüler 0 ile 400 arasında, santimetre olmalı'],
  ['Beden;Boy\nS;0', 'Ölçüler 0 ile 400 arasında, santimetre olmalı'],
  ['Beden;Boy\nS;401', 'Ölçüler 0 ile 400 arasında, santimetre olmalı'],
] as const)('measurements %j: %s', ([text, wrong]) => {
  expect(wrongMeasurements(text)).toBe(wrong)
})
