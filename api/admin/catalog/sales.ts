import { cancelSale, changeSale, endSale } from '#shop/catalog/sales/change.ts'
import { NewSale, SaleChange, SaleEnd, SaleQuery } from '#shop/catalog/sales/contract.ts'
import { type Discount, planSale, type SalePlan } from '#shop/catalog/sales/plan.ts'
import { getSale, listSales, type SaleFacts, type SaleSize, type SaleWithProducts } from '#shop/catalog/sales/sales.ts'
import { invalid } from '#shop/errors.ts'
import { toTl } from '#shop/money.ts'
import { created, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { route } from '../../route.ts'
import type { WireSale, WireSaleSize, WireSaleWithProducts } from '../../wire/admin/sales.ts'
import { toWireLine } from './product-line.ts'

function toWire(sale: SaleFacts): WireSale {
  const { id, name, percent, priceKurus, startsAt, endsAt, state, startedAt, endedAt, version } = sale
  const { products, sizes, overtaken, skipped, soldUnits, soldKurus } = sale
  return {
    ...{ id, name, percent, state, version, products, sizes, overtaken, skipped },
    price: priceKurus && toTl(priceKurus),
    from: startsAt.toISOString(),
    to: endsAt?.toISOString() ?? null,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    sold: { units: soldUnits, total: toTl(soldKurus) },
  }
}

function toWireSize({ beforeKurus, priceKurus, ...size }: SaleSize): WireSaleSize {
  return { ...size, before: toTl(beforeKurus), price: priceKurus && toTl(priceKurus) }
}

function withProducts(sale: SaleWithProducts): WireSaleWithProducts {
  const lines = sale.lines.map(({ product, sizes }) => ({ product: toWireLine(product), sizes: sizes.map(toWireSize) }))
  return { ...toWire(sale), lines }
}

/** One of the two; undefined without either. */
function discountOf({ percent, price }: { percent?: number; price?: number }): Discount | undefined {
  if (percent !== undefined && price !== undefined) throw invalid({ percent: ['Oran ya da fiyattan birini girin'] })
  if (percent !== undefined) return { percent }
  return price === undefined ? undefined : { priceKurus: price }
}

function planOf({ productIds, variantIds, percent, price, name, from, to }: NewSale): SalePlan {
  const discount = discountOf({ ...(percent && { percent }), ...(price && { price }) })
  if (!discount) throw invalid({ percent: ['İndirim oranını ya da indirimli fiyatı girin'] })
  if (productIds && variantIds) throw invalid({ variantIds: ['Ürünlerden ya da bedenlerden birini gönderin'] })
  const times = { name, from, to }
  if (productIds) return { ...discount, ...times, productIds }
  if (variantIds) return { ...discount, ...times, variantIds }
  throw invalid({ productIds: ['En az bir ürün seçin'] })
}

const missing = { ...staffFailures, 404: 'No such sale' }
const refused = { 400: 'Invalid fields', 409: 'Another sale in the same time, or the state does not allow it' }

export const adminSales = resource()
  .openapi(
    route('GET /admin/sales', {
      ...needs('catalog'),
      summary: 'Sales, those that start last first: of a month, of a product, or all',
      request: { query: SaleQuery },
      failures: { 400: 'A bad parameter', ...staffFailures },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listSales(c.get('ctx'), query)
      return okPage(c, items.map(toWire), page(query, total))
    },
  )
  .openapi(
    route('POST /admin/sales', {
      ...needs('catalog'),
      summary: 'Plans a sale of products or of some of their sizes',
      description:
        'Times are minutes, in Istanbul where no zone is given. Without `from` it starts at once, without `to` it runs until it is ended. At the start the prices go down, at the end those before come back, unless somebody set another meanwhile. Sales of one size never overlap.',
      request: json(NewSale),
      created: true,
      failures: { ...refused, ...missing },
    }),
    async (c) => {
      const sale = await planSale(c.get('ctx'), planOf(c.req.valid('json')))
      const message = sale.state === 'PLANNED' ? 'İndirim planlandı.' : 'İndirim başladı.'
      return created(c, withProducts(await getSale(c.get('ctx'), sale.id)), message)
    },
  )
  .openapi(
    route('GET /admin/sales/{id}', {
      ...needs('catalog'),
      summary: 'One sale with its products and sizes',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => ok(c, withProducts(await getSale(c.get('ctx'), c.req.valid('param').id))),
  )
  .openapi(
    route('PUT /admin/sales/{id}', {
      ...needs('catalog'),
      summary: 'Changes a planned sale, or the name and the end of one that runs',
      request: { params: Id, ...json(SaleChange) },
      failures: { ...refused, ...missing },
    }),
    async (c) => {
      const { percent, price, ...change } = c.req.valid('json')
      const discount = discountOf({ ...(percent && { percent }), ...(price && { price }) })
      const sale = await changeSale(c.get('ctx'), c.req.valid('param').id, { ...change, discount })
      return ok(c, withProducts(await getSale(c.get('ctx'), sale.id)), 'İndirim kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/sales/{id}/end', {
      ...needs('catalog'),
      summary: 'Ends a sale that runs, or takes some of its products out of it, at once',
      request: { params: Id, ...json(SaleEnd) },
      failures: { ...refused, ...missing },
    }),
    async (c) => {
      const sale = await endSale(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      const message = sale.state === 'ENDED' ? 'İndirim bitirildi.' : 'Ürün indirimden çıkarıldı.'
      return ok(c, withProducts(await getSale(c.get('ctx'), sale.id)), message)
    },
  )
  .openapi(
    route('DELETE /admin/sales/{id}', {
      ...needs('catalog'),
      summary: 'Takes back a sale before its start',
      request: { params: Id },
      failures: { 409: 'It has started', ...missing },
    }),
    async (c) => {
      await cancelSale(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'İndirim iptal edildi.')
    },
  )
