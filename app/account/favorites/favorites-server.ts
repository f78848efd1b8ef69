import type { WireFavorite } from '#api/wire/products.ts'
import { ApiError, api, sentenceOf } from '#app/browser/api-client.ts'
import { currentUser } from '../../browser/session-store.ts'
import { readGuest, writeGuest } from './guest-favorites.ts'

/** False when it could not be saved, which she is told. */
export async function saveFavorite(productId: string, on: boolean): Promise<boolean> {
  try {
    if (on) await api.post('/favorites/add', { productId })
    else await api.delete('/favorites/remove', { productId })
    return true
  } catch (error) {
    // That her session has ended is told already. Every page would name what says it, if it came with this.
    if (!(error instanceof ApiError) || error.status !== 401) {
      const { say } = await import('#app/browser/say.tsx')
      say(sentenceOf(error, 'Favorileriniz kaydedilemedi. Lütfen tekrar deneyin.'))
    }
    return false
  }
}

/**
 * The ids of her account's products. What this browser kept before she signed in joins them; it is forgotten here only
 * once the server has it.
 */
export async function joinFavorites(): Promise<string[]> {
  const kept = readGuest()
  if (kept.length === 0) {
    return (await api.get<'GET /favorites/my'>('/favorites/my')).map(({ productId }) => productId)
  }
  const { productIds } = await api.post<'POST /favorites/merge'>('/favorites/merge', { productIds: kept })
  forget(kept)
  return productIds
}

/** Her favorites with their products, the newest first. */
export async function listFavorites(signal: AbortSignal): Promise<WireFavorite[]> {
  if (currentUser()) return api.get<'GET /favorites/my'>('/favorites/my', { signal })
  const kept = readGuest()
  if (kept.length === 0) return []
  const list = await api.get<'GET /favorites/guest'>(`/favorites/guest?ids=${kept.join()}`, { guest: true, signal })
  const onSale = new Set(list.map(({ productId }) => productId))
  forget(kept.filter((id) => !onSale.has(id)))
  return list
}

function forget(ids: string[]): void {
  if (ids.length > 0) writeGuest(readGuest().filter((id) => !ids.includes(id)))
}
