import { and, inArray, isNotNull } from 'drizzle-orm'
import { type Ctx, requireAdmin } from '../ctx.ts'
import { findBrand } from '../settings/brand.ts'
import { findPolicies } from '../settings/policies.ts'
import type { AddressLabels, PackingSlips } from './contract.ts'
import { noSuchOrder } from './locked.ts'
import { type Order, withItems } from './orders.ts'
import { orders } from './schema.ts'

export type Paper = { filename: string; content: Buffer }

/** What goes into each parcel, a page or more per order, in the order asked for. NOT_FOUND when one is no paid order. */
export async function makePackingSlips(ctx: Ctx, { orderIds, note }: PackingSlips): Promise<Paper> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  // Heavy, and needed only now and then.
  const { packingSlipsPdf } = await import('./parcel-pdf.ts')
  return { filename: nameOf('paket-fisi', parcels), content: await packingSlipsPdf(parcels, sender, note) }
}

/** What is stuck on each parcel, a page per order. */
export async function makeAddressLabels(ctx: Ctx, { orderIds, size }: AddressLabels): Promise<Paper> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  const { addressLabelsPdf } = await import('./parcel-pdf.ts')
  return { filename: nameOf('adres-etiketi', parcels), content: await addressLabelsPdf(parcels, sender, size) }
}

async function parcelsOf(ctx: Ctx, orderIds: string[]) {
  await requireAdmin(ctx)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(inArray(orders.id, orderIds), isNotNull(orders.paidAt)))
  const found = new Map((await withItems(ctx, rows)).map((order) => [order.id, order]))
  const parcels = orderIds.flatMap((id) => found.get(id) ?? [])
  if (parcels.length < orderIds.length) throw noSuchOrder()
  const { merchantTitle, address, phone } = await findPolicies(ctx)
  const { shopName } = await findBrand(ctx)
  return { parcels, sender: { shop: shopName, merchantTitle, address, phone } }
}

/** One order's file bears its number, that of several how many they are. */
function nameOf(kind: string, parcels: Order[]): string {
  const [only] = parcels
  return `${kind}-${parcels.length === 1 && only ? only.id.slice(-8).toUpperCase() : `${parcels.length}-siparis`}.pdf`
}
