import { z } from '@hono/zod-openapi'
import { SaleLineState, SaleState } from '#shop/catalog/sales/contract.ts'
import { pageOf, success } from '../envelope.ts'
import { WireProductLine } from './catalog.ts'

export type WireSale = z.infer<typeof WireSale>
const WireSale = z
  .object({
    id: z.uuid(),
    name: z.string(),
    percent: z.number().int().nullable(),
    price: z.number().nullable().openapi({ description: 'TL; one of the two' }),
    from: z.iso.datetime(),
    to: z.iso.datetime().nullable().openapi({ description: 'Null: until it is ended' }),
    state: SaleState,
    startedAt: z.iso.datetime().nullable().openapi({ description: 'When the first price moved' }),
    endedAt: z.iso.datetime().nullable(),
    version: z.number().int(),
    products: z.number().int(),
    sizes: z.number().int(),
    overtaken: z.number().int().openapi({ description: 'Sizes that got another price meanwhile' }),
    skipped: z.number().int().openapi({ description: 'Sizes that never started' }),
    sold: z.object({ units: z.number().int(), total: z.number() }),
  })
  .openapi('Sale')

export type WireSaleSize = z.infer<typeof WireSaleSize>
const WireSaleSize = z.object({
  variantId: z.uuid(),
  color: z.string(),
  size: z.string(),
  state: SaleLineState,
  before: z.number().openapi({ description: 'TL; before its start the price now' }),
  price: z.number().nullable(),
})

export type WireSaleWithProducts = z.infer<typeof WireSaleWithProducts>
const WireSaleWithProducts = WireSale.extend({
  lines: z.array(z.object({ product: WireProductLine, sizes: z.array(WireSaleSize) })),
}).openapi('SaleWithProducts')

export const adminSaleAnswers = {
  'GET /admin/sales': pageOf(WireSale),
  'POST /admin/sales': success(WireSaleWithProducts),
  'GET /admin/sales/{id}': success(WireSaleWithProducts),
  'PUT /admin/sales/{id}': success(WireSaleWithProducts),
  'POST /admin/sales/{id}/end': success(WireSaleWithProducts),
  'DELETE /admin/sales/{id}': success(z.null()),
}
