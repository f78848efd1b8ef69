import { endSession } from '#app/account/session-store.ts'
import { readStored, writeStored } from './browser-storage.ts'

/** A call that failed; `message` is a Turkish sentence to show. Status 0: the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string[]>
  readonly data: unknown
  readonly retryAfter: number | undefined

  constructor(status: number, body: FailureBody, retryAfter?: number) {
    super(body.message ?? (typeof body.error === 'string' ? body.error : 'Beklenmeyen bir sorun oluştu.'))
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

type CallOptions = {
  /** Without the bearer token, and a 401 is an answer like any other: the calls of login itself. */
  guest?: boolean
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
}

/** The whole success envelope: some calls say something in `message`, lists may add `pagination`. */
export type Answer<T> = { success: true; data: T; message?: string; pagination?: Pagination }
export type Pagination = { page: number; totalPages: number; total: number }

/** The browser's client of /api/v1: bearer token, one refresh and retry on 401, ApiError on failure. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => dataOf<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => dataOf<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => dataOf<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: CallOptions) => dataOf<T>('DELETE', path, body, options),
  /** The answer with its message and pagination. */
  call,
  /** The bare answer, such as a file or a stream. */
  open: authorized,
  /** A file that only its owner may have. */
  file: async (path: string, options: CallOptions = {}) => (await authorized('GET', path, undefined, options)).blob(),
}

async function dataOf<T>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return (await call<T>(method, path, body, options)).data
}

async function call<T>(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
  return read<T>(await authorized(method, path, body, options))
}

/** The answer of a call, with a fresh token if the old one was refused; ApiError unless it is a success. */
async function authorized(method: string, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const token = options.guest ? null : readStored('accessToken')
  let response = await send(method, path, body, options, token)
  if (response.status === 401 && !options.guest) {
    const fresh = await refresh(token)
    if (fresh) response = await send(method, path, body, options, fresh)
    if (!fresh || response.status === 401) signOut()
  }
  if (!response.ok) await read(response)
  return response
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

async function read<T>(response: Response): Promise<Answer<T>> {
  if (response.status === 204) return { success: true, data: undefined as T }
  const body = await response.json().catch(() => undefined)
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
  if (response.status >= 500 || response.status === 429) return (await read<never>(response)).data
  const tokens = (await response.json().catch(() => undefined))?.data
  if (!response.ok || typeof tokens?.accessToken !== 'string') return undefined
  writeStored('accessToken', tokens.accessToken)
  if (typeof tokens.refreshToken === 'string') writeStored('refreshToken', tokens.refreshToken)
  return tokens.accessToken
}

function signOut(): void {
  endSession()
  window.location.assign('/')
}
