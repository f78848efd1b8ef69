import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { adminCall } from '../../parts/api.ts'

/** Two admins at one product: the shop refused a save over an old `version` (shop/catalog/edits/product-edits.ts). */
export type Conflict = {
  theirs: WireAdminProduct
  /** The people who saved it meanwhile. */
  names: string[]
}

/** The product as it is now, and the people who changed it. */
export async function conflictOver(id: string, base: WireAdminProduct | undefined): Promise<Conflict> {
  const { data: theirs } = await adminCall<'GET /admin/products/{id}'>('GET', `/admin/products/${id}`)
  const names = await changersOf(id, base?.updatedAt ?? '').catch(() => [])
  return { theirs, names }
}

async function changersOf(id: string, since: string): Promise<string[]> {
  const { data } = await adminCall<'GET /admin/audit'>('GET', `/admin/audit?subject=${id}&limit=20`)
  return [...new Set(data.filter(({ createdAt }) => createdAt > since).map(({ actor }) => actor.name))]
}
