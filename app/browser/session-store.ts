import { clearStored, createStore, readStored, useStored, writeStored } from '#app/browser/browser-storage.ts'

/** The signed-in user, as kept in the browser under `userInfo`. */
export type UserInfo = {
  id: string
  email: string
  firstName: string
  lastName: string
  fullName: string
  role: string
}

let lastText: string | null = null
let lastUser: UserInfo | undefined

/** Nobody on the server and while hydrating. */
export function useSession(): { user: UserInfo | undefined; logout: () => void } {
  return { user: userOf(useStored('userInfo'), useStored('accessToken'), useStored('refreshToken')), logout }
}

export function currentUser(): UserInfo | undefined {
  return userOf(readStored('userInfo'), readStored('accessToken'), readStored('refreshToken'))
}

/** Either token will do, as the one brings the other; without both nobody is signed in, whatever else is kept. */
function userOf(info: string | null, accessToken: string | null, refreshToken: string | null): UserInfo | undefined {
  if (accessToken !== null || refreshToken !== null) return parse(info)
  // Not while a component renders.
  if (info !== null) queueMicrotask(endSession)
  return undefined
}

/** Ends the session here and on the server, and empties what the shop keeps in this browser. */
export function logout(): void {
  const refreshToken = readStored('refreshToken')
  // The answer changes nothing here: the tokens are gone from this browser either way.
  if (refreshToken)
    fetch('/api/v1/auth/logout', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
      keepalive: true,
    }).catch(() => undefined)
  clearStored()
  window.location.assign('/')
}

/** Forgets who was signed in; the cart stays. */
export function endSession(): void {
  for (const key of ['accessToken', 'refreshToken', 'userInfo']) writeStored(key, null)
}

const login = createStore<{ open: boolean; then?: () => void; why?: string }>({ open: false })
export const useLogin = login.use
/** Opens the login panel, which says why if she did not ask for it; `then` runs once somebody has signed in. */
export const openLogin = (then?: () => void, why?: string) => login.set({ open: true, then, why })
export const waitingForLogin = () => login.get().then
export const closeLogin = () => login.set({ open: false })

const account = createStore(false)
export const useAccountOpen = account.use
/** Opens the account panel, or the login panel when nobody is signed in. */
export const openAccount = () => (currentUser() ? account.set(true) : openLogin(() => account.set(true)))
export const closeAccount = () => account.set(false)

function parse(text: string | null): UserInfo | undefined {
  if (text === lastText) return lastUser
  lastText = text
  lastUser = undefined
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as UserInfo | null
    if (typeof value?.id !== 'string' || typeof value.email !== 'string') throw new Error('no user')
    lastUser = value
  } catch {
    // Not while a component renders.
    queueMicrotask(endSession)
  }
  return lastUser
}
