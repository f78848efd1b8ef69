import { DkimSelector, MailServer, PaymentKeys, ShopDomain } from '#shop/setup/contract.ts'
import { takeDomain } from '#shop/setup/domain.ts'
import { goLive } from '#shop/setup/live.ts'
import { lookUpMailRecords } from '#shop/setup/mail-records.ts'
import { saveMailServer, sendTestMail } from '#shop/setup/mail-server.ts'
import { savePaymentKeys } from '#shop/setup/payment-keys.ts'
import { getSetup } from '#shop/setup/setup.ts'
import { beginTrial, refundTrial } from '#shop/setup/trial.ts'
import { type ApiContext, badInput, json, limited, ok, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { route } from '../route.ts'

/** As it is after a save: the request's own ctx still has the settings that it began with. */
function afterSave(c: ApiContext) {
  const ctx = c.get('ctx')
  return getSetup({ ...ctx, ...ctx.server.now() })
}

const fixed = 'The environment settles it'

/** From an empty shop to one that sells, without a person at the server. */
export const adminSetup = resource()
  .openapi(
    route('GET /admin/setup', {
      ...needs('settings'),
      summary: 'The steps from an empty shop to one that sells, and how far it is',
      failures: staffFailures,
    }),
    async (c) => ok(c, await getSetup(c.get('ctx'))),
  )
  .openapi(
    route('PUT /admin/setup/payment', {
      ...needs('settings', 'confirmed'),
      summary: 'Tries the keys of a payment provider, and keeps them sealed once it takes them',
      description: 'They take payments once the shop is live; nothing but their last characters is ever shown.',
      request: json(PaymentKeys),
      failures: { ...staffFailures, ...badInput, ...limited, 409: `${fixed}, or the provider does not answer` },
    }),
    async (c) => {
      await savePaymentKeys(c.get('ctx'), c.req.valid('json'))
      return ok(c, await afterSave(c), 'Anahtarlar denendi, kabul edildi ve kaydedildi.')
    },
  )
  .openapi(
    route('PUT /admin/setup/mail', {
      ...needs('settings', 'confirmed'),
      summary: 'Tries a mail server with its login, and keeps it sealed once it takes that',
      request: json(MailServer),
      failures: { ...staffFailures, ...badInput, ...limited, 409: fixed },
    }),
    async (c) => {
      await saveMailServer(c.get('ctx'), c.req.valid('json'))
      return ok(c, await afterSave(c), 'E-posta sunucusu girişi kabul etti ve kaydedildi.')
    },
  )
  .openapi(
    route('POST /admin/setup/mail/test', {
      ...needs('settings'),
      summary: 'Sends the admin who asks a mail at once; the answer is the mail server’s own',
      failures: { ...staffFailures, ...limited, 409: 'There is no mail server, or it refuses the mail' },
    }),
    async (c) => {
      const data = await sendTestMail(c.get('ctx'))
      return ok(c, data, `Sunucu e-postayı aldı; ${data.to} adresinin gelen kutusuna bakın.`)
    },
  )
  .openapi(
    route('GET /admin/setup/mail/records', {
      ...needs('settings'),
      summary: 'SPF, DKIM and DMARC of the sender’s domain, and what to enter where they are missing',
      request: { query: DkimSelector },
      failures: staffFailures,
    }),
    async (c) => ok(c, await lookUpMailRecords(c.get('ctx'), c.req.valid('query'))),
  )
  .openapi(
    route('PUT /admin/setup/domain', {
      ...needs('settings', 'confirmed'),
      summary: 'Looks whether a name leads to this shop over TLS; then it is its address from now on',
      request: json(ShopDomain),
      failures: { ...staffFailures, ...badInput, ...limited, 409: fixed },
    }),
    async (c) => ok(c, await takeDomain(c.get('ctx'), c.req.valid('json').domain)),
  )
  .openapi(
    route('POST /admin/setup/live', {
      ...needs('settings'),
      summary: 'Opens the shop: from now on it takes real money',
      failures: { ...staffFailures, 409: `Something is still to be done, it is live already, or: ${fixed}` },
    }),
    async (c) => {
      await goLive(c.get('ctx'))
      return ok(c, await afterSave(c), 'Mağazanız yayında; artık gerçek ödeme alıyor.')
    },
  )
  .openapi(
    route('POST /admin/setup/trial', {
      ...needs('settings'),
      summary: 'An order of one lira for the admin who asks, and the link to pay it',
      failures: { ...staffFailures, 409: 'The shop is not live, or the lira was paid and is to be given back' },
    }),
    async (c) =>
      ok(c, await beginTrial(c.get('ctx')), 'Deneme ödemesi hazır; bağlantıyı açıp kendi kartınızla ödeyin.'),
  )
  .openapi(
    route('POST /admin/setup/trial/refund', {
      ...needs('settings'),
      summary: 'Gives the lira back: the last test is passed',
      failures: { ...staffFailures, 409: 'It was not paid, or the bank refuses' },
    }),
    async (c) => {
      await refundTrial(c.get('ctx'))
      return ok(c, await afterSave(c), 'Deneme ödemesi iade edildi; mağazanız hazır.')
    },
  )
