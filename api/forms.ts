import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { Application, ProblemReport, StockNotice } from '#shop/messages/contract.ts'
import { apply, reportProblem, takeUploadLimit } from '#shop/messages/messages.ts'
import { askForStock } from '#shop/messages/stock-notices.ts'
import { type ApiEnv, answers, resource } from './api.ts'

const Nothing = z.null()
const failures = { 400: 'Invalid input', 429: 'Too many messages from this address; see Retry-After' }

function json<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

// Fields have defaults so that the contract can say in Turkish what is missing; the document says that they are required.
// Each schema is extended first: one that was made before zod-openapi was loaded cannot describe itself.
const requiredOfApplications: (keyof Application)[] = [
  ...(['fullName', 'phone', 'email', 'city', 'application_type', 'title', 'description'] as const),
  ...(['consentKvkk', 'consentContact'] as const),
]

function done(message: string) {
  return { success: true as const, data: null, message }
}

/** Large bodies are counted before they are read. */
const limitUploads: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await takeUploadLimit(c.get('ctx'))
  await next()
}

// A schema made before the OpenAPI extension was loaded cannot be described; its clone is made after it.
export const forms = resource()
  .openapi(
    createRoute({
      method: 'post',
      path: '/forms/problem-report',
      tags: ['Forms'],
      summary: 'Tell the shop of a problem',
      description: 'Kept, mailed to the shop and forwarded to its form-to-mail service. At most five an hour.',
      request: json(ProblemReport.clone().openapi({ required: ['email', 'problem'] })),
      responses: answers(Nothing, failures),
    }),
    async (c) => {
      await reportProblem(c.get('ctx'), c.req.valid('json'))
      return c.json(done('Mesajınız bize ulaştı. En kısa sürede size e-posta ile döneceğiz.'), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/forms/stock-notice',
      tags: ['Forms'],
      summary: 'Ask to be told when a size is back in stock',
      description: 'One mail when it is. Asking again while waiting changes nothing. At most five an hour.',
      request: json(StockNotice.clone().openapi({ required: ['email', 'size', 'productId'] })),
      responses: answers(Nothing, { ...failures, 404: 'The product is not on sale' }),
    }),
    async (c) => {
      await askForStock(c.get('ctx'), c.req.valid('json'))
      return c.json(done('Kaydınızı aldık. Bu beden yeniden stoğa girdiğinde size bir e-posta göndereceğiz.'), 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/forms/application',
      tags: ['Forms'],
      summary: 'Apply to work with the shop',
      description: 'A pdf, jpg or png of at most 5 MB may come along as `file`. At most five an hour.',
      middleware: limitUploads,
      request: {
        body: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: Application.safeExtend({
                file: z.unknown().optional().openapi({ type: 'string', format: 'binary' }),
              }).openapi({ required: requiredOfApplications }),
            },
          },
        },
      },
      responses: answers(Nothing, { ...failures, 413: 'The file is larger than 5 MB', 415: 'Not multipart' }),
    }),
    async (c) => {
      const { file, ...application } = c.req.valid('form')
      const upload =
        file instanceof File && file.size > 0
          ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
          : undefined
      await apply(c.get('ctx'), application, upload)
      return c.json(done('Başvurunuz bize ulaştı. 5 iş günü içinde size dönüş yapacağız.'), 200)
    },
  )
