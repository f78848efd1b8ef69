import { renewToken } from '#app/browser/api-client.ts'
import { writeStored } from '#app/browser/browser-storage.ts'
import type { UserInfo } from './session-store.ts'

/** Keeps what login answered; the person is read from the access token. Undefined when it cannot be read. */
export function keepSession(tokens: { accessToken: string; refreshToken: string }): UserInfo | undefined {
  const user = userOfToken(tokens.accessToken)
  if (!user) return undefined
  writeStored('accessToken', tokens.accessToken)
  writeStored('refreshToken', tokens.refreshToken)
  writeStored('userInfo', JSON.stringify(user))
  return user
}

/** Reads the signed-in user again, after her name or address has changed. */
export async function renewSession(): Promise<void> {
  const user = userOfToken((await renewToken()) ?? '')
  if (user) writeStored('userInfo', JSON.stringify(user))
}

function userOfToken(token: string): UserInfo | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const { id, email, firstName, lastName, role } = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof id !== 'string' || typeof email !== 'string') return undefined
    return { id, email, firstName, lastName, fullName: `${firstName} ${lastName}`.trim(), role }
  } catch {
    return undefined
  }
}
