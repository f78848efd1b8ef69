import type { Call } from '#api/wire/calls.ts'
import { asksConfirmation, withConfirmation } from '#app/account/security/confirmation.ts'
import { ApiError, api, sentenceOf as sentenceOfAny } from '#app/browser/api-client.ts'
import { askForRights } from './rights.ts'

/** A call of the admin API. */
export function adminCall<C extends Call>(...request: Parameters<typeof api.call<C>>) {
  return asked(() => api.call<C>(...request))
}

/**
 * Does a call of the admin API. What moves money or people may ask her to prove herself first. Refused, what she may do has
 * changed while the panel was open: it is asked for again.
 */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await withConfirmation(call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && !asksConfirmation(error)) void askForRights()
    throw error
  }
}

/** The server's sentence, its errors by field joined; `otherwise` when it gave none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return fields.length > 0 ? fields.join(' ') : sentenceOfAny(error, otherwise)
}

/** An answer of the admin API that is no JSON: a file, or a stream of news. */
export function adminOpen(...request: Parameters<typeof api.open>): Promise<Response> {
  return asked(() => api.open(...request))
}

/** A file of the admin API. */
export async function adminFile(path: string): Promise<Blob> {
  return (await adminOpen('GET', path, undefined, {})).blob()
}
