import type { Call } from '#api/wire/calls.ts'
import { ApiError, api, sentenceOf as sentenceOfAny } from '#app/browser/api-client.ts'
import { askForRights } from './rights.ts'

/** A call of the admin API. Refused, what she may do has changed while the panel was open: it is asked for again. */
export async function adminCall<C extends Call>(...request: Parameters<typeof api.call<C>>) {
  try {
    return await api.call<C>(...request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) void askForRights()
    throw error
  }
}

/** The server's sentence, its errors by field joined; `otherwise` when it gave none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return fields.length > 0 ? fields.join(' ') : sentenceOfAny(error, otherwise)
}

/** An answer of the admin API that is no JSON: a file, or a stream of news. */
export async function adminOpen(...request: Parameters<typeof api.open>): Promise<Response> {
  try {
    return await api.open(...request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) void askForRights()
    throw error
  }
}
