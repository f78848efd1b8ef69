import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Ctx } from '#shop/ctx.ts'
import { invalid, notFound, ShopError } from '#shop/errors.ts'
import { importTooLarge, maxImportBytes } from '#shop/imports/contract.ts'
import { invoiceTooLarge, maxInvoiceBytes } from '#shop/invoices/contract.ts'
import { largestBounce } from '#shop/mail/bounces/report.ts'
import { imageTooLarge, maxImageBytes } from '#shop/media/contract.ts'
import { largestLogo, logoTooLarge } from '#shop/settings/face/logo.ts'
import { listBytes } from '#shop/sheets/lists.ts'
import { invalidInput } from './failures.ts'
import type { Pagination } from './wire/envelope.ts'

/** The caller hands the request's ctx in; authenticate() may replace the actor in it. */
export type ApiEnv = { Bindings: { ctx: Ctx }; Variables: { ctx: Ctx } }
export type ApiContext = Context<ApiEnv>

/**
 * A router for one resource; input that breaks its contract is answered with the fields and their sentences. A malformed id
 * is answered as NOT_FOUND.
 */
export function resource() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return
      throw result.target === 'param' ? notFound('Aradığınız kayıt bulunamadı.') : invalidInput(result.error)
    },
  })
}

/** Answers 200 with the envelope around `data`; the message is a sentence to show. */
export function ok<T>(c: ApiContext, data: T, message?: string) {
  return c.json({ success: true as const, data, message }, 200)
}

/** As `ok`, for what was made by the call. */
export function created<T>(c: ApiContext, data: T, message?: string) {
  return c.json({ success: true as const, data, message }, 201)
}

/** Answers with one page of a list; `facts` say more about the whole list. */
export function okPage<T, F extends object>(c: ApiContext, data: T[], pagination: Pagination, facts?: F) {
  return c.json({ success: true as const, data, pagination, ...(facts as F) }, 200)
}

/** The answer with a PDF, in the document of the API and as it is sent. */
export const pdfFile = { 200: { description: 'The file', content: { 'application/pdf': { schema: z.string() } } } }

export function pdfAnswer(c: ApiContext, { filename, content }: { filename: string; content: Uint8Array }) {
  return c.body(new Uint8Array(content), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename="${filename}"`,
  })
}

/** Where a page stands in its list of `total` rows. */
export function page(query: { page: number; limit: number }, total: number): Pagination {
  return { page: query.page, totalPages: Math.ceil(total / query.limit), total }
}

/** The id in an address. Only its length is checked here; the shop answers 404 for one that is no id. */
export const Id = z.object({ id: z.string().max(64) })

/** A JSON body that must be sent. */
export function json<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

/** A form that must be sent, for calls that take files. */
export function form<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'multipart/form-data': { schema } } } }
}

/** A file in such a form, as the OpenAPI document names it. */
export const binary = { type: 'string' as const, format: 'binary' }

/** A form of one file alone. */
export const FileForm = z.object({ file: z.unknown().openapi(binary) })

/** The files in one field of a form, those that were chosen. */
export function filesOf(value: unknown): File[] {
  return [value].flat().filter((one): one is File => one instanceof File && (one.size > 0 || one.name !== ''))
}

export async function openFile(file: File) {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

/** The one file of the field `file`; where none was chosen, `missing` asks for it. */
export async function fileOf(value: unknown, missing: string) {
  const [file] = filesOf(value)
  if (!file) throw invalid({ file: [missing] })
  return openFile(file)
}

/** The failures of many calls, as the OpenAPI document names them. */
export const badInput = { 400: 'Invalid input' }
export const userFailures = { 401: 'Not signed in' }
export const staffFailures = { ...userFailures, 403: 'Not an admin' }
/** Failures of calls that move money or people (`needs`). */
export const confirmedFailures = {
  403: 'Not an admin, or CONFIRMATION_REQUIRED: she has two-step login and proved herself more than 15 minutes ago; POST /account/confirm, then again',
}
export const limited = { 429: 'Too many tries; see Retry-After' }

export const bearer = [{ bearer: [] }]

/** Calls that take files, and the most that their whole body may hold. */
const uploads: { path: RegExp; maxSize: number; message?: string }[] = [
  { path: /^\/api\/v1\/forms\/application$/, maxSize: 6_000_000 },
  { path: /^\/api\/v1\/mail\/bounces\/[^/]+$/, maxSize: largestBounce },
  { path: /^\/api\/v1\/(returns|reviews)\/images$/, maxSize: 6_000_000 },
  {
    path: /^\/api\/v1\/admin\/(transfers\/statement|door\/payouts|consents\/imports|orders\/tracking\/file)$/,
    maxSize: listBytes + 100_000,
    message: 'Dosya en çok 3 MB olabilir',
  },
  { path: /^\/api\/v1\/admin\/imports$/, maxSize: maxImportBytes + 100_000, message: importTooLarge },
  { path: /^\/api\/v1\/admin\/images$/, maxSize: maxImageBytes + 100_000, message: imageTooLarge },
  { path: /^\/api\/v1\/admin\/logos$/, maxSize: largestLogo + 100_000, message: logoTooLarge },
  { path: /^\/api\/v1\/admin\/orders\/[^/]+\/invoice$/, maxSize: maxInvoiceBytes + 100_000, message: invoiceTooLarge },
  // As many ids as one change may name.
  { path: /^\/api\/v1\/admin\/products\/bulk(\/[^/]+\/undo)?$/, maxSize: 1_000_000 },
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
