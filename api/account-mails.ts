import { createRoute, z } from '@hono/zod-openapi'
import {
  getMailPreferences,
  type MailPreferencesNow,
  saveMailPreferences,
  unsubscribe,
} from '#shop/accounts/consents.ts'
import { MailPreferences } from '#shop/accounts/contract.ts'
import { guarded, json, own } from './account.ts'
import { answers, resource } from './api.ts'

const WirePreferences = z
  .object({
    marketing: z.object({
      granted: z.boolean(),
      since: z.iso.datetime().nullable(),
      text: z.string().openapi({ description: 'What is agreed to' }),
      version: z.string().openapi({ description: 'Of that text; agreeing names it' }),
    }),
  })
  .openapi('MailPreferences')

const UnsubscribeToken = z.object({ token: z.string('Bağlantı geçersiz').max(200) })

function toWire({ marketing }: MailPreferencesNow): z.infer<typeof WirePreferences> {
  return { marketing: { ...marketing, since: marketing.since?.toISOString() ?? null } }
}

export const accountMails = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/account/mail-preferences',
      tags: ['Account'],
      summary: 'Which mails the user agreed to get, and the text to agree to',
      ...own,
      responses: answers(WirePreferences, guarded),
    }),
    async (c) => c.json({ success: true as const, data: toWire(await getMailPreferences(c.get('ctx'))) }, 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/account/mail-preferences',
      tags: ['Account'],
      summary: 'Agree to marketing mails, naming the text that was read, or take that back',
      ...own,
      request: json(MailPreferences),
      responses: answers(WirePreferences, {
        ...guarded,
        400: 'Invalid input',
        409: 'The text has changed',
        429: 'Too many tries; see Retry-After',
      }),
    }),
    async (c) => {
      const data = toWire(await saveMailPreferences(c.get('ctx'), c.req.valid('json')))
      return c.json({ success: true as const, data, message: 'E-posta tercihiniz kaydedildi.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/unsubscribe',
      tags: ['Account'],
      summary: 'Take consent to marketing mails back by the link of a mail (RFC 8058)',
      request: { query: UnsubscribeToken },
      responses: answers(z.null(), { 400: 'The link is not ours', 429: 'Too many tries; see Retry-After' }),
    }),
    async (c) => {
      await unsubscribe(c.get('ctx'), c.req.valid('query').token)
      const message = 'Kampanya e-postaları aboneliğinizden çıktınız.'
      return c.json({ success: true as const, data: null, message }, 200)
    },
  )

// Mail programs that do not know the one-click way open the address: it leads to the page that asks first.
accountMails.get('/unsubscribe', (c) =>
  c.redirect(`/abonelikten-cik?token=${encodeURIComponent(c.req.query('token') ?? '')}`, 303),
)
