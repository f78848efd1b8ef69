import { z } from '@hono/zod-openapi'
import { confirmConsent } from '#shop/accounts/consents/application.ts'
import { unsubscribe } from '#shop/accounts/consents/links.ts'
import { getMailPreferences, type MailPreferencesNow, saveMailPreferences } from '#shop/accounts/consents/own.ts'
import { MailPreferences } from '#shop/accounts/contract.ts'
import { noteUnsubscribed } from '#shop/news/newsletters.ts'
import { badInput, json, limited, ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireMailPreferences } from '../wire/accounts.ts'

const ConsentToken = z.object({ token: z.string('Bağlantı geçersiz').max(800, 'Bağlantı geçersiz') })
const UnsubscribeToken = z.object({ token: z.string('Bağlantı geçersiz').max(500) })

function toWire({ marketing }: MailPreferencesNow): WireMailPreferences {
  return { marketing: { ...marketing, since: marketing.since?.toISOString() ?? null } }
}

export const accountMails = resource()
  .openapi(
    route('GET /account/mail-preferences', {
      tags: ['Account'],
      summary: 'Which mails the user agreed to get, and the text to agree to',
      ...own,
      failures: userFailures,
    }),
    async (c) => ok(c, toWire(await getMailPreferences(c.get('ctx')))),
  )
  .openapi(
    route('PUT /account/mail-preferences', {
      tags: ['Account'],
      summary: 'Agree to marketing mails, naming the text that was read, or take that back',
      ...own,
      request: json(MailPreferences),
      failures: {
        ...userFailures,
        ...badInput,
        409: 'The text has changed, or the address is not verified',
        ...limited,
      },
    }),
    async (c) => {
      const data = toWire(await saveMailPreferences(c.get('ctx'), c.req.valid('json')))
      return ok(c, data, 'E-posta tercihiniz kaydedildi.')
    },
  )
  .openapi(
    route('POST /mail-consents', {
      tags: ['Account'],
      summary: 'Agree to marketing mails by the link that is mailed to the address of an application',
      request: json(ConsentToken),
      failures: { 400: 'The link is not ours, or too old', 409: 'The address has refused meanwhile', ...limited },
    }),
    async (c) => {
      await confirmConsent(c.get('ctx'), c.req.valid('json').token)
      return ok(c, null, 'İzniniz için teşekkürler, kaydettik.')
    },
  )
  .openapi(
    route('POST /unsubscribe', {
      tags: ['Account'],
      summary: 'Take consent to marketing mails back by the link of a mail (RFC 8058)',
      request: { query: UnsubscribeToken },
      failures: { 400: 'The link is not ours', ...limited },
    }),
    async (c) => {
      const { token } = c.req.valid('query')
      await unsubscribe(c.get('ctx'), token)
      const [, , mailId = ''] = token.split('.')
      await noteUnsubscribed(c.get('ctx'), mailId)
      const message = 'Kampanya e-postaları aboneliğinizden çıktınız.'
      return ok(c, null, message)
    },
  )

// Mail programs that do not know the one-click way open the address: it leads to the page that asks first.
accountMails.get('/unsubscribe', (c) =>
  c.redirect(`/abonelikten-cik?token=${encodeURIComponent(c.req.query('token') ?? '')}`, 303),
)
