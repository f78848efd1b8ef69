import { z } from '@hono/zod-openapi'
import { bulkPlans, bulkStates, noteKinds } from '#shop/bulk/contract.ts'
import { Pagination, pageOf, success } from '../envelope.ts'

const Span = z.object({ before: z.number(), after: z.number() })

/** The fields that the change touches. */
const Facts = z
  .object({
    price: z.number().nullable().optional().openapi({ description: 'TL; of its cheapest variant' }),
    originalPrice: z.number().nullable().optional().openapi({ description: 'TL' }),
    totalStock: z.number().optional(),
    categoryId: z.uuid().nullable().optional(),
    groupId: z.uuid().nullable().optional(),
    published: z.boolean().optional(),
    deleted: z.boolean().optional(),
  })
  .openapi('BulkFacts')

export type WireBulkUnit = z.infer<typeof WireBulkUnit>
const WireBulkUnit = z
  .object({
    productId: z.uuid(),
    name: z.string(),
    plan: z.enum(bulkPlans).openapi({ description: 'FAILED: it cannot be, so the product is left out' }),
    before: Facts,
    after: Facts,
    changes: z
      .array(z.object({ label: z.string(), before: z.string(), after: z.string() }))
      .openapi({ description: 'The same in words, with each variant and text' }),
    notes: z.array(z.object({ kind: z.enum(noteKinds), message: z.string() })).openapi({
      description: 'STOP keeps the product out, LAW is about the price that may be struck through, ODD is worth a look',
    }),
    applied: z.boolean(),
    undone: z.boolean(),
    refused: z.string().nullable().openapi({ description: 'Why it was left out when the change was applied' }),
    kept: z.string().nullable().openapi({ description: 'Why it could not be taken back' }),
  })
  .openapi('BulkUnit')

export type WireBulk = z.infer<typeof WireBulk>
const WireBulk = z
  .object({
    id: z.uuid(),
    title: z.string().openapi({ description: 'What it does, in words' }),
    state: z.enum(bulkStates).openapi({ description: 'READY: previewed, nothing is changed yet' }),
    count: z.number().openapi({ description: 'Products chosen' }),
    counts: z.object({
      changed: z.number(),
      same: z.number(),
      failed: z.number(),
      marked: z.number().openapi({ description: 'To change, but worth a look' }),
      variants: z.number(),
    }),
    totals: z.object({
      price: Span.nullable().openapi({ description: 'Mean price of the variants to change, TL' }),
      stock: Span.nullable().openapi({ description: 'Units of the variants to change' }),
    }),
    total: z.number().openapi({ description: 'Products to change' }),
    done: z.number().openapi({ description: 'Of them those changed or left out' }),
    refused: z.number(),
    undone: z.number(),
    kept: z.number().openapi({ description: 'Products that changed since and could not be taken back' }),
    createdAt: z.iso.datetime(),
    appliedAt: z.iso.datetime().nullable(),
    endedAt: z.iso.datetime().nullable(),
    undoUntil: z.iso.datetime().nullable(),
  })
  .openapi('BulkChange')

export type WireReadBulk = z.infer<typeof WireReadBulk>
const WireReadBulk = WireBulk.extend({
  warnings: z.array(z.string()),
  preview: z.array(WireBulkUnit),
  pagination: Pagination.openapi({ description: 'Of the preview' }),
}).openapi('ReadBulkChange')

export const bulkAnswers = {
  'POST /admin/products/bulk': success(WireReadBulk),
  'GET /admin/products/bulk': pageOf(WireBulk),
  'GET /admin/products/bulk/{id}': success(WireReadBulk),
  'POST /admin/products/bulk/{id}/apply': success(WireBulk),
  'POST /admin/products/bulk/{id}/stop': success(WireBulk),
  'POST /admin/products/bulk/{id}/undo': success(WireBulk),
}
