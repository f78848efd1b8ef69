import { createRoute, z } from '@hono/zod-openapi'
import { MailQuery } from '#shop/mail/contract.ts'
import { getMail, type ListedMail, listMails, resendMail } from '#shop/mail/mails.ts'
import { answers, bearer, resource, success } from './api.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

const WireMail = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    to: z.string(),
    subject: z.string(),
    attempts: z.number().int(),
    lastError: z.string().nullable(),
    gaveUp: z.boolean().openapi({ description: 'No more tries are made unless it is sent again' }),
    sentAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .openapi('Mail')

const WireMailDetail = WireMail.extend({
  replyTo: z.string().nullable(),
  text: z.string().openapi({ description: 'Links that open an account are masked; blank once such a mail was sent' }),
  keptBack: z.string().nullable().openapi({ description: 'Why it cannot be sent again as it is; null when it can' }),
}).openapi('MailDetail')

const MailList = success(z.array(WireMail)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

function toWire({ toEmail, sentAt, createdAt, ...mail }: ListedMail): z.infer<typeof WireMail> {
  return { ...mail, to: toEmail, sentAt: sentAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}

export const adminMails = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/mails',
      tags: ['Admin'],
      summary: 'Mails that could not be sent; with `state` those that wait, were sent, or all',
      security: bearer,
      request: { query: MailQuery },
      responses: {
        ...answers(z.array(WireMail), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: MailList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listMails(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json({ success: true as const, data: items.map(toWire), pagination }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/mails/{id}',
      tags: ['Admin'],
      summary: 'One mail with what it says, its secrets masked',
      security: bearer,
      request: { params: z.object({ id: z.string().max(64) }) },
      responses: answers(WireMailDetail, { ...guarded, 404: 'No such mail' }),
    }),
    async (c) => {
      const { mail, ...detail } = await getMail(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: { ...toWire(mail), ...detail } }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/mails/{id}/resend',
      tags: ['Admin'],
      summary: 'Sends a mail that failed once more, or a copy of one that arrived',
      security: bearer,
      request: { params: z.object({ id: z.string().max(64) }) },
      responses: answers(WireMail, {
        ...guarded,
        404: 'No such mail',
        409: 'It waits already, or holds a link that is for one person and one time',
      }),
    }),
    async (c) => {
      const data = toWire(await resendMail(c.get('ctx'), c.req.valid('param').id))
      return c.json({ success: true as const, data, message: 'E-posta yeniden sıraya alındı.' }, 200)
    },
  )
