import type { Call, PathOf } from '#api/wire/calls.ts'
import { ApiError, api } from '#app/browser/api-client.ts'

/** Sends a form of a visitor, without her account unless it is asked for; gives the shop's sentence about it. */
export async function sendForm(
  path: PathOf<Extract<Call, `POST ${string}`>>,
  body: unknown,
  { guest = true }: { guest?: boolean } = {},
): Promise<string> {
  const { message = '' } = await api.call('POST', path, body, { guest })
  return message
}

/** For `useSubmit`: the sentence of a refusal; for any other failure the form's own, which says what to do. */
export function refusalOr(failure: string): (error: unknown) => string {
  return (error) => (error instanceof ApiError && error.status < 500 && error.sentence) || failure
}

/** The first sentence about what is wrong that is not also shown under its field: the same sentence twice is noise. */
export function aboveFields(wrong: Partial<Record<string, string>>, shown: typeof wrong): string | undefined {
  return Object.entries(wrong).find(([name, sentence]) => shown[name] !== sentence)?.[1]
}
