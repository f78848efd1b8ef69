import pino from 'pino'
import type { PageStore } from '#shop/payments/bank-pages.ts'
import type { Iyzico, IyzicoSettings } from '#shop/payments/iyzico/account.ts'
import type { IyzicoClient, IyzicoReply } from '#shop/payments/iyzico/client.ts'
import { hmac } from '#shop/payments/iyzico/signature.ts'

type Body = Record<string, unknown>
type Call = { path: string; sent: Body; timeout: number }
type Given = { settings?: Partial<IyzicoSettings>; now?: string | undefined; pages?: PageStore }

const secretKey = 'sandbox-secret-key'

/** iyzico's signature over these values. */
export const signed = (...values: string[]) => hmac(secretKey, values.join(':'))

export const success = (body: Body): IyzicoReply => ({ kind: 'success', body })
export const failed = (code: string, group = '', body: Body = {}): IyzicoReply => ({
  kind: 'failure',
  code,
  group,
  body,
  message: String(body.errorMessage ?? ''),
})

/** An account at iyzico whose line gives these answers, one after the other; `calls` is what was asked. */
export function iyzicoThatAnswers(replies: IyzicoReply[], { settings, now, pages }: Given = {}) {
  const calls: Call[] = []
  const lines: string[] = []
  const answer = async (path: string, sent: object, timeout: number): Promise<IyzicoReply> => {
    calls.push({ path, sent: { ...sent }, timeout })
    return replies.shift() ?? { kind: 'unknown', reason: 'nothing was prepared' }
  }
  const client: IyzicoClient = { post: answer, get: answer }
  const iyzico: Iyzico = {
    client,
    settings: {
      apiKey: 'key',
      secretKey,
      baseUrl: 'http://iyzico.test',
      identityNumber: '11111111111',
      threeDs: 'never',
      ...settings,
    },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    clock: () => new Date(now ?? '2026-11-20T09:00:00Z'),
    // Asked for by 3-D Secure alone.
    pages: pages ?? ({} as PageStore),
  }
  return { iyzico, calls, lines }
}
