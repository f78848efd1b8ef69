import { useSyncExternalStore } from 'react'
import { createStore, followStored, readStored, writeStored } from '#app/browser-storage.ts'
import { currentUser, openLogin } from './session-store.ts'

/** The calls; fetched with the first favourite of somebody who is signed in. */
const server = () => import('./favorites-server.ts')

const none: ReadonlySet<string> = new Set()
const favorites = createStore(none)
let loadedFor: string | undefined
let watching = false

/** What a guest has tapped; it outlives the way to her mailbox and back, and is carried out once somebody signs in. */
const waitingKey = 'waitingFavorites'

/** Whether the signed-in shopper has this favourite. A tap by a guest is kept and opens the login panel. */
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
export async function change(productId: string, on: boolean): Promise<void> {
  try {
    await send(productId, on)
  } catch (error) {
    console.warn('favourite not changed', error)
  }
}

async function send(productId: string, on: boolean): Promise<void> {
  await (await server()).saveFavorite(productId, on)
  const next = new Set(favorites.get())
  if (on) next.add(productId)
  else next.delete(productId)
  favorites.set(next)
}

/** Calls back when the favourites change; the first to ask has them fetched. */
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
    console.warn('favourites not loaded', error)
  }
}

/** What the server refuses, such as a product that is gone, is let go; what did not reach it waits on. */
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
