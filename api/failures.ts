import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '#shop/ctx.ts'
import { type Code, codes, isDatabaseUnavailable, isDeadlock, ShopError, unavailable } from '#shop/errors.ts'

const status = {
  INVALID: 400,
  CONTRACTS_NOT_ACCEPTED: 400,
  UNAUTHENTICATED: 401,
  LOGIN_REQUIRED: 401,
  PAYMENT_DECLINED: 402,
  FORBIDDEN: 403,
  SECOND_STEP_REQUIRED: 403,
  CONFIRMATION_REQUIRED: 403,
  EMAIL_NOT_VERIFIED: 403,
  ALREADY_VERIFIED: 400,
  LINK_EXPIRED: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  OUT_OF_STOCK: 409,
  HOLD_LIMIT: 409,
  PRICE_CHANGED: 409,
  METHOD_UNAVAILABLE: 409,
  WRONG_CODE: 400,
  CODE_OVER: 409,
  CATEGORY_NOT_EMPTY: 409,
  CANCELLATION_REFUSED: 409,
  RETURN_TOO_LATE: 409,
  NO_WITHDRAWAL: 409,
  EDIT_CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  IN_LINE: 429,
  UNAVAILABLE: 503,
} satisfies Record<Code, ContentfulStatusCode>

export const Failure = z
  .object({
    success: z.literal(false),
    code: z.enum([...codes, 'INTERNAL']),
    message: z.string().openapi({ description: 'One Turkish sentence to show' }),
    error: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
    data: z.unknown().optional(),
  })
  .openapi('Failure')

/** The one place where a failure becomes an answer. Unknown errors keep their cause in the log and send nothing out. */
export function answerFailure(error: unknown, c: Context): Response {
  const known = asShopError(error)
  const ctx: Ctx | undefined = c.get('ctx')
  if (known?.code === 'UNAVAILABLE' && known === error && known.cause) {
    ctx?.log.error(
      { err: known.cause, requestId: ctx.requestId, path: shownPath(c) },
      'something the shop needs is away',
    )
  }
  if (known) {
    const { message, fields } = withRowNumbers(known)
    if (known.retryAfterSeconds) c.header('Retry-After', String(Math.ceil(known.retryAfterSeconds)))
    if (known.code === 'UNAUTHENTICATED') c.header('WWW-Authenticate', 'Bearer')
    return c.json(
      {
        success: false,
        code: known.code,
        message,
        error: fields ?? message,
        ...(known.data === undefined ? {} : { data: known.data }),
      },
      status[known.code],
    )
  }
  ctx?.log.error({ err: error, requestId: ctx.requestId, path: shownPath(c) }, 'a request failed')
  const message = 'Beklenmeyen bir sorun oluştu, lütfen biraz sonra tekrar deneyin.'
  return c.json({ success: false, code: 'INTERNAL', message, error: message, requestId: ctx?.requestId }, 500)
}

/** A link that opens an order may stand in the address; in the log it does not. */
function shownPath(c: Context): string {
  return c.req.path.replace(/g_[\w-]{20,}/g, 'g_•••')
}

/** Writes the variant's number into its failures, as the owner counts rows: '3. varyant: SKU gerekli'. */
function withRowNumbers({ message, fields }: ShopError): Pick<ShopError, 'message' | 'fields'> {
  if (!fields) return { message, fields }
  const numbered = Object.entries(fields).map(([name, sentences]): [string, string[]] => {
    const [, index] = /^variants\.(\d+)\./.exec(name) ?? []
    return [name, index ? sentences.map((sentence) => `${Number(index) + 1}. varyant: ${sentence}`) : sentences]
  })
  const first = Object.values(fields).flat().indexOf(message)
  return { message: numbered.flatMap(([, list]) => list)[first] ?? message, fields: Object.fromEntries(numbered) }
}

function asShopError(error: unknown): ShopError | undefined {
  if (error instanceof ShopError) return error
  if (!(error instanceof Error)) return undefined
  if (error instanceof HTTPException && error.status === 415) return unsupportedMediaType()
  if (error.message.startsWith('Malformed FormData')) {
    return formIncomplete()
  }
  if (error.message.startsWith('Malformed JSON') || error instanceof SyntaxError) {
    return new ShopError('INVALID', 'Gönderilen veri okunamadı, JSON biçiminde olmalı.')
  }
  if (holdsUnstorable(error)) return new ShopError('INVALID', 'Gönderilen bilgilerde geçersiz bir karakter var.')
  return isDatabaseUnavailable(error) || isDeadlock(error) ? unavailable(error) : undefined
}

/** Form data that ended too early, or holds nothing of what was asked. */
export function formIncomplete(): ShopError {
  return new ShopError('INVALID', 'Form verileri eksik. Lütfen tekrar deneyin.')
}

export function unsupportedMediaType(): ShopError {
  return new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Gönderilen verinin türü desteklenmiyor.')
}

/** True for characters that PostgreSQL cannot store: NUL (22021; 22P05 in JSON), and in JSON half a surrogate pair (22P02). */
function holdsUnstorable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (!('code' in e)) continue
    if (e.code === '22021' || e.code === '22P05') return true
    if (e.code === '22P02' && 'detail' in e && /surrogate/.test(String(e.detail))) return true
  }
  return false
}

/** Input that breaks its contract: the first sentence, and all of them by field. */
export function invalidInput(error: z.core.$ZodError): ShopError {
  return new ShopError('INVALID', firstSentence(error), { fields: fieldsOf(error) })
}

function firstSentence(error: z.core.$ZodError): string {
  return error.issues.map(sentence)[0] ?? 'Gönderilen bilgiler geçersiz.'
}

function fieldsOf(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    // Several rules may say the same.
    fields[field] = [...new Set([...(fields[field] ?? []), sentence(issue)])]
  }
  return fields
}

function sentence(issue: z.core.$ZodIssue): string {
  // A contract writes its own sentences in Turkish; Zod's own, in English, are replaced.
  return /^(Invalid|Too (big|small)|Unrecognized|Expected|Required|String must)/.test(issue.message)
    ? issue.path.length === 0
      ? 'Gönderilen bilgiler eksik veya geçersiz.'
      : `Gönderilen bilgilerden biri eksik veya geçersiz: ${issue.path.join('.')}.`
    : issue.message
}
