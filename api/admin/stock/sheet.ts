import { changeCell } from '#shop/catalog/stock/cells.ts'
import { CellChange, NewProductView, StockMovesQuery, StockSettings } from '#shop/catalog/stock/contract.ts'
import { listStockMoves } from '#shop/catalog/stock/moves.ts'
import { deleteProductView, keepProductView, listProductViews } from '#shop/catalog/stock/views.ts'
import { listTags } from '#shop/catalog/tags/tags.ts'
import { findStockSettings, saveStockSettings } from '#shop/desk/stock-alarm.ts'
import { badInput, created, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import { toAdminWire } from '../catalog/products.ts'
import { saving, Version } from '../settings.ts'

const found = { ...staffFailures, 404: 'No such product, or no such size of it' }

/** The list of products as a sheet: its cells, the moves of stock behind them, and the views that its owner keeps. */
export const adminProductSheet = resource()
  .openapi(
    route('PATCH /admin/products/{id}/cell', {
      ...needs('catalog'),
      summary: 'Saves one cell of the list of products by itself',
      description:
        'One of `stock`, `add`, `price`, `published` and `lowStock`. Stock is changed by the difference between `set` and `seen`: what was sold meanwhile stays sold, and `message` says so. `price` without `variantId` is that of all sizes, each of which must have the price that was seen.',
      request: { params: Id, ...json(CellChange) },
      failures: {
        ...found,
        ...badInput,
        409: 'Somebody else changed it meanwhile, or fewer pieces are left than are taken away',
      },
    }),
    async (c) => {
      const { product, told } = await changeCell(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toAdminWire(product), told)
    },
  )
  .openapi(
    route('GET /admin/products/{id}/stock-moves', {
      ...needs('catalog'),
      summary: 'Every move of the stock of a product or of one size, newest first: why, who, before and after',
      request: { params: Id, query: StockMovesQuery },
      failures: found,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listStockMoves(c.get('ctx'), c.req.valid('param').id, query)
      return okPage(
        c,
        items.map(({ at, ...move }) => ({ ...move, at: at.toISOString() })),
        page(query, total),
      )
    },
  )
  .openapi(
    route('GET /admin/product-tags', {
      ...needs('catalog'),
      summary: 'The owner’s tags with their products, to find products by',
      failures: staffFailures,
    }),
    async (c) => ok(c, await listTags(c.get('ctx'))),
  )
  .openapi(
    route('GET /admin/product-views', {
      ...needs('catalog'),
      summary: 'What the signed-in user keeps of the list of products: filters, order and columns',
      failures: staffFailures,
    }),
    async (c) => ok(c, await listProductViews(c.get('ctx'))),
  )
  .openapi(
    route('POST /admin/product-views', {
      ...needs('catalog'),
      summary: 'Keeps a view of the list of products; one of the same name is replaced',
      request: json(NewProductView),
      created: true,
      failures: { ...staffFailures, ...badInput, 409: 'Thirty are kept already' },
    }),
    async (c) => created(c, await keepProductView(c.get('ctx'), c.req.valid('json')), 'Görünüm saklandı.'),
  )
  .openapi(
    route('DELETE /admin/product-views/{id}', {
      ...needs('catalog'),
      summary: 'Forgets a view',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such view' },
    }),
    async (c) => {
      await deleteProductView(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Görünüm silindi.')
    },
  )
  .openapi(
    route('PUT /admin/settings/stock', {
      ...needs('settings'),
      summary: 'At how few pieces of a size the owner is told; 0: never. A product may say otherwise',
      request: json(StockSettings.extend(Version.shape)),
      failures: saving,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { version, ...settings } = c.req.valid('json')
      await saveStockSettings(ctx, settings, { version })
      return ok(c, await findStockSettings(ctx), 'Stok uyarısı kaydedildi.')
    },
  )
