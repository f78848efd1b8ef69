import { useSyncExternalStore } from 'react'
import { createStore, followStored } from '#app/browser/browser-storage.ts'
import { currentUser } from '../../browser/session-store.ts'
import { guestText, readGuest, writeGuest } from './guest-favorites.ts'

/** The calls; fetched once somebody is signed in. */
const server = () => import('./favorites-server.ts')

const favorites = createStore<ReadonlySet<string>>(new Set())
let loadedFor: string | undefined
let loading: Promise<void> | undefined
let watching = false

const opened = createStore(false)
export const useFavoritesOpen = opened.use
export const openFavorites = () => opened.set(true)
export const closeFavorites = () => opened.set(false)

/** Whether the product is a favorite, of her account or, before she signs in, of this browser. */
export function useFavorite(productId: string): { on: boolean; toggle: () => void } {
  const on = useSyncExternalStore(
    followFavorites,
    () => favorites.get().has(productId),
    () => false,
  )
  return { on, toggle: () => changeFavorite(productId, !on) }
}

/** How many there are; none on the server and while hydrating. */
export function useFavoriteCount(): number {
  return useSyncExternalStore(
    followFavorites,
    () => favorites.get().size,
    () => 0,
  )
}

/** With an account, the set changes only once the server has agreed. */
export async function changeFavorite(productId: string, on: boolean): Promise<void> {
  const changed = (ids: Iterable<string>) => {
    const next = new Set(ids)
    next.delete(productId)
    return on ? next.add(productId) : next
  }
  if (!currentUser()) return writeGuest([...changed(readGuest())])
  try {
    await loading
    const { saveFavorite } = await server()
    if (await saveFavorite(productId, on)) favorites.set(changed(favorites.get()))
  } catch (error) {
    console.warn('favorite not changed', error)
  }
}

/** Calls back when the favorites change; the first to ask has them fetched. */
export function followFavorites(changed: () => void): () => void {
  if (!watching) {
    watching = true
    followStored(load)
  }
  load()
  return favorites.follow(changed)
}

/** Until the favorites of whoever is signed in now are known, and those of the guest she was are among them. */
export const favoritesKnown = () => loading

/** Once per person, however many hearts a page has. Until the account's are known, the guest's stay shown. */
function load(): void {
  const user = currentUser()?.id
  const whose = user ?? `guest ${guestText()}`
  if (whose === loadedFor) return
  loadedFor = whose
  favorites.set(new Set(readGuest()))
  loading = user === undefined ? undefined : loadOf(user)
}

async function loadOf(user: string): Promise<void> {
  try {
    const list = await (await server()).joinFavorites()
    if (loadedFor === user) favorites.set(new Set(list))
  } catch (error) {
    console.warn('favorites not loaded', error)
  }
}
