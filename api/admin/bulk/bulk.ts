import {
  applyBulk,
  type Bulk,
  type BulkUnit,
  getBulk,
  listBulks,
  listBulkUnits,
  stopBulk,
  undoBulk,
  undoUntil,
} from '#shop/bulk/bulk.ts'
import { type BulkFacts, BulkQuery, BulkUnitQuery, NewBulk, type Span, UndoBulk } from '#shop/bulk/contract.ts'
import { previewBulk } from '#shop/bulk/preview.ts'
import type { Ctx } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { badInput, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireBulk, WireBulkUnit, WireReadBulk } from '../../wire/admin/bulk.ts'

function toWire(row: Bulk): WireBulk {
  const { id, title, state, total, done, refused, undone, kept } = row
  const { changed, same, failed, marked, variants, priceKurus, stock } = row.counts
  const mean = (sum: number) => toTl(Math.round(sum / Math.max(1, variants)))
  return {
    ...{ id, title, state, total, done, refused, undone, kept },
    count: changed + same + failed,
    counts: { changed, same, failed, marked, variants },
    totals: { price: priceKurus && spanOf(priceKurus, mean), stock },
    createdAt: row.createdAt.toISOString(),
    appliedAt: row.appliedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    undoUntil: undoUntil(row)?.toISOString() ?? null,
  }
}

function spanOf({ before, after }: Span, by: (sum: number) => number): Span {
  return { before: by(before), after: by(after) }
}

function toWireUnit(unit: BulkUnit): WireBulkUnit {
  const { productId, name, plan, before, after, changes, notes, appliedAt, undoneAt, refused, kept } = unit
  return {
    ...{ productId, name, plan, changes, notes, refused, kept },
    before: toWireFacts(before),
    after: toWireFacts(after),
    applied: appliedAt !== null && refused === null,
    undone: undoneAt !== null,
  }
}

function toWireFacts(facts: BulkFacts): WireBulkUnit['before'] {
  const { originalPriceKurus, categoryId, groupId, publishedAt, deleted, variants = [] } = facts
  const prices = variants.flatMap(({ priceKurus }) => priceKurus ?? [])
  const stocks = variants.flatMap(({ stock }) => stock ?? [])
  return {
    ...(prices.length > 0 ? { price: toTl(Math.min(...prices)) } : {}),
    ...(originalPriceKurus === undefined ? {} : { originalPrice: originalPriceKurus && toTl(originalPriceKurus) }),
    ...(stocks.length > 0 ? { totalStock: stocks.reduce((sum, stock) => sum + stock, 0) } : {}),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(groupId === undefined ? {} : { groupId }),
    ...(publishedAt === undefined ? {} : { published: publishedAt !== null }),
    ...(deleted === undefined ? {} : { deleted }),
  }
}

async function toRead(ctx: Ctx, row: Bulk, query: BulkUnitQuery): Promise<WireReadBulk> {
  const { items, total } = await listBulkUnits(ctx, row.id, query)
  return {
    ...toWire(row),
    warnings: row.warnings,
    preview: items.map(toWireUnit),
    pagination: page(query, total),
  }
}

const missing = { 404: 'No such change' }

export const adminProductsBulk = resource()
  .openapi(
    route('POST /admin/products/bulk', {
      ...needs('catalog'),
      summary: 'Says what a change would do to many products; nothing is changed',
      description:
        'Products by `ids` or by the `filter` of the list; `{}` means all. Prices and amounts in TL. A sale with `percent` lowers the price and strikes the old one through.',
      request: json(NewBulk),
      failures: { ...staffFailures, ...badInput },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const id = await previewBulk(ctx, c.req.valid('json'))
      return ok(c, await toRead(ctx, await getBulk(ctx, id), BulkUnitQuery.parse({})))
    },
  )
  .openapi(
    route('GET /admin/products/bulk', {
      ...needs('catalog'),
      summary: 'Earlier bulk changes, newest first',
      request: { query: BulkQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listBulks(c.get('ctx'), query)
      return okPage(c, items.map(toWire), page(query, total))
    },
  )
  .openapi(
    route('GET /admin/products/bulk/{id}', {
      ...needs('catalog'),
      summary: 'A bulk change: how far it is, and its products a page at a time',
      request: { params: Id, query: BulkUnitQuery },
      failures: { ...staffFailures, ...missing },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      return ok(c, await toRead(ctx, await getBulk(ctx, c.req.valid('param').id), c.req.valid('query')))
    },
  )
  .openapi(
    route('POST /admin/products/bulk/{id}/apply', {
      ...needs('catalog'),
      summary: 'Writes what was previewed, in the background; goes on after a stop',
      description:
        'A product of which something changed since the preview is left out and says so; stock moves by the difference.',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is done already, or there is nothing to change' },
    }),
    async (c) => ok(c, toWire(await applyBulk(c.get('ctx'), c.req.valid('param').id)), 'Değişiklik uygulanıyor.'),
  )
  .openapi(
    route('POST /admin/products/bulk/{id}/stop', {
      ...needs('catalog'),
      summary: 'Stops after the products that are being written; those that are written stay',
      request: { params: Id },
      failures: { ...staffFailures, ...missing, 409: 'It is not running' },
    }),
    async (c) =>
      ok(c, toWire(await stopBulk(c.get('ctx'), c.req.valid('param').id)), 'Değişiklik durduruldu; yazılanlar kaldı.'),
  )
  .openapi(
    route('POST /admin/products/bulk/{id}/undo', {
      ...needs('catalog'),
      summary: 'Takes products back, all or those named, in the background; for thirty days',
      description: 'A product that changed since stays as it is and says so; stock moves by the difference.',
      request: { params: Id, body: { content: { 'application/json': { schema: UndoBulk } } } },
      failures: {
        ...staffFailures,
        ...missing,
        ...badInput,
        409: 'Not applied, being applied, too late, or nothing to take back',
      },
    }),
    async (c) =>
      ok(
        c,
        toWire(await undoBulk(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))),
        'Değişiklik geri alınıyor.',
      ),
  )
