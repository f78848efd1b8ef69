import { ApiError, api } from '#app/browser/api-client.ts'

export async function saveFavorite(productId: string, on: boolean): Promise<void> {
  if (on) await api.post('/favorites/add', { productId })
  else await api.delete('/favorites/remove', { productId })
}

/** The ids of her products. */
export async function listFavorites(): Promise<string[]> {
  return (await api.get<'GET /favorites/my'>('/favorites/my')).map(({ productId }) => productId)
}

/** The server said no; otherwise it was not reached. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0
}
