/**
 * Trendyol, as developers.trendyol.com documents it (read on 24 November 2026): updatePriceAndInventory of 7 August 2026,
 * getBatchRequestResult, getShipmentPackages, updatePackage; its catalog is in catalog.ts. Products are matched by their barcode.
 */

import { z } from 'zod'
import { days } from '../../time.ts'
import type { Listing, MarketPackage } from '../market/contract.ts'
import type { MarketAnswer, Marketplace } from '../market/marketplace.ts'
import { findBrands, listAttributes, listCategories, listValues, newItemOf } from './catalog.ts'
import { trendyolClient } from './client.ts'
import type { TrendyolSettings } from './settings.ts'

const text = z.union([z.string(), z.number()]).nullish()
const Address = z.looseObject({
  firstName: text,
  lastName: text,
  phone: text,
  address1: text,
  address2: text,
  fullAddress: text,
  city: text,
  district: text,
})
const Line = z.looseObject({
  lineId: z.number().optional(),
  id: z.number().optional(),
  barcode: text,
  stockCode: text,
  merchantSku: text,
  productName: text,
  quantity: z.number().int().nonnegative(),
  lineUnitPrice: z.number().optional(),
  price: z.number().optional(),
})
const Package = z.looseObject({
  shipmentPackageId: z.number().optional(),
  id: z.number().optional(),
  orderNumber: text,
  status: z.string(),
  shipmentAddress: Address.nullish(),
  customerFirstName: text,
  customerLastName: text,
  cargoTrackingNumber: text,
  orderDate: z.number().optional(),
  lastModifiedDate: z.number(),
  lines: z.array(Line),
})
const Page = z.looseObject({ totalPages: z.number().int(), content: z.array(Package) })
const Sent = z.looseObject({ batchRequestId: z.string().min(1) })
const Batch = z.looseObject({
  status: z.string().nullish(),
  items: z.array(
    z.looseObject({
      // The barcode is in the item itself for stock and prices, in its `product` for new products.
      requestItem: z
        .looseObject({
          barcode: z.string().optional(),
          product: z.looseObject({ barcode: z.string().optional() }).optional(),
        })
        .nullish(),
      status: z.string().nullish(),
      failureReasons: z.array(z.string()).nullish(),
    }),
  ),
})

/** Packages on a page, pages that may be read, and days that one question may span, by its documents. */
const pageSize = 200
const mostPages = 50
const longestSpan = days(14)

const standings: Record<string, MarketPackage['standing']> = {
  Awaiting: 'waiting',
  Created: 'open',
  Picking: 'open',
  Invoiced: 'open',
  Shipped: 'shipped',
  AtCollectionPoint: 'shipped',
  UnDelivered: 'shipped',
  Delivered: 'delivered',
  Returned: 'returned',
  Cancelled: 'gone',
  UnSupplied: 'gone',
  UnPacked: 'gone',
  Repack: 'gone',
}

