import { createRoute, z } from '@hono/zod-openapi'
import { MessageKind, MessageQuery } from '#shop/messages/contract.ts'
import { getMessageFile, listMessages, type Message } from '#shop/messages/messages.ts'
import { answers, bearer, resource, success } from './api.ts'
import { signedIn } from './authenticate.ts'

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
    createdAt: z.iso.datetime(),
  })
  .openapi('Message')

const MessageList = success(z.array(WireMessage)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

function toWire({ id, kind, email, body, fileName, fileType, createdAt }: Message): z.infer<typeof WireMessage> {
  const file = fileName && fileType ? { name: fileName, type: fileType } : null
  return { id, kind, email, content: body, file, createdAt: createdAt.toISOString() }
}

export const adminMessages = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages',
      tags: ['Admin'],
      summary: 'What was sent by the forms, newest first',
      security: bearer,
      middleware: signedIn,
      request: { query: MessageQuery },
      responses: {
        ...answers(z.array(WireMessage), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: MessageList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listMessages(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json({ success: true as const, data: items.map(toWire), pagination }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/messages/{id}/file',
      tags: ['Admin'],
      summary: 'The file that came with an application',
      security: bearer,
      request: { params: z.object({ id: z.string() }) },
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
