import { getMail, type ListedMail, listMails, resendMail } from '#shop/desk/mails.ts'
import { MailQuery } from '#shop/mail/contract.ts'
import { Id, ok, okPage, page, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireMail } from '../wire/admin/mails.ts'

function toWire({ toEmail, sentAt, createdAt, ...mail }: ListedMail): WireMail {
  return { ...mail, to: toEmail, sentAt: sentAt?.toISOString() ?? null, createdAt: createdAt.toISOString() }
}

export const adminMails = resource()
  .openapi(
    route('GET /admin/mails', {
      ...needs('mails', 'amounts', 'contacts'),
      summary: 'Mails that could not be sent; with `state` those that wait, were sent, or all',
      request: { query: MailQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listMails(c.get('ctx'), query)
      return okPage(c, items.map(toWire), page(query, total))
    },
  )
  .openapi(
    route('GET /admin/mails/{id}', {
      ...needs('mails', 'amounts', 'contacts'),
      summary: 'One mail with what it says, its secrets masked',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such mail' },
    }),
    async (c) => {
      const { mail, ...detail } = await getMail(c.get('ctx'), c.req.valid('param').id)
      return ok(c, { ...toWire(mail), ...detail })
    },
  )
  .openapi(
    route('POST /admin/mails/{id}/resend', {
      ...needs('mails', 'amounts', 'contacts'),
      summary: 'Sends a mail that failed once more, or a copy of one that arrived',
      request: { params: Id },
      failures: {
        ...staffFailures,
        404: 'No such mail',
        409: 'It waits already, or holds a link that is for one person and one time',
      },
    }),
    async (c) => {
      const data = toWire(await resendMail(c.get('ctx'), c.req.valid('param').id))
      return ok(c, data, 'E-posta yeniden sıraya alındı.')
    },
  )
