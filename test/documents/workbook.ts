import { type Cell, xlsx } from '#shop/xlsx.ts'

/** A workbook of Excel with one sheet. */
export async function workbook(titles: string[], rows: Cell[][]): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  async function* all() {
    yield* rows
  }
  const columns = titles.map((title) => ({ title, width: 12 }))
  for await (const part of xlsx({ name: 'Hareketler', columns, rows: all() })) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}
