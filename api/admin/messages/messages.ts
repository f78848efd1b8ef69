import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { findAboutWriter } from '#shop/desk/conversations/about.ts'
import { writeToCustomer } from '#shop/desk/conversations/letter.ts'
import { imageUrl } from '#shop/media/urls.ts'
import { fileTypes } from '#shop/messages/attachment.ts'
import { MessageChange, MessageQuery, NewAnswer, StockRequestQuery } from '#shop/messages/contract.ts'
import {
  answerMessage,
  changeMessage,
  getMessage,
  getMessageFile,
  listMessages,
  type Message,
} from '#shop/messages/inbox.ts'
import { toTl } from '#shop/money.ts'
import { listWantedVariants } from '#shop/restock/demand.ts'
import { badInput, created, Id, json, ok, okPage, page, resource, staffFailures } from '../../api.ts'
import { needs } from '../../authenticate.ts'
import { failed, route } from '../../route.ts'
import type { WireMessage, WireMessageDetail } from '../../wire/admin/messages.ts'

function toWire(message: Message): WireMessage {
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

async function detailOf(ctx: Ctx, id: string): Promise<WireMessageDetail> {
  const { message, subject, facts, answers } = await getMessage(ctx, id)
  const { customer, orders, others } = await findAboutWriter(ctx, message)
  return {
    ...toWire(message),
    subject,
    facts,
    answers: answers.map(({ createdAt, ...answer }) => ({ ...answer, createdAt: createdAt.toISOString() })),
    customer,
    orders:
      orders?.map(({ id, status, totalKurus, trackingUrl, createdAt }) => ({
        ...{ id, status, trackingUrl },
        ...(totalKurus === undefined ? {} : { total: toTl(totalKurus) }),
        createdAt: createdAt.toISOString(),
      })) ?? null,
    others: others.map(({ createdAt, ...other }) => ({ ...other, createdAt: createdAt.toISOString() })),
  }
}

export const adminMessages = resource()
  .openapi(
    route('GET /admin/messages', {
      ...needs('messages', 'contacts'),
      summary: 'What was sent by the forms, newest first',
      request: { query: MessageQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total, unread } = await listMessages(c.get('ctx'), query)
      return okPage(c, items.map(toWire), page(query, total), { unread })
    },
  )
  .openapi(
    route('GET /admin/messages/{id}', {
      ...needs('messages', 'contacts'),
      summary: 'One message as people read it, with what was answered',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such message' },
    }),
    async (c) => {
      const data = await detailOf(c.get('ctx'), c.req.valid('param').id)
      return ok(c, data)
    },
  )
  .openapi(
    route('PUT /admin/messages/{id}', {
      ...needs('messages', 'contacts'),
      summary: 'Marks a message as read, answered or archived, or takes a mark back',
      request: { params: Id, ...json(MessageChange) },
      failures: { ...staffFailures, ...badInput, 404: 'No such message' },
    }),
    async (c) => {
      const message = await changeMessage(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWire(message))
    },
  )
  .openapi(
    route('POST /admin/messages/{id}/answers', {
      ...needs('messages', 'contacts'),
      summary: 'Answers a message by mail; the answer is kept with it',
      request: {
        params: Id,
        ...json(NewAnswer.clone().openapi({ required: ['subject', 'text'] })),
      },
      failures: { ...staffFailures, ...badInput, 404: 'No such message' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await answerMessage(ctx, id, c.req.valid('json'))
      return ok(c, await detailOf(ctx, id), 'Yanıtınız gönderiliyor.')
    },
  )
  .openapi(
    route('POST /admin/customers/{id}/messages', {
      ...needs('messages', 'contacts'),
      summary: 'Writes to a customer by mail, about her orders or what she asked; kept among her messages',
      request: {
        params: Id,
        ...json(NewAnswer.clone().openapi({ required: ['subject', 'text'] })),
      },
      created: true,
      failures: { ...staffFailures, ...badInput, 404: 'No such customer' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const id = await writeToCustomer(ctx, c.req.valid('param').id, c.req.valid('json'))
      return created(c, await detailOf(ctx, id), 'Mesajınız gönderiliyor.')
    },
  )
  .openapi(
    route('GET /admin/stock-requests', {
      ...needs('messages', 'contacts'),
      summary: 'What shoppers wait for to be back in stock, most wanted first',
      request: { query: StockRequestQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total, waiting } = await listWantedVariants(c.get('ctx'), query)
      const data = items.map(({ productId, productName, productSlug, image, stock, since, ...wanted }) => ({
        ...wanted,
        product: {
          ...{ id: productId, name: productName, slug: productSlug },
          mainImage: image ? imageUrl(image, 320, 'webp') : null,
        },
        since: since.toISOString(),
        stockQuantity: stock,
      }))
      return okPage(c, data, page(query, total), { waiting })
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages/{id}/file',
      ...needs('messages', 'contacts'),
      summary: 'The file that came with an application',
      request: { params: Id },
      responses: {
        ...failed({ ...staffFailures, 404: 'No such file' }),
        200: {
          description: 'The file, as an attachment',
          content: Object.fromEntries(
            fileTypes.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
          ),
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
