import { and, asc, eq } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, hasRight, requireRight } from '../../ctx.ts'
import type { CallRight } from '../../rights.ts'
import { type Cell, xlsx } from '../../xlsx.ts'
import type { ExportFormat, ExportName } from '../contract.ts'
import { getImport } from '../imports.ts'
import { importUnits } from '../schema.ts'
import type { SeenColumn } from './columns.ts'
import { giftCardColumns, giftCardRows } from './gift-cards.ts'
import { productColumns, productRows, stockColumns, stockRows } from './products.ts'
import { customerColumns, customerRows, orderColumns, orderRows } from './sales.ts'
import { csv } from './write-csv.ts'

type Table = { title: string; columns: SeenColumn[]; rows: (ctx: Ctx) => AsyncGenerator<Cell[]> }

const tables: Record<ExportName, Table> = {
  products: { title: 'Ürünler', columns: productColumns, rows: productRows },
  stock: { title: 'Stok', columns: stockColumns, rows: stockRows },
  orders: { title: 'Siparişler', columns: orderColumns, rows: orderRows },
  customers: { title: 'Müşteriler', columns: customerColumns, rows: customerRows },
  'gift-cards': { title: 'Hediye kartları', columns: giftCardColumns, rows: giftCardRows },
}

/** The right that each list needs; those of people are noted when they are taken out of the shop. */
export const exportRights: Record<ExportName, CallRight> = {
  products: 'catalog',
  stock: 'catalog',
  orders: 'orders-read',
  customers: 'customers',
  'gift-cards': 'orders-read',
}

/** A list as a file, chunk by chunk: little of it is in memory at a time. */
export async function exportList(
  ctx: Ctx,
  name: ExportName,
  format: ExportFormat,
): Promise<AsyncGenerator<Uint8Array>> {
  requireRight(ctx, exportRights[name])
  const { title, columns: all, rows: allRows } = tables[name]
  const isSeen = all.map(({ sight }) => !sight || hasRight(ctx, sight))
  const columns = all.filter((_, index) => isSeen[index])
  if (exportRights[name] !== 'catalog') {
    await recordChange(ctx, { action: 'export.download', subject: { id: name, name: title }, after: { format } })
  }
  const rows = seenCells(allRows(ctx), isSeen)
  return format === 'csv' ? csv(columns, rows) : xlsx({ name: title, columns, rows })
}

async function* seenCells(rows: AsyncGenerator<Cell[]>, isSeen: boolean[]): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield row.filter((_, index) => isSeen[index])
}

/** An empty table with the columns that an import knows, and two lines that show how it is filled. */
export function importTemplate(ctx: Ctx): AsyncGenerator<Uint8Array> {
  requireRight(ctx, 'catalog')
  return xlsx({ name: 'Ürünler', columns: productColumns, rows: examples() })
}

const example: Record<string, Cell> = {
  'Ürün adı': 'Keten Midi Elbise',
  Adres: 'keten-midi-elbise',
  Açıklama: 'Hafif ketenden, beli kuşaklı midi elbise.',
  Kategori: 'Elbise',
  'Renk grubu': 'Keten Midi Elbise',
  Renk: 'Kum',
  'Renk kodu': '#cdbb9f',
  Fiyat: { kurus: 129_990 },
  'İndirim öncesi fiyat': { kurus: 159_990 },
  Stok: 4,
  Maliyet: { kurus: 65_000 },
  'KDV oranı': '10',
  Durum: 'Taslak',
  Kumaş: '%55 keten, %45 viskon',
  Bakım: '30 °C’de yıkanır; Ütülenmez',
  Kalıp: 'Rahat',
  'Ürün ölçüleri': 'Beden;Göğüs;Boy\nS;88;110\nM;92;111',
  'Görseldeki beden': 'Manken 1,75 m, S giyiyor',
  Etiketler: 'yaz, keten',
  Görseller: 'elbise-on.jpg | https://ornek.com/elbise-arka.jpg',
}

async function* examples(): AsyncGenerator<Cell[]> {
  for (const size of ['S', 'M']) {
    const row: Record<string, Cell> = { ...example, SKU: `ORNEK-KUM-${size}`, Beden: size }
    yield productColumns.map(({ title }) => row[title])
  }
}

/** The rows of an import that are wrong, with what is wrong first: corrected, the same file can be uploaded. */
export async function exportMistakes(ctx: Ctx, id: string): Promise<AsyncGenerator<Uint8Array>> {
  const { header } = await getImport(ctx, id)
  const columns = [{ title: 'Hata', width: 50 }, ...header.map((title) => ({ title, width: 16 }))]
  return xlsx({ name: 'Hatalar', columns, rows: mistakes(ctx, id, header.length) })
}

async function* mistakes(ctx: Ctx, id: string, width: number): AsyncGenerator<Cell[]> {
  const units = await ctx.db
    .select({ lines: importUnits.lines, errors: importUnits.errors })
    .from(importUnits)
    .where(and(eq(importUnits.importId, id), eq(importUnits.plan, 'FAILED')))
    .orderBy(asc(importUnits.position))
  for (const { lines, errors } of units) {
    for (const { row, cells } of lines ?? []) {
      const own = errors.filter((error) => error.row === row).map(({ column, message }) => `${column}: ${message}`)
      yield [own.join('\n') || undefined, ...Array.from({ length: width }, (_, index) => cells[index])]
    }
  }
}
