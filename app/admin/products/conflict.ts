import { toast } from '#app/ui/toast.tsx'
import { adminCall, sentenceOf } from '../admin-api.ts'
import type { AdminProduct } from './product-shape.ts'

export type Conflict = { theirs: AdminProduct /** Who saved it meanwhile. */; names: string[] }

/** The product as it is now, and who made it so. */
export async function conflictOver(id: string, base: AdminProduct | undefined): Promise<Conflict | undefined> {
  try {
    const { data: theirs } = await adminCall<AdminProduct>('GET', `/admin/products/${id}`)
    const names = await changersOf(id, base?.updatedAt ?? '').catch(() => [])
    return { theirs, names }
  } catch (error) {
    toast('bad', sentenceOf(error, 'Ürün güncellenirken bir hata oluştu'))
    return undefined
  }
}

async function changersOf(id: string, since: string): Promise<string[]> {
  const { data } = await adminCall<{ actor: { name: string }; createdAt: string }[]>(
    'GET',
    `/admin/audit?subject=${id}&limit=20`,
  )
  return [...new Set(data.filter(({ createdAt }) => createdAt > since).map(({ actor }) => actor.name))]
}
