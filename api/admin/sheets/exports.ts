import { createRoute, z } from '@hono/zod-openapi'
import { type ExportName, ExportQuery } from '#shop/imports/contract.ts'
import { exportList, exportRights } from '#shop/imports/exports/exports.ts'
import { istanbulDay } from '#shop/time.ts'
import { type ApiContext, confirmedFailures, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { failed } from '../../route.ts'
import { download, streamOf, xlsxType } from './files.ts'

const csvType = 'text/csv; charset=utf-8'
const fileNames: Record<ExportName, string> = {
  products: 'urunler',
  stock: 'stok',
  orders: 'siparisler',
  customers: 'musteriler',
  'gift-cards': 'hediye-kartlari',
}

function exportRoute<N extends ExportName>(name: N, summary: string) {
  const ofPeople = name === 'customers' || name === 'orders' || name === 'gift-cards'
  return createRoute({
    method: 'get',
    path: `/admin/exports/${name}`,
    ...needs(
      exportRights[name],
      // As their list in the panel.
      ...(name === 'gift-cards' ? (['amounts'] as const) : []),
      ...(ofPeople ? (['confirmed'] as const) : []),
    ),
    summary,
    request: { query: ExportQuery },
    responses: {
      ...failed({ ...staffFailures, 400: 'Another format', ...(ofPeople ? confirmedFailures : {}) }),
      200: {
        description: 'The file',
        content: { ...download[200].content, 'text/csv': { schema: z.string() } },
      },
    },
  })
}

async function answer(c: ApiContext, name: ExportName, format: ExportQueryFormat) {
  const ctx = c.get('ctx')
  const file = await exportList(ctx, name, format)
  return c.body(streamOf(file), 200, {
    'Content-Type': format === 'csv' ? csvType : xlsxType,
    'Content-Disposition': `attachment; filename="${fileNames[name]}-${istanbulDay(ctx.clock())}.${format}"`,
  })
}
type ExportQueryFormat = z.infer<typeof ExportQuery>['format']

export const adminExports = resource()
  .openapi(exportRoute('products', 'All products, as an import takes them'), (c) =>
    answer(c, 'products', c.req.valid('query').format),
  )
  .openapi(exportRoute('stock', 'The stock of every variant, as an import takes it'), (c) =>
    answer(c, 'stock', c.req.valid('query').format),
  )
  .openapi(exportRoute('orders', 'Orders, a line for each of their items'), (c) =>
    answer(c, 'orders', c.req.valid('query').format),
  )
  .openapi(exportRoute('customers', 'Customers with an account, with what they bought'), (c) =>
    answer(c, 'customers', c.req.valid('query').format),
  )
  .openapi(exportRoute('gift-cards', 'Gift cards with what is left on each; no codes'), (c) =>
    answer(c, 'gift-cards', c.req.valid('query').format),
  )
