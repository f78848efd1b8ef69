import { ApiError, api } from '#app/api-client.ts'
import { createStore } from '#app/browser-storage.ts'

/** Set once an admin call was refused: her rights ended while the panel was open. */
const refused = createStore(false)
export const useRefused = refused.use

/** A call of the admin API. */
export async function adminCall<T>(...request: Parameters<typeof api.call>) {
  try {
    return await api.call<T>(...request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) refused.set(true)
    throw error
  }
}

/** The server's sentence, its errors by field joined; `otherwise` when it said nothing. */
export function sentenceOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise
  const fields = Object.values(error.fields).flat()
  return fields.length > 0 ? fields.join(' ') : error.message || otherwise
}

/** An answer of the admin API that is no JSON: a file, or a stream of news. */
export async function adminOpen(...request: Parameters<typeof api.open>): Promise<Response> {
  try {
    return await api.open(...request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) refused.set(true)
    throw error
  }
}
