import { describe, expect, test } from 'vitest'
import { sizeChartOf } from '../size-charts.ts'
import { type BodyCm, bodySizeOf, girthOf, rangeOf } from './body-size.ts'

const chart = sizeChartOf({ name: 'Bluz', area: 'ust-giyim' }, ['S', 'M', 'L'])
if (!chart) throw new Error('no chart')
const nobody: BodyCm = { bust: null, waist: null, hips: null }

test.for<[string, Partial<BodyCm>, unknown]>([
  ['by one measure', { bust: 90 }, { size: 'M', by: [{ girth: 'bust', cm: 90, size: 'M' }], apart: false }],
  ['at the edge of a size', { bust: 91 }, { size: 'M' }],
  ['between two, the larger', { bust: 92 }, { size: 'L' }],
  ['the largest that is asked for', { bust: 86, waist: 72 }, { size: 'M', apart: false }],
  ['two steps apart', { bust: 86, hips: 101 }, { size: 'L', apart: true }],
  ['as far below as a tape is out', { bust: 82 }, { size: 'S' }],
  ['smaller than that', { bust: 81 }, { outside: 'small' }],
  ['as far above as a tape is out', { bust: 97 }, { size: 'L' }],
  ['larger than that', { bust: 98 }, { outside: 'large' }],
  ['a waist that is small does not make a large bust small', { bust: 90, waist: 50 }, { size: 'M' }],
])('%s', ([, body, expected]) => {
  expect(bodySizeOf(chart, { ...nobody, ...body })).toMatchObject(expected as object)
})

describe('nothing is said', () => {
  test('without a measure that chart and body share', () => {
    expect(bodySizeOf(chart, nobody)).toBeUndefined()
    const lengths = { columns: ['Boy', 'İç boy'], rows: [{ size: 'S', values: ['100', '76'] }], tips: [] }
    expect(bodySizeOf(lengths, { ...nobody, bust: 90 })).toBeUndefined()
  })

  test('of a chart with a gap, or that does not grow', () => {
    const of = (...values: string[]) => ({
      columns: ['Göğüs (cm)'],
      rows: values.map((value, index) => ({ size: String(index), values: [value] })),
      tips: [],
    })
    expect(bodySizeOf(of('84–87', '', '92-95'), { ...nobody, bust: 86 })).toBeUndefined()
    expect(bodySizeOf(of('84', '84'), { ...nobody, bust: 84 })).toBeUndefined()
    expect(bodySizeOf(of('84', '88,5'), { ...nobody, bust: 86 })).toMatchObject({ size: '1' })
  })
})

test('columns and cells are read as owners write them', () => {
  expect(['Göğüs', 'GÖĞÜS çevresi', 'Bel', 'Basen', 'Kalça', 'Boy', 'Belden boy'].map(girthOf)).toEqual([
    ...['bust', 'bust', 'waist', 'hips', 'hips', undefined, undefined],
  ])
  expect(['84–87', '88', '88,5 - 91', '', '1-2-3', '9–5'].map(rangeOf)).toEqual([
    ...[[84, 87], [88, 88], [88.5, 91], undefined, undefined, undefined],
  ])
})
