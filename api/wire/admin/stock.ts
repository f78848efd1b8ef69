import { z } from '@hono/zod-openapi'
import { NewProductView, StockCause, StockSettings } from '#shop/catalog/stock/contract.ts'
import { pageOf, success } from '../envelope.ts'
import { WireAdminProduct, WireImage } from './catalog.ts'

export type WireStockMove = z.infer<typeof WireStockMove>
const WireStockMove = z
  .object({
    id: z.number().int(),
    variantId: z.uuid(),
    color: z.string(),
    size: z.string(),
    before: z.number().int(),
    after: z.number().int(),
    cause: StockCause,
    orderId: z.uuid().nullable(),
    actor: z
      .string()
      .nullable()
      .openapi({ description: 'Somebody of the staff; null for shoppers and the shop itself' }),
    note: z.string(),
    at: z.iso.datetime(),
  })
  .openapi('StockMove')

export type WireProductView = z.infer<typeof WireProductView>
const WireProductView = NewProductView.extend({ id: z.uuid() }).openapi('ProductView')

export type WireStocktake = z.infer<typeof WireStocktake>
const WireStocktake = z
  .object({
    id: z.uuid(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable().openapi({ description: 'Null while it is open' }),
    startedBy: z.string().nullable(),
    sizes: z.number().int(),
    added: z.number().int(),
    missing: z.number().int(),
  })
  .openapi('Stocktake')

export type WireStocktakeLine = z.infer<typeof WireStocktakeLine>
const WireStocktakeLine = z
  .object({
    variantId: z.uuid(),
    productId: z.uuid(),
    productName: z.string(),
    picture: WireImage.nullable(),
    sku: z.string(),
    color: z.string(),
    size: z.string(),
    expected: z.number().int().openapi({ description: 'The stock when the count of this size began' }),
    stock: z.number().int().openapi({ description: 'What it is now: less by what was sold since' }),
    counted: z.number().int(),
    bookedBefore: z.number().int().nullable(),
    bookedAfter: z.number().int().nullable(),
    changedAt: z.iso.datetime(),
  })
  .openapi('StocktakeLine')

const Booked = z.object({
  changed: z.number().int().openapi({ description: 'Sizes that differed' }),
  added: z.number().int(),
  missing: z.number().int(),
  oversold: z
    .number()
    .int()
    .openapi({ description: 'Sizes whose missing pieces were sold meanwhile; their stock is 0' }),
})

export type WireStockSettings = z.infer<typeof WireStockSettings>
export const WireStockSettings = StockSettings.extend({
  keepMinutes: z.number().int(),
  version: z.number().int(),
}).openapi('StockSettings')

export const stockAnswers = {
  'PATCH /admin/products/{id}/cell': success(WireAdminProduct),
  'GET /admin/products/{id}/stock-moves': pageOf(WireStockMove),
  'GET /admin/product-tags': success(z.array(z.object({ tag: z.string(), products: z.number().int() }))),
  'GET /admin/product-views': success(z.array(WireProductView)),
  'POST /admin/product-views': success(WireProductView),
  'DELETE /admin/product-views/{id}': success(z.null()),
  'GET /admin/stocktakes': success(z.object({ open: WireStocktake.nullable(), earlier: z.array(WireStocktake) })),
  'POST /admin/stocktakes': success(WireStocktake),
  'GET /admin/stocktakes/{id}/lines': success(z.array(WireStocktakeLine)),
  'POST /admin/stocktakes/{id}/lines': success(WireStocktakeLine),
  'DELETE /admin/stocktakes/{id}/lines/{variantId}': success(z.null()),
  'POST /admin/stocktakes/{id}/book': success(Booked),
  'DELETE /admin/stocktakes/{id}': success(z.null()),
  'PUT /admin/settings/stock': success(WireStockSettings),
}
