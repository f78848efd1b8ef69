import { useSyncExternalStore } from 'react'
import { createStore, followStored, readStored, writeStored } from '#app/browser/browser-storage.ts'
import { currentUser, openLogin } from '../../browser/session-store.ts'

/** The calls; fetched with the first favorite of somebody who is signed in. */
const server = () => import('./favorites-server.ts')

const none: ReadonlySet<string> = new Set()
const favorites = createStore(none)
let loadedFor: string | undefined
let watching = false

/** Taps of a guest: kept while she signs in or registers, and carried out afterwards. */
const waitingKey = 'waitingFavorites'

/** Whether the signed-in shopper has this favorite. A tap by a guest is kept and opens the login panel. */
export function useFavorite(productId: string): { on: boolean; toggle: () => void } {
  const on = useSyncExternalStore(
    followFavorites,
    () => favorites.get().has(productId),
    () => false,
  )
  return { on, toggle: () => (currentUser() ? change(productId, !on) : keepWaiting(productId)) }
}

/** Keeps the tap of a guest. */
export function keepWaiting(productId: string): void {
  const waiting = new Set(readWaiting()).add(productId)
  writeStored(waitingKey, JSON.stringify([...waiting].slice(-50)))
  openLogin(() => undefined)
}

/** The set changes only once the server has agreed. */
async function change(productId: string, on: boolean): Promise<void> {
  try {
    await send(productId, on)
  } catch (error) {
    console.warn('favorite not changed', error)
  }
}

async function send(productId: string, on: boolean): Promise<void> {
  await (await server()).saveFavorite(productId, on)
  const next = new Set(favorites.get())
  if (on) next.add(productId)
  else next.delete(productId)
  favorites.set(next)
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

/** Once per person signed in, however many hearts a page has. */
async function load(): Promise<void> {
  const user = currentUser()?.id
  if (user === loadedFor) return
  loadedFor = user
  favorites.set(none)
  if (!user) return
  try {
    await addWaiting()
    const list = await (await server()).listFavorites()
    if (loadedFor === user) favorites.set(new Set([...list, ...favorites.get()]))
  } catch (error) {
    console.warn('favorites not loaded', error)
  }
}

/** Drops what the server refuses, such as a product that is gone; keeps what did not reach it. */
async function addWaiting(): Promise<void> {
  const { isRefused } = await server()
  for (const productId of readWaiting()) {
    await send(productId, true).catch((error: unknown) => {
      if (!isRefused(error)) throw error
    })
    const left = readWaiting().filter((id) => id !== productId)
    writeStored(waitingKey, left.length > 0 ? JSON.stringify(left) : null)
  }
}

function readWaiting(): string[] {
  try {
    const value: unknown = JSON.parse(readStored(waitingKey) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
