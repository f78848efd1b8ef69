import { z } from '@hono/zod-openapi'
import { fieldNames, importFormats, importStates, unitPlans } from '#shop/imports/contract.ts'
import { pageOf, success } from '../envelope.ts'

const RowError = z.object({
  row: z.number().openapi({ description: 'As a spreadsheet counts; the head is row 1' }),
  column: z.string(),
  message: z.string(),
})

export type WireImportUnit = z.infer<typeof WireImportUnit>
const WireImportUnit = z
  .object({
    position: z.number(),
    plan: z.enum(unitPlans).openapi({ description: 'FAILED: nothing of it is written' }),
    name: z.string(),
    firstRow: z.number(),
    productId: z.uuid().nullable(),
    changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    errors: z.array(RowError),
    notes: z.array(z.string()),
  })
  .openapi('ImportUnit')

export type WireImport = z.infer<typeof WireImport>
const WireImport = z
  .object({
    id: z.uuid(),
    name: z.string().openapi({ description: 'Of the file' }),
    format: z.enum(importFormats),
    state: z.enum(importStates).openapi({ description: 'READY: read, nothing is changed yet' }),
    rows: z.number(),
    counts: z
      .object({
        new: z.number(),
        changed: z.number(),
        same: z.number(),
        failed: z.number(),
        newVariants: z.number(),
        changedVariants: z.number(),
      })
      .openapi({ description: 'What the dry run found, in products' }),
    total: z.number().openapi({ description: 'Products to write' }),
    done: z.number().openapi({ description: 'Of them those written or refused' }),
    refused: z.number(),
    createdAt: z.iso.datetime(),
    appliedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
  })
  .openapi('Import')

export type WireReadImport = z.infer<typeof WireReadImport>
const WireReadImport = WireImport.extend({
  columns: z.array(z.object({ title: z.string(), field: z.enum(fieldNames).nullable() })),
  warnings: z.array(z.string()),
  errors: z.array(RowError).openapi({ description: 'The first 200' }),
  sample: z.array(WireImportUnit).openapi({ description: 'The first products that would change' }),
}).openapi('ReadImport')

export const importAnswers = {
  'POST /admin/imports': success(WireReadImport),
  'GET /admin/imports': pageOf(WireImport),
  'GET /admin/imports/{id}': success(WireReadImport),
  'GET /admin/imports/{id}/products': pageOf(WireImportUnit),
  'POST /admin/imports/{id}/apply': success(WireImport),
  'POST /admin/imports/{id}/stop': success(WireImport),
}
