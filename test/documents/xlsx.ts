import { strFromU8, unzipSync } from 'fflate'

/** Reads the sheet of a workbook: each row as its cells by their letters, texts and numbers as they were written. */
export function sheetOf(bytes: Uint8Array): Record<string, string>[] {
  const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml']
  if (!sheet) throw new Error('the workbook has no sheet')
  return [...strFromU8(sheet).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(
        ([, letter, text, number]) => [letter, text ?? number ?? ''],
      ),
    ),
  )
}
