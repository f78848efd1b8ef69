import { jsonIn, readAnswer, whyLost } from '../../network.ts'
import { seconds } from '../../time.ts'
import type { MarketAnswer } from '../market/marketplace.ts'
import type { TrendyolSettings } from './settings.ts'

/**
 * Speaks Trendyol's API: Basic auth and a User-Agent of '{sellerId} - SelfIntegration', without which it answers 403
 * (developers.trendyol.com/docs/2-authorization, of 27 April 2026). Fifty questions in ten seconds are taken of each call.
 */
export function trendyolClient({ sellerId, apiKey, apiSecret, baseUrl }: TrendyolSettings, timeout = seconds(20)) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
    'user-agent': `${sellerId} - SelfIntegration`,
    'content-type': 'application/json',
  }
  return async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<MarketAnswer<unknown>> => {
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return read(response.status, await readAnswer(response))
    } catch (error) {
      return { kind: 'lost', reason: whyLost(error).reason }
    }
  }
}

function read(status: number, text: string): MarketAnswer<unknown> {
  const data = jsonIn(text)
  if (status === 429) return { kind: 'rest' }
  // "15 dakika boyunca aynı isteği tekrarlı olarak atamazsınız!"
  if (status >= 400 && status < 500 && /15 dakika/.test(text)) return { kind: 'repeated' }
  if (status >= 500 || (data === undefined && text !== '')) return { kind: 'lost', reason: `HTTP ${status}` }
  if (status >= 400) return { kind: 'refused', message: messageIn(data) || `HTTP ${status}` }
  return { kind: 'done', data }
}

function messageIn(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const { errors, message, exception } = data as { errors?: unknown; message?: unknown; exception?: unknown }
  const first = Array.isArray(errors) ? (errors[0] as { message?: unknown } | undefined)?.message : undefined
  return String(first ?? message ?? exception ?? '').slice(0, 300)
}
