import { deflateRawSync } from 'node:zlib'
import { strFromU8, strToU8, Zip, ZipDeflate, type ZipInputFile, ZipPassThrough, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readRows } from './rows.ts'
import { unzip } from './unzip.ts'

const limits = { bytes: 3_000_000, rows: 100, unpacked: 60_000_000 }
const all = () => true

/** A ZIP whose file of nought says that it is small, however large it unpacks. */
function lying(name: string, size: number, others: Record<string, string> = {}): Uint8Array {
  const parts: Uint8Array[] = []
  const zip = new Zip((_, part) => parts.push(part))
  const file: ZipInputFile = { filename: name, size: 1000, crc: 0, compression: 8 }
  zip.add(file)
  file.ondata?.(null, deflateRawSync(Buffer.alloc(size)), true)
  for (const [name, text] of Object.entries(others)) {
    const other = new ZipDeflate(name)
    zip.add(other)
    other.push(strToU8(text), true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(parts))
}

describe('a ZIP', () => {
  test('is read as its writer made it: packed, kept as it was, empty, in a stream, with Turkish names', async () => {
    const text = 'ığüşöç '.repeat(500)
    const files = { 'çanta/ışık.csv': strToU8(text), boş: new Uint8Array(0) }
    for (const level of [0, 9] as const) {
      const found = await unzip(zipSync(files, { level, comment: 'PK' }), all)
      expect(strFromU8(found['çanta/ışık.csv'] ?? new Uint8Array())).toBe(text)
      expect(found.boş?.length).toBe(0)
    }
    const parts: Uint8Array[] = []
    const stream = new Zip((_, part) => parts.push(part))
    const written = { a: new ZipDeflate('a'), b: new ZipPassThrough('b'), c: new ZipPassThrough('__proto__') }
    for (const [name, file] of Object.entries(written)) {
      stream.add(file)
      file.push(strToU8(name), true)
    }
    stream.end()
    const found = await unzip(new Uint8Array(Buffer.concat(parts)), ({ name }) => name !== 'a')
    expect(Object.entries(found).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
      ['b', 'b'],
      ['__proto__', 'c'],
    ])
  })

  test('that says of a file that it is small unpacks no more than it says', async () => {
    await expect(unzip(lying('a', 50_000_000), all)).rejects.toThrow(/too many bytes/)
  })

  test('that is none, or ends early, throws', async () => {
    const zip = zipSync({ a: strToU8('a') })
    for (const bytes of [new Uint8Array(0), strToU8('PK'), zip.subarray(0, 40), zip.subarray(zip.length - 30)]) {
      await expect(unzip(bytes, all)).rejects.toThrow()
    }
  })
})

test('a workbook that says of its sheet that it is small keeps nobody waiting', async () => {
  const zip = lying('xl/worksheets/sheet1.xml', 300_000_000, { 'xl/workbook.xml': '<workbook/>' })
  const refused = await readRows(zip, limits).catch((error: unknown) => error)
  // It is not left to the library, which would unpack all of it.
  expect(refused).toMatchObject({
    message: expect.stringContaining('Excel dosyası okunamadı'),
    cause: { message: expect.stringContaining('too many bytes') },
  })
})
