import { z } from '@hono/zod-openapi'
import { pageOf, success } from '../envelope.ts'

export type WireMail = z.infer<typeof WireMail>
const WireMail = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    to: z.string(),
    subject: z.string(),
    attempts: z.number().int(),
    lastError: z.string().nullable(),
    gaveUp: z.boolean().openapi({ description: 'No more tries are made unless it is sent again' }),
    toFolder: z.boolean().openapi({ description: 'Sent only into a folder of the server: there was no mail server' }),
    sentAt: z.iso.datetime().nullable(),
    returned: z
      .string()
      .nullable()
      .openapi({ description: 'It came back: status and words of the server that refused it' }),
    createdAt: z.iso.datetime(),
  })
  .openapi('Mail')

export type WireMailDetail = z.infer<typeof WireMailDetail>
const WireMailDetail = WireMail.extend({
  replyTo: z.string().nullable(),
  text: z.string().openapi({ description: 'Links that open an account are masked; blank once such a mail was sent' }),
  keptBack: z.string().nullable().openapi({ description: 'Why it cannot be sent again as it is; null when it can' }),
}).openapi('MailDetail')

export const mailAnswers = {
  'GET /admin/mails': pageOf(WireMail),
  'GET /admin/mails/{id}': success(WireMailDetail),
  'POST /admin/mails/{id}/resend': success(WireMail),
}
