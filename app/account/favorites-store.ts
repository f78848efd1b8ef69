import { useSyncExternalStore } from 'react'
import { api } from '#app/api-client.ts'
import { createStore, followStored } from '#app/browser-storage.ts'
import { currentUser, openLogin } from './session-store.ts'

const none: ReadonlySet<string> = new Set()
const favorites = createStore(none)
let loadedFor: string | undefined
let watching = false

/** Whether the signed-in shopper has this favourite. A tap by a guest opens the login panel and is carried out after it. */
export function useFavorite(productId: string): { on: boolean; toggle: () => void } {
  const on = useSyncExternalStore(
    follow,
    () => favorites.get().has(productId),
    () => false,
  )
  return { on, toggle: () => (currentUser() ? change(productId, !on) : openLogin(() => change(productId, true))) }
}

/** The set changes only once the server has agreed. */
export async function change(productId: string, on: boolean): Promise<void> {
  try {
    if (on) await api.post('/favorites/add', { productId })
    else await api.delete('/favorites/remove', { productId })
    const next = new Set(favorites.get())
    if (on) next.add(productId)
    else next.delete(productId)
    favorites.set(next)
  } catch (error) {
    console.warn('favourite not changed', error)
  }
}

function follow(changed: () => void): () => void {
  if (!watching) {
    watching = true
    followStored(load)
  }
  load()
  return favorites.follow(changed)
}

/** Once per person signed in, however many hearts a page has. */
async function load(): Promise<void> {
  const user = currentUser()?.id
  if (user === loadedFor) return
  loadedFor = user
  favorites.set(none)
  if (!user) return
  try {
    const list = await api.get<{ productId: string }[]>('/favorites/my')
    if (loadedFor === user) favorites.set(new Set([...list.map((favorite) => favorite.productId), ...favorites.get()]))
  } catch (error) {
    console.warn('favourites not loaded', error)
  }
}
