import { expect, test } from 'vitest'
import { textOf } from '../reading/cells.ts'
import { csv } from './write-csv.ts'

async function* one(cell: string) {
  yield [cell]
}

async function written(cell: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of csv([{ title: 'Ad', width: 10 }], one(cell))) parts.push(part)
  return Buffer.concat(parts).toString('utf8').split('\r\n')[1] ?? ''
}

test.for(['=1+1', '+90 532', '-3', '@SUM(A1)', '\t=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  '%j is a text in a spreadsheet, no formula',
  async (cell) => {
    expect(await written(cell)).toMatch(/^"?'/)
    expect(textOf(`'${cell}`)).toBe(cell)
  },
)

test('quotes, separators and line breaks stay in their cell', async () => {
  expect(await written('Keten "kum"; bej')).toBe('"Keten ""kum""; bej"')
})
