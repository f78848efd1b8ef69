import { useEffect } from 'react'
import { ApiError, api } from '#app/browser/api-client.ts'
import { createStore } from '#app/browser/browser-storage.ts'
import type { Right } from '#shop/rights.ts'

/**
 * `asked`: nothing is known yet. `refused`: she is not of the staff, or not any more. `second step`: she has to set up
 * two-step login first.
 */
type State =
  | { kind: 'asked' }
  | { kind: 'known'; rights: readonly Right[] }
  | { kind: 'refused' }
  | { kind: 'second step' }
  | { kind: 'failed' }

const store = createStore<State>({ kind: 'asked' })

/** Asks when the panel opens, and again whenever somebody comes back to it: her role may have changed meanwhile. */
export function useAskedRights(): { state: State; again: () => void } {
  useEffect(() => {
    store.set({ kind: 'asked' })
    void askForRights()
    const back = () => void (document.hidden || askForRights())
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [])
  return { state: store.use(), again: () => void askForRights() }
}

/** The rights of the signed-in person, as the server says; none until it has. The server decides again at each call. */
export function useRights(): readonly Right[] {
  const state = store.use()
  return state.kind === 'known' ? state.rights : none
}

export function currentRights(): readonly Right[] {
  const state = store.get()
  return state.kind === 'known' ? state.rights : none
}

const none: readonly Right[] = []
let underWay: Promise<void> | undefined

/** Asks the server; what is known stays until it has answered. */
export function askForRights(): Promise<void> {
  underWay ??= ask().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function ask(): Promise<void> {
  try {
    const { data } = await api.call<'GET /admin/me'>('GET', '/admin/me')
    const known = store.get()
    // The same rights are no news: nothing is drawn again.
    if (known.kind === 'known' && known.rights.join() === data.rights.join()) return
    store.set({ kind: 'known', rights: data.rights })
  } catch (error) {
    if (error instanceof ApiError && error.status === 403)
      store.set({ kind: error.code === 'SECOND_STEP_REQUIRED' ? 'second step' : 'refused' })
    else if (store.get().kind !== 'known') store.set({ kind: 'failed' })
  }
}
