import type { Answer, Call, MethodOf, PathOf } from '#api/wire/calls.ts'
import { closeAccount, endSession } from '#app/browser/session-store.ts'
import { readStored, writeStored } from './browser-storage.ts'

/** A call that failed; `message` is a Turkish sentence to show. Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string[]>
  readonly data: unknown
  readonly retryAfter: number | undefined
  /** The sentence that the answer itself carried; a proxy's 502 carries none. */
  readonly sentence: string | undefined

  constructor(status: number, body: FailureBody, retryAfter?: number) {
    const sentence = body.message || (typeof body.error === 'string' && body.error) || undefined
    super(sentence ?? 'Beklenmeyen bir sorun oluştu.')
    this.sentence = status === 0 ? undefined : sentence
    this.status = status
    this.code = body.code ?? 'INTERNAL'
    this.fields = typeof body.error === 'object' && body.error !== null ? body.error : {}
    this.data = body.data
    this.retryAfter = retryAfter
  }
}

type FailureBody = {
  code?: string
  message?: string
  error?: string | Record<string, string[]>
  data?: unknown
}

/**
 * The sentence to show for a call whose answer has none of its own (`silent`), and when the server was not reached (`unreached`);
 * one sentence may serve for both.
 */
export type FailureWords = string | { silent: string; unreached: string }

/** The server's sentence, or else the call's. */
export function sentenceOf(error: unknown, words: FailureWords): string {
  if (error instanceof ApiError && error.sentence) return error.sentence
  if (typeof words === 'string') return words
  return error instanceof ApiError && error.status !== 0 ? words.silent : words.unreached
}

type CallOptions = {
  /** Without the bearer token, and a 401 is an answer like any other: the calls of login itself. */
  guest?: boolean
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
}

type By<Method extends string> = Extract<Call, `${Method} ${string}`>

/**
 * The browser's client of /api/v1: bearer token, one refresh and retry on 401, ApiError on failure. Who needs the answer
 * names the call, as in `api.get<'GET /orders/{id}'>(path)`; its type is the one that the API's routes are made from.
 */
export const api = {
  get: <C extends By<'GET'>>(path: PathOf<C>, options?: CallOptions) => dataOf<C>('GET', path, undefined, options),
  post: <C extends By<'POST'>>(path: PathOf<C>, body?: unknown, options?: CallOptions) =>
    dataOf<C>('POST', path, body, options),
  put: <C extends By<'PUT'>>(path: PathOf<C>, body?: unknown, options?: CallOptions) =>
    dataOf<C>('PUT', path, body, options),
  delete: <C extends By<'DELETE'>>(path: PathOf<C>, body?: unknown, options?: CallOptions) =>
    dataOf<C>('DELETE', path, body, options),
  /** The answer with its message and pagination. */
  call: <C extends Call>(method: MethodOf<C>, path: PathOf<C>, body?: unknown, options?: CallOptions) =>
    call<C>(method, path, body, options),
  /** The bare answer, such as a file or a stream. */
  open: authorized,
  /** A file that only its owner may have. */
  file: async (path: string, options: CallOptions = {}) => (await authorized('GET', path, undefined, options)).blob(),
}

async function dataOf<C extends Call>(method: string, path: string, body?: unknown, options?: CallOptions) {
  return (await call<C>(method, path, body, options)).data as Answer<C>['data']
}

async function call<C extends Call>(method: string, path: string, body?: unknown, options: CallOptions = {}) {
  return read<Answer<C>>(await authorized(method, path, body, options))
}

/** Tokens of shoppers without an account: each function gives the token for a path that it serves, or undefined. */
export const lenders: ((path: string) => string | undefined)[] = []