export function trendyol(settings: TrendyolSettings, timeout?: number): Marketplace {
  const call = trendyolClient(settings, timeout)
  const at = (domain: string, path: string) => `/${domain}/sellers/${settings.sellerId}${path}`
  const pages = async (from: number, to: number): Promise<MarketAnswer<MarketPackage[]>> => {
    const found: MarketPackage[] = []
    for (let page = 0; page < mostPages; page++) {
      const query = `startDate=${from}&endDate=${to}&page=${page}&size=${pageSize}&orderByField=PackageLastModifiedDate&orderByDirection=ASC`
      const answer = await call('GET', at('order', `/orders?${query}`))
      if (answer.kind !== 'done') return answer
      const { data } = Page.safeParse(answer.data)
      if (!data) return { kind: 'lost', reason: 'an unreadable list of packages' }
      found.push(...data.content.map(packageOf))
      if (page + 1 >= data.totalPages) break
    }
    return { kind: 'done', data: found }
  }
  const send = async (path: string, body: object): Promise<MarketAnswer<{ batchId: string }>> => {
    const answer = await call('POST', path, body)
    if (answer.kind !== 'done') return answer
    const { data } = Sent.safeParse(answer.data)
    return data
      ? { kind: 'done', data: { batchId: data.batchRequestId } }
      : { kind: 'lost', reason: 'an answer without a batch' }
  }
  return {
    name: 'trendyol',
    title: 'Trendyol',
    mostListings: 1000,
    push: (listings) => send(at('inventory', '/products/price-and-inventory'), { items: listings.map(itemOf) }),
    create: (listings) => send(at('product', '/v2/products'), { items: listings.map(newItemOf) }),
    findBrands: (name) => findBrands(call, name),
    listCategories: () => listCategories(call),
    listAttributes: (categoryId) => listAttributes(call, categoryId),
    listValues: (categoryId, attributeId) => listValues(call, categoryId, attributeId),
    async findBatch(id) {
      const answer = await call('GET', at('product', `/products/batch-requests/${encodeURIComponent(id)}`))
      if (answer.kind !== 'done') return answer
      const { data } = Batch.safeParse(answer.data)
      if (!data) return { kind: 'lost', reason: 'an unreadable batch' }
      // A batch of stock and prices has no status of its own: its items have one each.
      const isOver =
        data.status === 'COMPLETED' || data.items.every(({ status }) => /^(SUCCESS|FAILED)$/.test(status ?? ''))
      return { kind: 'done', data: isOver ? failuresIn(data) : undefined }
    },
    async listPackages(since, until) {
      const found: MarketPackage[] = []
      for (let from = since.getTime(); from < until.getTime(); from += longestSpan) {
        const answer = await pages(from, Math.min(from + longestSpan, until.getTime()))
        if (answer.kind !== 'done') return answer
        found.push(...answer.data)
      }
      return { kind: 'done', data: found }
    },
    tell: ({ id, lines }, status, invoiceNumber) =>
      call('PUT', at('order', `/shipment-packages/${id}`), {
        lines: lines.map(({ id, quantity }) => ({ lineId: Number(id), quantity })),
        params: invoiceNumber ? { invoiceNumber } : {},
        status,
      }),
    cannotSupply: ({ id, lines }, lineIds) =>
      call('PUT', at('order', `/shipment-packages/${id}/items/unsupplied`), {
        lines: lines
          .filter((line) => lineIds.includes(line.id))
          .map(({ id, quantity }) => ({ lineId: Number(id), quantity })),
        // 500: "Stok tükendi".
        reasonId: 500,
      }),
  }
}

/** At most 20,000 pieces are taken of a size, and no list price below the one of the sale. */
function itemOf({ barcode, quantity, priceKurus, listKurus }: Listing) {
  return {
    barcode,
    quantity: Math.min(quantity, 20_000),
    salePrice: priceKurus / 100,
    listPrice: Math.max(listKurus, priceKurus) / 100,
  }
}

function failuresIn({ items }: z.infer<typeof Batch>): Map<string, string> {
  return new Map(
    items
      .filter(({ status }) => status === 'FAILED')
      .map(({ requestItem, failureReasons }) => [
        requestItem?.barcode ?? requestItem?.product?.barcode ?? '',
        (failureReasons ?? []).join(' ').slice(0, 300) || 'Neden bildirilmedi',
      ]),
  )
}

function packageOf(found: z.infer<typeof Package>): MarketPackage {
  const { shipmentAddress: address } = found
  const said = (value: string | number | null | undefined) => String(value ?? '').trim()
  const street = [said(address?.address1), said(address?.address2)].filter(Boolean).join(' ')
  return {
    id: String(found.shipmentPackageId ?? found.id ?? ''),
    orderNumber: said(found.orderNumber),
    status: found.status,
    standing: standings[found.status] ?? 'open',
    firstName: said(address?.firstName) || said(found.customerFirstName),
    lastName: said(address?.lastName) || said(found.customerLastName),
    phone: said(address?.phone),
    address: street || said(address?.fullAddress),
    city: said(address?.city),
    district: said(address?.district),
    trackingNumber: said(found.cargoTrackingNumber)
      .replace(/[^A-Za-z0-9-]/g, '')
      .slice(0, 40),
    orderedAt: found.orderDate ?? found.lastModifiedDate,
    changedAt: found.lastModifiedDate,
    lines: found.lines
      // Nothing of such a line is bought.
      .filter(({ quantity }) => quantity > 0)
      .map((line) => ({
        id: String(line.lineId ?? line.id ?? ''),
        barcode: said(line.barcode),
        sku: said(line.stockCode) || said(line.merchantSku),
        name: said(line.productName),
        quantity: line.quantity,
        unitKurus: Math.round((line.lineUnitPrice ?? line.price ?? 0) * 100),
      })),
  }
}
