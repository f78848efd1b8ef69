import { z } from 'zod'
import { jsonIn, readAnswer, whyLost } from '../../network.ts'
import { seconds } from '../../time.ts'
import type { GeliverSettings } from './settings.ts'

/** Its envelope: `result` is false for a refusal, which has a code and a sentence. */
const Envelope = z.looseObject({
  result: z.boolean().optional(),
  code: z.string().nullish(),
  message: z.string().nullish(),
  additionalMessage: z.string().nullish(),
  data: z.unknown().optional(),
})

export type GeliverReply =
  | { kind: 'data'; data: unknown }
  /** It read the request and did nothing. */
  | { kind: 'refused'; status: number; message: string }
  /** `sent`: it may have done what was asked. */
  | { kind: 'lost'; sent: boolean; reason: string }

export type GeliverClient = (method: 'GET' | 'POST', path: string, body?: object) => Promise<GeliverReply>

/** Speaks Geliver's API: JSON with a bearer token (docs.geliver.io, read in November 2026). Only a readable answer counts. */
export function geliverClient({ baseUrl, token }: GeliverSettings, timeout = seconds(20)): GeliverClient {
  return async (method, path, body) => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return read(response.status, await readAnswer(response))
    } catch (error) {
      return { kind: 'lost', ...whyLost(error) }
    }
  }
}

function read(status: number, text: string): GeliverReply {
  const { success, data } = Envelope.safeParse(jsonIn(text))
  const message = (success && (data.additionalMessage || data.message || data.code)) || `HTTP ${status}`
  // It turns away what comes too fast before it looks at it.
  if (status === 429) return { kind: 'refused', status, message: 'çok sık soruldu, biraz sonra yeniden deneyin' }
  if (status >= 500 || !success) return { kind: 'lost', sent: true, reason: `HTTP ${status}` }
  if (status >= 400 || data.result === false) return { kind: 'refused', status, message }
  return { kind: 'data', data: data.data }
}
