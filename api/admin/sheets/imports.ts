import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { invalid } from '#shop/errors.ts'
import { ImportMapping, ImportQuery, UnitQuery } from '#shop/imports/contract.ts'
import { exportMistakes, importTemplate } from '#shop/imports/exports/exports.ts'
import {
  applyImport,
  getImport,
  type Import,
  listErrors,
  listImports,
  listUnits,
  readImport,
  stopImport,
} from '#shop/imports/imports.ts'
import { badInput, binary, fileOf, form, Id, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { failed, route } from '../../route.ts'
import type { WireImport, WireReadImport } from '../../wire/admin/imports.ts'
import { download, streamOf, xlsxType } from './files.ts'

const sampled = 20

function toWire({ createdAt, appliedAt, endedAt, ...row }: Import): WireImport {
  const { id, name, format, state, rows, counts, total, done, refused } = row
  return {
    ...{ id, name, format, state, rows, counts, total, done, refused },
    createdAt: createdAt.toISOString(),
    appliedAt: appliedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

async function toRead(ctx: Ctx, row: Import): Promise<WireReadImport> {
  const sample = { page: 1, limit: sampled }
  const [changed, added] = [
    await listUnits(ctx, row.id, { ...sample, plan: 'CHANGED' }),
    await listUnits(ctx, row.id, { ...sample, plan: 'NEW' }),
  ]
  return {
    ...toWire(row),
    columns: row.header.map((title, index) => ({ title, field: row.mapping[index] ?? null })),
    warnings: row.warnings,
    errors: await listErrors(ctx, row.id),
    sample: [...changed.items, ...added.items].slice(0, sampled),
  }
}

const missing = { 404: 'No such import' }

const UploadForm = z.object({
  file: z
    .unknown()
    .openapi({ ...binary, description: 'CSV, XLSX, a Google feed, or a ZIP of one of them with pictures' }),
  mapping: z.string().max(20_000).optional().openapi({
    description: 'JSON: title of a column → the field that it holds, null for none; others are recognised',
  }),
})

/** The owner's mapping of the columns, sent as JSON beside the file. */
function readMapping(text: string | undefined): ImportMapping | undefined {
  if (!text) return undefined
  try {
    const read = ImportMapping.safeParse(JSON.parse(text))
    if (read.success) return read.data
  } catch {
    // Told below, as a mapping of another shape is.
  }
  throw invalid({ mapping: ['Sütun eşlemesi okunamadı; dosyayı yeniden seçin'] })
}

export const adminImports = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/imports/template',
      ...needs('catalog'),
      summary: 'The template of an import as XLSX, with two lines that show how it is filled',
      responses: { ...failed(staffFailures), ...download },
    }),
    (c) => c.body(streamOf(importTemplate(c.get('ctx'))), 200, fileHeaders('urun-sablonu')),
  )
  .openapi(
    route('POST /admin/imports', {
      ...needs('catalog'),
      summary: 'Reads a file of products and says what it would change; nothing is changed',
      request: form(UploadForm),
      failures: { ...staffFailures, ...badInput, 413: 'Larger than 50 MB' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { file, mapping } = c.req.valid('form')
      const upload = await fileOf(file, 'Ürün dosyanızı seçin')
      const row = await readImport(ctx, { ...upload, mapping: readMapping(mapping) })
      return ok(c, await toRead(ctx, row))
    },
  )
  .openapi(
    route('GET /admin/imports', {
      ...needs('catalog'),
      summary: 'Earlier imports, newest first',
      request: { query: ImportQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listImports(c.get('ctx'), query)
      return okPage(c, items.map(toWire), page(query, total))
    },
  )
  .openapi(
    route('GET /admin/imports/{id}', {
      ...needs('catalog'),
      summary: 'An import: what it would change, and how far it is',
      request: { params: Id },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await toRead(ctx, await getImport(ctx, c.req.valid('param').id)))
    },
  )
  .openapi(
    route('GET /admin/imports/{id}/products', {
      ...needs('catalog'),
      summary: 'The products of an import, in the order of the file',
      request: { params: Id, query: UnitQuery },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listUnits(c.get('ctx'), c.req.valid('param').id, query)
      return okPage(c, items, page(query, total))
    },
  )
  .openapi(
    route('POST /admin/imports/{id}/apply', {
      ...needs('catalog'),
      summary: 'Writes what was read, in the background; goes on after a stop',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is done already' },
    }),
    async (c) => ok(c, toWire(await applyImport(c.get('ctx'), c.req.valid('param').id)), 'İçe aktarma başladı.'),
  )
  .openapi(
    route('POST /admin/imports/{id}/stop', {
      ...needs('catalog'),
      summary: 'Stops after the products that are being written; those that are written stay',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is not running' },
    }),
    async (c) =>
      ok(
        c,
        toWire(await stopImport(c.get('ctx'), c.req.valid('param').id)),
        'İçe aktarma durduruldu; yazılanlar kaldı.',
      ),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/imports/{id}/mistakes',
      ...needs('catalog'),
      summary: 'The rows that are wrong as XLSX, with what is wrong in words, to correct and upload again',
      request: { params: Id },
      responses: { ...failed({ ...staffFailures, ...missing }), ...download },
    }),
    async (c) => {
      const file = await exportMistakes(c.get('ctx'), c.req.valid('param').id)
      return c.body(streamOf(file), 200, fileHeaders('hatali-satirlar'))
    },
  )

function fileHeaders(name: string) {
  return { 'Content-Type': xlsxType, 'Content-Disposition': `attachment; filename="${name}.xlsx"` }
}