/** The answer of a call, with a fresh token if the old one was refused; ApiError unless it is a success. */
async function authorized(method: string, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const lent = options.guest ? undefined : lenders.map((lend) => lend(path)).find(Boolean)
  const token = lent ?? (options.guest ? null : await tokenToSend())
  let response = await send(method, path, body, options, token)
  if (response.status === 401 && !options.guest && !lent) {
    const fresh = await refresh(token)
    if (fresh) response = await send(method, path, body, options, fresh)
    if (!fresh || response.status === 401) loseSession()
  }
  if (!response.ok) await read(response)
  return response
}

/** The access token that is kept, or the one that the refresh token brings when only that is left. */
async function tokenToSend(): Promise<string | null> {
  const token = readStored('accessToken')
  if (token !== null || readStored('refreshToken') === null) return token
  const fresh = await refresh(null)
  if (!fresh) loseSession()
  return fresh ?? null
}

/** A new access token before the old one has run out, such as for a changed name. */
export function renewToken(): Promise<string | undefined> {
  return refresh(readStored('accessToken'))
}

async function send(method: string, path: string, body: unknown, options: CallOptions, token: string | null) {
  try {
    return await fetch(`/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
      signal: options.signal,
      keepalive: options.keepalive,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw unreachable()
  }
}

async function read<T>(response: Response): Promise<T> {
  const body = response.status === 204 ? { success: true } : await response.json().catch(() => undefined)
  if (response.ok && body?.success === true) return body
  if (!body) throw response.ok ? unreachable() : new ApiError(response.status, {})
  throw new ApiError(response.status, body, Number(response.headers.get('Retry-After')) || undefined)
}

function unreachable(): ApiError {
  return new ApiError(0, { code: 'UNREACHABLE', message: 'Sunucu ile bağlantı kurulamadı' })
}

let underway: Promise<string | undefined> | undefined

/** One refresh for however many calls were refused, in this tab and, by a lock, in all of them. */
function refresh(refused: string | null): Promise<string | undefined> {
  underway ??= withLock(() => newToken(refused)).finally(() => {
    underway = undefined
  })
  return underway
}

function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context; without them only this tab waits for itself.
  return navigator.locks ? navigator.locks.request('refresh', work) : work()
}

/** The usable access token; undefined when the session is over. Throws when the server cannot be reached: that ends nothing. */
async function newToken(refused: string | null): Promise<string | undefined> {
  const present = readStored('accessToken')
  // Another tab was faster.
  if (present && present !== refused) return present
  const refreshToken = readStored('refreshToken')
  if (!refreshToken) return undefined
  const response = await send('POST', '/auth/refresh', { refreshToken }, {}, null)
  // The server is busy or unavailable: the session stays, and a later try may renew it.
  if (response.status >= 500 || response.status === 429) throw await laterError(response)
  const body = await response.json().catch(() => undefined)
  const tokens = body?.data
  if (!response.ok || typeof tokens?.accessToken !== 'string') {
    refusal = typeof body?.message === 'string' ? body.message : undefined
    return undefined
  }
  writeStored('accessToken', tokens.accessToken)
  if (typeof tokens.refreshToken === 'string') writeStored('refreshToken', tokens.refreshToken)
  return tokens.accessToken
}

/** The server takes the session no more, which is said. The panel is left then (app/admin/layout.tsx); a public page stays where it is. */
function loseSession(): void {
  const wasSignedIn = readStored('userInfo') !== null
  endSession()
  closeAccount()
  // A notice that cannot be fetched is no loss: the header says it too.
  if (wasSignedIn) import('./session-ended.tsx').then((m) => m.showSessionEnded(refusal)).catch(() => {})
}

/** Why the last refresh was refused, in the server's words. */
let refusal: string | undefined

async function laterError(response: Response): Promise<ApiError> {
  const body: FailureBody | undefined = await response.json().catch(() => undefined)
  const message = body?.message ?? 'Oturumunuz şu anda yenilenemedi, lütfen biraz sonra tekrar deneyin.'
  return new ApiError(response.status, { ...body, message }, Number(response.headers.get('Retry-After')) || undefined)
}
