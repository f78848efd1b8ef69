import { expect, test } from 'vitest'
import { sizeChartOf } from './size-charts.ts'

test('a size chart has the sizes of the product and what is measured for its kind', () => {
  const trousers = sizeChartOf({ name: 'Pantolon', area: 'alt-giyim' }, ['36', '38', '38', 'Özel'])
  expect(trousers?.columns).toEqual(['Bel', 'Basen', 'İç boy'])
  expect(trousers?.rows.map((row) => row.size)).toEqual(['36', '38'])
  const dress = sizeChartOf({ name: 'Elbise', area: 'ust-giyim' }, ['xs', 'S'])
  expect(dress?.columns).toEqual(['Göğüs', 'Bel', 'Basen'])
  // A 36 is an S.
  expect(trousers?.rows[0]?.values.slice(0, 2)).toEqual(dress?.rows[1]?.values.slice(1))
  expect(sizeChartOf({ name: 'Çanta', area: 'aksesuar' }, ['M'])).toBeUndefined()
  expect(sizeChartOf({ name: 'Elbise', area: 'ust-giyim' }, ['Standart'])).toBeUndefined()
})
