import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { imageUrl } from '#shop/media/urls.ts'
import { MessageChange, MessageKind, MessageQuery, NewAnswer, StockRequestQuery } from '#shop/messages/contract.ts'
import {
  answerMessage,
  changeMessage,
  getMessage,
  getMessageFile,
  listMessages,
  type Message,
} from '#shop/messages/inbox.ts'
import { listWantedVariants } from '#shop/messages/stock-requests.ts'
import { answers, bearer, resource, success } from './api.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

const WireMessage = z
  .object({
    id: z.uuid(),
    kind: MessageKind,
    email: z.string(),
    content: z
      .record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean(), z.null()]))
      .openapi({ description: 'The fields of the form, as they were sent' }),
    file: z.object({ name: z.string(), type: z.string() }).nullable(),
    readAt: z.iso.datetime().nullable(),
    answeredAt: z.iso.datetime().nullable(),
    archivedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Message')

const WireMessageDetail = WireMessage.extend({
  subject: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).openapi({ description: 'As people read it' }),
  answers: z.array(
    z.object({
      id: z.uuid(),
      actorName: z.string(),
      subject: z.string(),
      text: z.string(),
      state: z.enum(['waiting', 'sent', 'failed']).openapi({ description: 'Where its mail is' }),
      createdAt: z.iso.datetime(),
    }),
  ),
}).openapi('MessageDetail')

const Wanted = z
  .object({
    product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), mainImage: z.string().nullable() }),
    color: z.string().nullable().openapi({ description: 'Null: whichever colour comes' }),
    size: z.string(),
    waiting: z.number().int(),
    since: z.iso.datetime(),
    stockQuantity: z.number().int(),
  })
  .openapi('WantedVariant')

const Pagination = z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() })
const WantedList = success(z.array(Wanted)).extend({ pagination: Pagination, waiting: z.number().int() })

const Id = z.object({ id: z.string().max(64) })

const MessageList = success(z.array(WireMessage)).extend({
  pagination: Pagination,
  unread: z.number().int().openapi({ description: 'Of this kind, in every state' }),
})

function toWire(message: Message): z.infer<typeof WireMessage> {
  const { id, kind, email, body, fileName, fileType } = message
  const moment = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...{ id, kind, email },
    content: body,
    file: fileName && fileType ? { name: fileName, type: fileType } : null,
    readAt: moment(message.readAt),
    answeredAt: moment(message.answeredAt),
    archivedAt: moment(message.archivedAt),
    createdAt: message.createdAt.toISOString(),
  }
}

async function detailOf(ctx: Ctx, id: string): Promise<z.infer<typeof WireMessageDetail>> {
  const { message, subject, facts, answers } = await getMessage(ctx, id)
  return {
    ...toWire(message),
    subject,
    facts,
    answers: answers.map(({ createdAt, ...answer }) => ({ ...answer, createdAt: createdAt.toISOString() })),
  }
}

export const adminMessages = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages',
      tags: ['Admin'],
      summary: 'What was sent by the forms, newest first',
      security: bearer,
      request: { query: MessageQuery },
      responses: {
        ...answers(z.array(WireMessage), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: MessageList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total, unread } = await listMessages(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json({ success: true as const, data: items.map(toWire), pagination, unread }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages/{id}',
      tags: ['Admin'],
      summary: 'One message as people read it, with what was answered',
      security: bearer,
      request: { params: Id },
      responses: answers(WireMessageDetail, { ...guarded, 404: 'No such message' }),
    }),
    async (c) => {
      const data = await detailOf(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/messages/{id}',
      tags: ['Admin'],
      summary: 'Marks a message as read, answered or archived, or takes a mark back',
      security: bearer,
      request: { params: Id, body: { required: true, content: { 'application/json': { schema: MessageChange } } } },
      responses: answers(WireMessage, { ...guarded, 400: 'Invalid input', 404: 'No such message' }),
    }),
    async (c) => {
      const message = await changeMessage(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return c.json({ success: true as const, data: toWire(message) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/messages/{id}/answers',
      tags: ['Admin'],
      summary: 'Answers a message by mail; the answer is kept with it',
      security: bearer,
      request: {
        params: Id,
        body: {
          required: true,
          content: {
            'application/json': { schema: NewAnswer.clone().openapi({ required: ['subject', 'text'] }) },
          },
        },
      },
      responses: answers(WireMessageDetail, { ...guarded, 400: 'Invalid input', 404: 'No such message' }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await answerMessage(ctx, id, c.req.valid('json'))
      return c.json({ success: true as const, data: await detailOf(ctx, id), message: 'Yanıtınız gönderiliyor.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/stock-requests',
      tags: ['Admin'],
      summary: 'What shoppers wait for to be back in stock, most wanted first',
      security: bearer,
      request: { query: StockRequestQuery },
      responses: {
        ...answers(z.array(Wanted), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: WantedList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total, waiting } = await listWantedVariants(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      const data = items.map(({ productId, productName, productSlug, image, stock, since, ...wanted }) => ({
        ...wanted,
        product: {
          ...{ id: productId, name: productName, slug: productSlug },
          mainImage: image ? imageUrl(image, 320, 'webp') : null,
        },
        since: since.toISOString(),
        stockQuantity: stock,
      }))
      return c.json({ success: true as const, data, pagination, waiting }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages/{id}/file',
      tags: ['Admin'],
      summary: 'The file that came with an application',
      security: bearer,
      request: { params: Id },
      responses: {
        ...answers(z.null(), { ...guarded, 404: 'No such file' }),
        200: {
          description: 'The file, as an attachment',
          content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
        },
      },
    }),
    async (c) => {
      const file = await getMessageFile(c.get('ctx'), c.req.valid('param').id)
      return c.body(new Uint8Array(file.bytes), 200, {
        'Content-Type': file.type,
        'Content-Disposition': attachment(file.name),
        'Content-Length': String(file.bytes.length),
        // A stranger sent it: it is saved, never shown in our name.
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        'Cache-Control': 'no-store',
      })
    },
  )

/** Both spellings of RFC 6266; the first for clients that read ASCII only. */
function attachment(name: string): string {
  const ascii = name.replace(/[^\w.-]+/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
