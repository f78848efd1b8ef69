import { z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { Application, ProblemReport, StockNotice } from '#shop/messages/contract.ts'
import { apply, reportProblem, takeUploadLimit } from '#shop/messages/messages.ts'
import { inUploadPlace } from '#shop/messages/upload-places.ts'
import { askForStock } from '#shop/restock/ask.ts'
import { type ApiEnv, badInput, json, ok, resource } from './api.ts'
import { route } from './route.ts'

const failures = { ...badInput, 429: 'Too many messages from this address; see Retry-After' }

// Fields have defaults so that the contract can say in Turkish what is missing; the document says that they are required.
// Each schema is extended first: one that was made before zod-openapi was loaded cannot describe itself.
const requiredOfApplications: (keyof Application)[] = [
  ...(['fullName', 'phone', 'email', 'city', 'application_type', 'title', 'description'] as const),
  ...(['consentKvkk', 'consentContact'] as const),
]

const inLine = 'Sıraya girdiniz. Sıra size geldiğinde bir adedini sizin için ayırıp size bir kez e-posta göndereceğiz.'
const linkMailed =
  'Size bir e-posta gönderdik. İçindeki bağlantıyı 24 saat içinde açıp onayladığınızda sıraya girersiniz; sıranız şu andan itibaren sayılır.'

/** Counts large bodies before they are read, and lets few be read at a time: it must stand before all that reads a body. */
export const limitUploads: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.req.method !== 'POST') return next()
  await takeUploadLimit(c.get('ctx'))
  await inUploadPlace(c.get('ctx'), next)
}

// A schema made before the OpenAPI extension was loaded cannot be described; its clone is made after it.
export const forms = resource()
  .openapi(
    route('POST /forms/problem-report', {
      tags: ['Forms'],
      summary: 'Tell the shop of a problem',
      description: 'Kept, mailed to the shop and forwarded to its form-to-mail service. At most five an hour.',
      request: json(ProblemReport.clone().openapi({ required: ['email', 'problem'] })),
      failures: failures,
    }),
    async (c) => {
      await reportProblem(c.get('ctx'), c.req.valid('json'))
      return ok(c, null, 'Mesajınız bize ulaştı. En kısa sürede size e-posta ile döneceğiz.')
    },
  )
  .openapi(
    route('POST /forms/stock-notice', {
      tags: ['Forms'],
      summary: 'Ask to be told when a size is back in stock',
      description:
        'In the order of asking; one mail when it is her turn, with a link that keeps one piece for her. An address that is not proved gets a link first that puts it in line. Asking again while waiting changes nothing. At most five an hour from one place, and for one address.',
      request: json(StockNotice.clone().openapi({ required: ['email', 'size', 'productId'] })),
      failures: {
        ...failures,
        404: 'The product is not on sale',
        409: 'The size is in stock, or the address waits for twenty already',
      },
    }),
    async (c) => {
      const { confirmed } = await askForStock(c.get('ctx'), c.req.valid('json'))
      return ok(c, null, confirmed ? inLine : linkMailed)
    },
  )
  .openapi(
    route('POST /forms/application', {
      tags: ['Forms'],
      summary: 'Apply to work with the shop',
      description:
        'A pdf, jpg or png of at most 5 MB and 12 megapixels may come along as `file`. At most five an hour.',
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
      failures: {
        ...failures,
        413: 'The file is larger than 5 MB',
        415: 'Not multipart',
        503: 'Too many files are being taken; see Retry-After',
      },
    }),
    async (c) => {
      const { file, ...application } = c.req.valid('form')
      const upload =
        file instanceof File && file.size > 0
          ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
          : undefined
      await apply(c.get('ctx'), application, upload)
      return ok(c, null, 'Başvurunuz bize ulaştı. 5 iş günü içinde size dönüş yapacağız.')
    },
  )
