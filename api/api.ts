import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Ctx } from '#shop/ctx.ts'
import { type Code, codes, isDatabaseAway, ShopError, unavailable } from '#shop/errors.ts'
import { imageTooLarge, maxImageBytes } from '#shop/media/contract.ts'

/** The caller hands the request's ctx in; authenticate() may replace the actor in it. */
export type ApiEnv = { Bindings: { ctx: Ctx }; Variables: { ctx: Ctx } }
export type ApiContext = Context<ApiEnv>

const status = {
  INVALID: 400,
  CONTRACTS_NOT_ACCEPTED: 400,
  UNAUTHENTICATED: 401,
  PAYMENT_DECLINED: 402,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  OUT_OF_STOCK: 409,
  PRICE_CHANGED: 409,
  CATEGORY_NOT_EMPTY: 409,
  EDIT_CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
} satisfies Record<Code, ContentfulStatusCode>

/** A router for one resource; input that breaks its contract is answered with the fields and their sentences. */
export function resource() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success)
        throw new ShopError('INVALID', firstSentence(result.error), { fields: fieldsOf(result.error) })
    },
  })
}

/** The envelope of a success around `data`, as a schema. */
export function success<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.string().optional() })
}

export const Failure = z
  .object({
    success: z.literal(false),
    code: z.enum([...codes, 'INTERNAL']),
    message: z.string().openapi({ description: 'One Turkish sentence to show' }),
    error: z.union([z.string(), z.record(z.string(), z.array(z.string()))]),
    data: z.unknown().optional(),
  })
  .openapi('Failure')

/** One answer of a call in the OpenAPI document: its success, and the failures it names. */
export function answers<T extends z.ZodType, S extends 200 | 201 = 200>(
  data: T,
  failures: Partial<Record<400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 503, string>>,
  successStatus: S = 200 as S,
) {
  const failed = Object.fromEntries(
    Object.entries(failures).map(([code, description]) => [
      code,
      { description, content: { 'application/json': { schema: Failure } } },
    ]),
  )
  return {
    ...failed,
    [successStatus]: { description: 'Success', content: { 'application/json': { schema: success(data) } } },
  } as { [K in S]: { description: string; content: { 'application/json': { schema: ReturnType<typeof success<T>> } } } }
}

export const bearer = [{ bearer: [] }]

/** Calls that take files, and the most that their whole body may hold. */
const uploads: { path: RegExp; maxSize: number; message?: string }[] = [
  { path: /^\/api\/v1\/forms\/application$/, maxSize: 6_000_000 },
  { path: /^\/api\/v1\/admin\/images$/, maxSize: maxImageBytes + 100_000, message: imageTooLarge },
  { path: /^\/api\/v1\/admin\/products(\/[^/]+)?$/, maxSize: 8 * maxImageBytes },
]

/** JSON bodies are small; only calls that take files read more. */
export const limitedBody: MiddlewareHandler<ApiEnv> = (c, next) => {
  const { maxSize, message } = uploads.find(({ path }) => path.test(c.req.path)) ?? { maxSize: 100_000 }
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ShopError('PAYLOAD_TOO_LARGE', message ?? 'Gönderilen veri çok büyük.')
    },
  })(c, next)
}

/** The one place where a failure becomes an answer. Unknown errors keep their cause in the log and send nothing out. */
export function answerFailure(error: unknown, c: Context): Response {
  const known = asShopError(error)
  const ctx: Ctx | undefined = c.get('ctx')
  if (known?.code === 'UNAVAILABLE' && known === error && known.cause) {
    ctx?.log.error({ err: known.cause, requestId: ctx.requestId, path: c.req.path }, 'something the shop needs is away')
  }
  if (known) {
    if (known.retryAfterSeconds) c.header('Retry-After', String(Math.ceil(known.retryAfterSeconds)))
    if (known.code === 'UNAUTHENTICATED') c.header('WWW-Authenticate', 'Bearer')
    return c.json(
      {
        success: false,
        code: known.code,
        message: known.message,
        error: known.fields ?? known.message,
        ...(known.data === undefined ? {} : { data: known.data }),
      },
      status[known.code],
    )
  }
  ctx?.log.error({ err: error, requestId: ctx.requestId, path: c.req.path }, 'a request failed')
  const message = 'Beklenmeyen bir sorun oluştu, lütfen biraz sonra tekrar deneyin.'
  return c.json({ success: false, code: 'INTERNAL', message, error: message, requestId: ctx?.requestId }, 500)
}

function asShopError(error: unknown): ShopError | undefined {
  if (error instanceof ShopError) return error
  if (!(error instanceof Error)) return undefined
  if (error instanceof HTTPException && error.status === 415) return unsupportedMediaType()
  if (error.message.startsWith('Malformed FormData')) {
    return new ShopError('INVALID', 'Gönderilen form okunamadı, lütfen yeniden deneyin.')
  }
  if (error.message.startsWith('Malformed JSON') || error instanceof SyntaxError) {
    return new ShopError('INVALID', 'Gönderilen veri okunamadı, JSON biçiminde olmalı.')
  }
  if (holdsUnstorable(error)) return new ShopError('INVALID', 'Gönderilen bilgilerde geçersiz bir karakter var.')
  return isDatabaseAway(error) ? unavailable(error) : undefined
}

export function unsupportedMediaType(): ShopError {
  return new ShopError('UNSUPPORTED_MEDIA_TYPE', 'Gönderilen verinin türü desteklenmiyor.')
}

/** What PostgreSQL stores in no text: a NUL (22021, 22P05 in JSON), or in JSON half of a surrogate pair (22P02). */
function holdsUnstorable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (!('code' in e)) continue
    if (e.code === '22021' || e.code === '22P05') return true
    if (e.code === '22P02' && 'detail' in e && /surrogate/.test(String(e.detail))) return true
  }
  return false
}

function firstSentence(error: z.core.$ZodError): string {
  return error.issues.map(sentence)[0] ?? 'Gönderilen bilgiler geçersiz.'
}

function fieldsOf(error: z.core.$ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    fields[field] = [...(fields[field] ?? []), sentence(issue)]
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
