import { describe, expect, test } from 'vitest'
import { amountInCell, readCsv } from './csv.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('a CSV', () => {
  test.for([
    ['semicolons, as Excel in Turkish writes them', 'No;Tutar\r\n1;1.248,00\r\n'],
    ['commas, with commas in quotes', 'No,Tutar\n1,"1.248,00"\n'],
    ['tabs', 'No\tTutar\n1\t1.248,00'],
    ['the line that tells Excel how it is cut', 'sep=,\r\nNo,Tutar\r\n1,"1.248,00"\r\n'],
    ['empty lines and spaces', '\uFEFF No ; Tutar \n\n;\n1; 1.248,00\n'],
  ] as const)('with %s', async ([, text]) => {
    expect(await readCsv(utf8(text))).toEqual([
      ['No', 'Tutar'],
      ['1', '1.248,00'],
    ])
  })

  test('with a head keeps the empty rows within it, as a spreadsheet counts them, and none at its end', async () => {
    const text = 'Ürünler, Kasım\n\nSKU;Ad\n;\n\nA-1;Etek\n;\n\n'
    const [title, blank, ...rows] = await readCsv(utf8(text), { headed: true })
    expect([title, blank]).toEqual([['Ürünler, Kasım'], ['']])
    expect(rows).toEqual([['SKU', 'Ad'], ['', ''], [''], ['A-1', 'Etek']])
  })

  test.for([
    ['two columns below a title with a comma', 'Stok, Kasım 2026\nSKU;Stok\nA-1;4\n', ['A-1', '4']],
    [
      'columns below a title with several commas',
      'Kadın, erkek, çocuk\n\nSKU;Ad;Stok\nA-1;Etek;4\n',
      ['A-1', 'Etek', '4'],
    ],
    ['commas below a title with several', 'Kadın, erkek, çocuk\nSKU,Stok\nA-1,4\n', ['A-1', '4']],
    [
      'commas, and semicolons in texts',
      'SKU,Ad,Not\nA-1,Etek,ince; uzun\nA-2,Bluz,kısa; bol\n',
      ['A-2', 'Bluz', 'kısa; bol'],
    ],
    ['two columns and commas alone', 'SKU,Stok\nA-1,4\n', ['A-1', '4']],
    ['a head alone', 'SKU,Stok\n', ['SKU', 'Stok']],
    ['texts that hold commas', 'SKU;Açıklama\nA-1;keten, ince, uzun\n', ['A-1', 'keten, ince, uzun']],
  ] as const)('with a head of %s is cut where its head is', async ([, text, last]) => {
    expect((await readCsv(utf8(text), { headed: true })).at(-1)).toEqual(last)
  })

  test('with a million empty rows below it, as Excel saves them, is read', async () => {
    const file = utf8(`SKU;Ad\r\n\r\nA-1;"Etek "\r\n${';;;;\r\n'.repeat(1_000_000)}`)
    expect(await readCsv(file, { headed: true })).toEqual([['SKU', 'Ad'], [''], ['A-1', 'Etek ']])
  })

  test('of millions of empty lines is refused with a sentence', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      await expect(readCsv(utf8(`SKU;Ad${end.repeat(2_000_000)}A-1;Etek`), { headed: true })).rejects.toMatchObject({
        fields: { file: ['Dosyada çok fazla boş satır var; onları silip yeniden kaydedin'] },
      })
  })

  test('is read as far as its caller wants: one filled row more, whatever stands between and below', async () => {
    const file = utf8(`SKU;Ad\n\n;\n${'A-1;Etek\n'.repeat(3_000_000)}`)
    const rows = await readCsv(file, { headed: true, rows: 2 })
    expect(rows.filter((row) => row.some(Boolean))).toHaveLength(3)
  })

  test('keeps quotes, separators and line breaks in a quoted cell', async () => {
    expect(await readCsv(utf8('a;"b ""c"";\nd"\n'))).toEqual([['a', 'b "c";\nd']])
  })

  test('that is cut short in quotes is refused with a sentence', async () => {
    await expect(readCsv(utf8('a;"b\nc;d'))).rejects.toMatchObject({
      code: 'INVALID',
      fields: { file: [expect.any(String)] },
    })
  })

  test('in the code page of Turkish Windows', async () => {
    expect(await readCsv(Uint8Array.of(0xde, 0xfe, 0x3b, 0xdd, 0xfd))).toEqual([['Şş', 'İı']])
  })
})

test.for([
  ['1.248,00 TL', 124_800],
  ['1248.5', 124_850],
  ['₺1,248.00', 124_800],
  ['1.248', 124_800],
  ['12,5', 1_250],
  ['-49,90', -4_990],
  ['0', 0],
  ['', undefined],
  ['1.24.8', undefined],
  ['12 Kasım', undefined],
  ['99999999999999999', undefined],
] as const)('the amount in %j is %j kuruş', ([cell, kurus]) => {
  expect(amountInCell(cell)).toBe(kurus)
})
