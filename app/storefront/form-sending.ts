import { ApiError, api } from '#app/api-client.ts'

/** How sending a form went. */
export type Sent =
  | { kind: 'sent'; message: string }
  | { kind: 'wrong'; fields: Record<string, string> }
  | { kind: 'failed'; text: string }

/** Sends a form of a visitor. `failure` is said when the shop itself could not say what went wrong. */
export async function sendForm(path: string, body: unknown, failure: string): Promise<Sent> {
  try {
    const { message = '' } = await api.call('POST', path, body, { guest: true })
    return { kind: 'sent', message }
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', text: failure }
    const fields = Object.entries(error.fields).map(([field, [sentence = failure]]) => [field, sentence])
    if (fields.length > 0) return { kind: 'wrong', fields: Object.fromEntries(fields) }
    const refused = error.status >= 400 && error.status < 500
    return { kind: 'failed', text: refused ? error.message : failure }
  }
}
