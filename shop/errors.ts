/** Why the shop refuses, as a stable name for programs. */
export const codes = [
  'INVALID',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'EMAIL_NOT_VERIFIED',
  'NOT_FOUND',
  'CONFLICT',
  'OUT_OF_STOCK',
  'PRICE_CHANGED',
  'CATEGORY_NOT_EMPTY',
  'EDIT_CONFLICT',
  'CONTRACTS_NOT_ACCEPTED',
  'IDEMPOTENCY_CONFLICT',
  'PAYMENT_DECLINED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'UNAVAILABLE',
] as const
export type Code = (typeof codes)[number]

type Extra = {
  /** Per field of the input, the sentences to show beside it. */
  fields?: Record<string, string[]>
  /** What the client needs to go on, such as the right total. */
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
