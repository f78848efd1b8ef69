import { and, inArray, isNotNull } from 'drizzle-orm'
import { inPdfTurn } from '../agreements/pdf-turns.ts'
import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { findSource } from '../media/picture-files.ts'
import { shownOrderId } from '../order-id.ts'
import type { AddressLabels, PackingSlips } from '../orders/contract.ts'
import { noSuchOrder } from '../orders/locked.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { findPaperLogo } from '../settings/face/logos.ts'
import { findPolicies } from '../settings/policies.ts'
import { getParcelText } from '../texts/texts.ts'

export type ParcelDocument = { filename: string; content: Buffer }

/** Makes packing slips, a page or more per order, in the given order. NOT_FOUND when one is no paid order. */
export async function makePackingSlips(ctx: Ctx, { orderIds, note }: PackingSlips): Promise<ParcelDocument> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  // Loaded on demand: it is heavy and seldom needed.
  const { packingSlipsPdf } = await import('./slip-pdf.ts')
  const words = { note, ...(await getParcelText(ctx)) }
  const pictures = await picturesOf(ctx, parcels)
  return {
    filename: nameOf('paket-fisi', parcels),
    content: await inPdfTurn(() => packingSlipsPdf(parcels, sender, words, pictures)),
  }
}

/** Small JPEGs of the pieces by their pictures' ids, as a PDF takes them; what cannot be read is left out. */
async function picturesOf(ctx: Ctx, parcels: Order[]): Promise<Map<string, Buffer>> {
  const { default: sharp } = await import('sharp')
  const shown = new Map(
    parcels.flatMap(({ items }) => items.flatMap(({ image }) => (image ? [[image.id, image]] : []))),
  )
  const made = new Map<string, Buffer>()
  for (const { id, width } of shown.values()) {
    const file = await findSource(ctx, { id, width })
    const small =
      file &&
      (await sharp(file)
        .resize({ width: 160 })
        .jpeg({ quality: 78 })
        .toBuffer()
        .catch(() => undefined))
    if (small) made.set(id, small)
  }
  return made
}

/** Makes address labels, a page per order. */
export async function makeAddressLabels(ctx: Ctx, { orderIds, size }: AddressLabels): Promise<ParcelDocument> {
  const { parcels, sender } = await parcelsOf(ctx, orderIds)
  const { addressLabelsPdf } = await import('./label-pdf.ts')
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
  for (const parcel of parcels) requireAddressSeen(ctx, parcel)
  const { merchantTitle, address, phone } = await findPolicies(ctx)
  const brand = await findBrand(ctx)
  const logo = await findPaperLogo(ctx, brand.logo)
  return { parcels, sender: { shop: brand.shopName, merchantTitle, address, phone, ...(logo && { logo }) } }
}

/** Where a parcel goes is for all who send it; once it is there, or goes nowhere, for who sees contacts. FORBIDDEN otherwise. */
export function requireAddressSeen(ctx: Ctx, { id, status }: Pick<Order, 'id' | 'status'>): void {
  if ((status !== 'DELIVERED' && status !== 'CANCELLED') || hasRight(ctx, 'contacts')) return
  const over = status === 'DELIVERED' ? 'teslim edildi' : 'iptal edildi'
  const message = `${shownOrderId(id)} ${over}; adresini artık yalnızca müşteri bilgilerini görebilenler yazdırabilir.`
  throw new ShopError('FORBIDDEN', message)
}

/** Named by the order's number, or by how many orders there are. */
function nameOf(kind: string, parcels: Order[]): string {
  const [only] = parcels
  return `${kind}-${parcels.length === 1 && only ? only.id.slice(-8).toUpperCase() : `${parcels.length}-siparis`}.pdf`
}
