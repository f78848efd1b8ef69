import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { products, variants } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { runImport } from '#shop/imports/apply.ts'
import { applyImport, readImport } from '#shop/imports/imports.ts'
import { fieldsOf, formatOf } from '#shop/imports/reading/columns.ts'
import { unitsOf } from '#shop/imports/reading/drafts.ts'
import { linesOf } from '#shop/imports/reading/lines.ts'
import { readUpload } from '#shop/imports/upload.ts'
import { type Cell, xlsx } from '#shop/xlsx.ts'
import { aPhoto } from '#test/forms.ts'
import { test } from '#test/shop.ts'

const head = [
  'SKU',
  'Barkod',
  'Ürün adı',
  'Açıklama',
  'Kategori',
  'Renk',
  'Beden',
  'Fiyat',
  'Stok',
  'Durum',
  'Resimler',
]
const rows = [
  [
    'KME-S',
    '8690000000011',
    'Keten Midi Elbise',
    'Hafif elbise.',
    'Elbise',
    'Kum',
    'S',
    '₺1.299,90',
    '4',
    'Taslak',
    '',
  ],
  ['KME-M', '8690000000028', 'Keten Midi Elbise', '', 'Elbise', 'Kum', 'M', '1299,90', '0', 'Taslak', ''],
  ['GOM-38', '', 'Poplin "Gömlek"; beyaz', 'Beyaz gömlek.', 'Gömlek', 'Beyaz', '38', '899', '2', 'Taslak', 'a.jpg'],
]
const csv = new TextEncoder().encode(
  [head, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n'),
)
const feed = new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Vitrin</title>
<item><g:id>KME-S</g:id><g:title>Keten Midi Elbise</g:title><g:description>Hafif &amp; serin.</g:description><g:price>1299.90 TRY</g:price><g:size>S</g:size><g:color>Kum</g:color><g:product_type>Elbise</g:product_type><g:availability>in_stock</g:availability></item>
</channel></rss>`)

async function* cellsOf(lines: string[][]): AsyncGenerator<Cell[]> {
  yield* lines
}

async function workbook(): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  const columns = head.map((title) => ({ title, width: 12 }))
  for await (const part of xlsx({ name: 'Ürünler', columns, rows: cellsOf(rows) })) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

const whole: Record<string, () => Promise<Uint8Array>> = {
  'a CSV': async () => csv,
  'a workbook': workbook,
  'a feed': async () => feed,
  'a ZIP': async () =>
    zipSync({ 'urunler.csv': csv, 'a.jpg': new Uint8Array(await (await aPhoto('red')).arrayBuffer()) }),
}

const damages = fc.array(
  fc.record({
    how: fc.constantFrom('change' as const, 'end' as const, 'lose' as const, 'repeat' as const),
    /** Thousandths of the file. */
    at: fc.nat(999),
    /** The new byte, or how many bytes are lost or repeated. */
    byte: fc.nat(255),
  }),
  { minLength: 1, maxLength: 6 },
)
type Damage = typeof damages extends fc.Arbitrary<(infer D)[]> ? D : never

function damaged(whole: Uint8Array, all: Damage[]): Uint8Array {
  return all.reduce<Uint8Array>((bytes, { how, at, byte }) => {
    const place = Math.floor((at * bytes.length) / 1000)
    const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)]
    const changed = {
      change: [before, new Uint8Array([byte]), after.subarray(1)],
      end: [before],
      lose: [before, after.subarray(byte)],
      repeat: [before, after.subarray(0, byte), after],
    }
    return new Uint8Array(Buffer.concat(changed[how]))
  }, whole)
}

/** A refusal is a sentence of the shop's own. */
function expectWords(error: unknown): void {
  if (!(error instanceof ShopError)) throw error
  expect(error.code).toBe('INVALID')
  expect(error.message).toMatch(/^[A-ZÇĞİÖŞÜ].{15,}/)
  expect(error.message).not.toMatch(/undefined|NaN|Error|\[object/)
}

describe.for(Object.entries(whole))('%s that is broken', ([, make]) => {
  test('is read or refused in words, whatever happened to it', async () => {
    const bytes = await make()
    const nothing = { bySku: new Map(), byBarcode: new Map(), bySlug: new Map() }
    const reads = fc.asyncProperty(damages, async (all) => {
      try {
        const { header, rows } = await readUpload(damaged(bytes, all))
        const lines = linesOf({ format: formatOf(header), header, fields: fieldsOf(header), rows })
        for (const { errors } of unitsOf(lines, nothing)) {
          for (const { message } of errors) expect(message).not.toMatch(/undefined|NaN|Error|\[object/)
        }
      } catch (error) {
        expectWords(error)
      }
    })
    await fc.assert(reads, { numRuns: Number(process.env.FILE_RUNS ?? 250) })
  })

  test('makes whole products or none', { timeout: 60_000 }, async ({ ctx }) => {
    const bytes = await make()
    const imports = fc.asyncProperty(damages, async (all) => {
      await ctx.db
        .transaction(async (tx) => {
          await bring({ ...ctx, db: tx }, damaged(bytes, all))
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
    })
    await fc.assert(imports, { numRuns: Math.ceil(Number(process.env.FILE_RUNS ?? 250) / 40), endOnFailure: true })
  })
})

class Undo extends Error {}

async function bring(ctx: Ctx, bytes: Uint8Array): Promise<void> {
  try {
    const { id } = await readImport(ctx, { name: 'dosya', bytes })
    await applyImport(ctx, id)
    await runImport(ctx, id, new AbortController().signal)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'CONFLICT') return
    expectWords(error)
  }
  for (const product of await ctx.db.select().from(products)) {
    const own = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    expect(own.length, 'a product has something to sell').toBeGreaterThan(0)
    expect(product.name).not.toBe('')
    if (product.publishedAt) expect(product.priceKurus).toBeGreaterThan(0)
  }
}
