/** The measurements as they are typed: cells are texts, so that what is half typed, or wrong, stays as it is. */
export type MeasurementTable = { names: string[]; rows: { size: string; cells: string[] }[] }

/** Offered for the name of a measure. */
export const usualMeasures = [
  'Göğüs',
  'Bel',
  'Kalça',
  'Boy',
  'Kol boyu',
  'İç boy',
  'En',
  'Yükseklik',
  'Derinlik',
  'Sap boyu',
]

/** The kept text as a table with a row for each of the sizes; a row of another size stays as long as something is in it. */
export function tableOf(text: string, sizes: readonly string[]): MeasurementTable {
  const [head = [], ...lines] = text === '' ? [] : text.split(/\r?\n/).map((line) => line.split(/[;\t]/))
  const names = head.slice(1)
  const typed = lines.map(([size = '', ...cells]) => ({ size, cells: names.map((_, index) => cells[index] ?? '') }))
  const known = sizes.map((size) => typed.find((row) => row.size === size) ?? { size, cells: names.map(() => '') })
  const others = typed.filter(({ size, cells }) => !sizes.includes(size) && cells.some((cell) => cell !== ''))
  return { names, rows: [...known, ...others] }
}

/** The text to keep: '' without a measure. A size of which nothing is measured has no line. */
export function textOf({ names, rows }: MeasurementTable): string {
  if (names.length === 0) return ''
  const measured = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  return [['Beden', ...names], ...measured.map(({ size, cells }) => [size, ...cells])]
    .map((cells) => cells.map((cell) => cell.replace(/[;\t\n]/g, ' ')).join(';'))
    .join('\n')
}

export function addMeasure({ names, rows }: MeasurementTable, name: string): MeasurementTable {
  return { names: [...names, name], rows: rows.map(({ size, cells }) => ({ size, cells: [...cells, ''] })) }
}

export function removeMeasure({ names, rows }: MeasurementTable, column: number): MeasurementTable {
  const without = <T>(list: T[]) => list.filter((_, index) => index !== column)
  return { names: without(names), rows: rows.map(({ size, cells }) => ({ size, cells: without(cells) })) }
}

export function renameMeasure(table: MeasurementTable, column: number, name: string): MeasurementTable {
  return { ...table, names: table.names.with(column, name) }
}

export function setCell(table: MeasurementTable, row: number, column: number, cell: string): MeasurementTable {
  const changed = table.rows[row]
  if (!changed) return table
  return { ...table, rows: table.rows.with(row, { ...changed, cells: changed.cells.with(column, cell) }) }
}
