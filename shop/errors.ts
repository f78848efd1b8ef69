/** The reason for a refusal, as a stable name for programs. */
export const codes = [
  'INVALID',
  'UNAUTHENTICATED',
  'LOGIN_REQUIRED',
  'FORBIDDEN',
  'SECOND_STEP_REQUIRED',
  'CONFIRMATION_REQUIRED',
  'EMAIL_NOT_VERIFIED',
  'ALREADY_VERIFIED',
  'LINK_EXPIRED',
  'NOT_FOUND',
  'CONFLICT',
  'OUT_OF_STOCK',
  'HOLD_LIMIT',
  'PRICE_CHANGED',
  'METHOD_UNAVAILABLE',
  'WRONG_CODE',
  'CODE_OVER',
  'CATEGORY_NOT_EMPTY',
  'CANCELLATION_REFUSED',
  'RETURN_TOO_LATE',
  'NO_WITHDRAWAL',
  'EDIT_CONFLICT',
  'CONTRACTS_NOT_ACCEPTED',
  'IDEMPOTENCY_CONFLICT',
  'PAYMENT_DECLINED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'IN_LINE',
  'UNAVAILABLE',
] as const
export type Code = (typeof codes)[number]

type Extra = {
  /** Per field of the input, the sentences to show beside it. */
  fields?: Record<string, string[]>
  /** Data that the client needs to go on, such as the right total. */
  data?: unknown
  retryAfterSeconds?: number
  cause?: unknown
}

/** The shop refuses, for a reason the shopper may read: `message` is one Turkish sentence that says what to do. */
export class ShopError extends Error {
  readonly code: Code
  readonly fields: Record<string, string[]> | undefined
  readonly data: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause })
    this.code = code
    this.fields = extra.fields
    this.data = extra.data
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** Input is wrong in named fields; the message is the first field's sentence. */
export function invalid(fields: Record<string, string[]>): ShopError {
  return new ShopError('INVALID', Object.values(fields)[0]?.[0] ?? 'Gönderilen bilgiler geçersiz.', { fields })
}

/** The values of named fields are taken or no longer possible; the message is the first field's sentence. */
export function conflict(fields: Record<string, string[]>): ShopError {
  return new ShopError('CONFLICT', Object.values(fields)[0]?.[0] ?? 'Bu değişiklik artık yapılamıyor.', { fields })
}

/**
 * A save names every field: of two who edit one thing at once the second would take back what the first wrote. All three
 * are of one shape, their fields in one order; what is there already is refused to nobody.
 */
export function refuseStale<T>(name: string, states: { seen: T | undefined; now: T; wanted: T }): void {
  const [seen, now, wanted] = [states.seen, states.now, states.wanted].map((state) => JSON.stringify(state))
  if (states.seen === undefined || seen === now || wanted === now) return
  throw editedMeanwhile(name)
}

export function editedMeanwhile(name: string): ShopError {
  return new ShopError(
    'EDIT_CONFLICT',
    `Kaydedilmedi; “${name}” bu arada başka biri tarafından değiştirildi. Yeniden açıp son hâlini düzenleyin.`,
  )
}

export function notFound(message: string): ShopError {
  return new ShopError('NOT_FOUND', message)
}

/** The named constraint that a failed statement broke, if it broke one (PostgreSQL error class 23). */
export function brokenConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint
  }
  return undefined
}

/** Whether the shop or a constraint refused what was asked, so that the same again would be refused as well. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ShopError ? error.code !== 'UNAVAILABLE' : brokenConstraint(error) !== undefined
}

/** Whether the database ended a transaction in a deadlock or serialization failure; a retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40P01', '40001')
}

/** Whether a statement was refused because one before it had failed in the same transaction. */
export function isAborted(error: unknown): boolean {
  return hasCode(error, '25P02')
}

/** Whether a statement failed for one of the values that it was given (PostgreSQL's class 22): with others it may well succeed. */
export function isOfItsValues(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if ('code' in e && String(e.code).startsWith('22')) return true
  return false
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && codes.some((code) => code === e.code)) return true
  }
  return false
}

/** The shop cannot work now, whatever is requested. */
export function unavailable(cause: unknown): ShopError {
  const message = 'Mağazaya şu anda ulaşılamıyor, lütfen biraz sonra tekrar deneyin.'
  return new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 5, cause })
}

/**
 * The database cannot be reached or cannot work: no connection, PostgreSQL's classes 08 (connection), 53 (its disk,
 * memory or connections are used up), 57P (it stops or starts), or it only lets read.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = 'code' in e ? String(e.code) : ''
    if (/^(08|53|57P0|25006|25P03|ECONN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE)/.test(code))
      return true
    if (/Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(e.message)) return true
  }
  return false
}
