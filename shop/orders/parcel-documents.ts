import { and, inArray, isNotNull } from 'drizzle-orm'
import { inPdfTurn } from '../agreements/pdf-turns.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { findBrand } from '../settings/brand.ts'
import { findPolicies } from '../settings/policies.ts'
import type { AddressLabels, PackingSlips } from './contract.ts'
import { noSuchOrder } from './locked.ts'
import { type Order, withItems } from './orders.ts'
import { orders } from './schema.ts'

export type ParcelDocument = { filename: string; content: Buffer }

/** Makes packing slips, a page or more per order, in the given order. NOT_FOUND when one is no paid order. */
export async function makePackingSlips(ctx: Ctx, { orderIds, note }: PackingSlips): Promise<ParcelDocument> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  // Loaded on demand: it is heavy and seldom needed.
  const { packingSlipsPdf } = await import('./parcel-pdf.ts')
  return {
    filename: nameOf('paket-fisi', parcels),
    content: await inPdfTurn(() => packingSlipsPdf(parcels, sender, note)),
  }
}

/** Makes address labels, a page per order. */
export async function makeAddressLabels(ctx: Ctx, { orderIds, size }: AddressLabels): Promise<ParcelDocument> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  const { addressLabelsPdf } = await import('./parcel-pdf.ts')
  return {
    filename: nameOf('adres-etiketi', parcels),
    content: await inPdfTurn(() => addressLabelsPdf(parcels, sender, size)),
  }
}

async function parcelsOf(ctx: Ctx, orderIds: string[]) {
  requireRight(ctx, 'orders')
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, orderIds), isNotNull(orders.placedAt)))
  const found = new Map((await withItems(ctx, rows)).map((order) => [order.id, order]))
  const parcels = orderIds.flatMap((id) => found.get(id) ?? [])
  if (parcels.length < orderIds.length) throw noSuchOrder()
  const { merchantTitle, address, phone } = await findPolicies(ctx)
  const { shopName } = await findBrand(ctx)
  return { parcels, sender: { shop: shopName, merchantTitle, address, phone } }
}

/** Named by the order's number, or by how many orders there are. */
function nameOf(kind: string, parcels: Order[]): string {
  const [only] = parcels
  return `${kind}-${parcels.length === 1 && only ? only.id.slice(-8).toUpperCase() : `${parcels.length}-siparis`}.pdf`
}
