import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sheetOf } from '#test/documents/xlsx.ts'
import { type Cell, xlsx } from './xlsx.ts'

async function* each(rows: Cell[][]) {
  for (const row of rows) yield row
}

async function made(rows: Cell[][], columns = 3): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  const titles = Array.from({ length: columns }, (_, index) => ({ title: `Sütun ${index + 1}`, width: 12 }))
  for await (const chunk of xlsx({ name: 'Kasım <2026>', columns: titles, rows: each(rows) })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('texts, amounts and days stand in their cells, and nothing where nothing is', async () => {
  const bytes = await made([
    ['İpek & <Işık>', { kurus: -119_905 }, { day: '2026-11-20' }],
    [undefined, { kurus: 7 }, ''],
  ])
  expect(sheetOf(bytes)).toEqual([
    { A: 'Sütun 1', B: 'Sütun 2', C: 'Sütun 3' },
    // 46346 days after the last but one of 1899: as Excel counts 20 November 2026.
    { A: 'İpek &amp; &lt;Işık&gt;', B: '-1199.05', C: '46346' },
    { B: '0.07' },
  ])
})

test('a text is no formula, and what XML cannot hold is left out', async () => {
  const [, row] = sheetOf(await made([['=1+1', '@SUM(A1)\u0000\u0008', 'satır\nsonu\ud800']]))
  expect(row).toEqual({ A: '=1+1', B: '@SUM(A1)', C: 'satır\nsonu\ufffd' })
  const sheet = strFromU8(unzipSync(await made([['=1+1']]))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).not.toContain('<f>')
  expect(sheet).toContain('t="inlineStr"')
})

test('the workbook has the parts that Excel asks for, each named where it is looked for', async () => {
  const parts = unzipSync(await made([]))
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  expect(Object.keys(parts).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  for (const name of ['xl/workbook.xml', 'xl/styles.xml', 'xl/worksheets/sheet1.xml']) {
    expect(text('[Content_Types].xml')).toContain(`PartName="/${name}"`)
  }
  expect(text('_rels/.rels')).toContain('Target="xl/workbook.xml"')
  expect(text('xl/_rels/workbook.xml.rels')).toContain('Id="rId1"')
  expect(text('xl/workbook.xml')).toContain('name="Kasım &lt;2026&gt;" sheetId="1" r:id="rId1"')
  expect(text('xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:C1"/></worksheet>')
})

test('a wide and long sheet goes on after Z, and comes in many chunks', async () => {
  const rows = Array.from({ length: 4_000 }, (_, n) => Array.from({ length: 28 }, (_, c) => `${n * 31 + c} hücre`))
  const titles = rows[0]?.map((title) => ({ title, width: 9 })) ?? []
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsx({ name: 'uzun', columns: titles, rows: each(rows) })) chunks.push(chunk)
  expect(chunks.length).toBeGreaterThan(5)
  const sheet = sheetOf(Buffer.concat(chunks))
  expect(sheet).toHaveLength(4_001)
  expect([sheet.at(-1)?.AA, sheet.at(-1)?.AB]).toEqual([rows.at(-1)?.[26], rows.at(-1)?.[27]])
})
