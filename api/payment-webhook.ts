import { receiveWebhook } from '#shop/checkout/webhooks.ts'
import { notFound, ShopError } from '#shop/errors.ts'
import { ok, resource } from './api.ts'

/** Takes a provider's webhooks about payments. Answers at once; recovery asks the provider back. */
export const paymentWebhook = resource()
paymentWebhook.post('/payments/webhook/:provider', async (c) => {
  const ctx = c.get('ctx')
  if (c.req.param('provider') !== ctx.payments.name || !ctx.payments.readWebhook) throw notFound('Böyle bir adres yok.')
  const reading = ctx.payments.readWebhook(await c.req.json(), (name) => c.req.header(name))
  switch (reading.kind) {
    case 'unreadable':
      throw new ShopError('INVALID', 'Gönderilen bildirim okunamadı.')
    case 'forged':
      ctx.log.warn({ requestId: ctx.requestId }, 'a webhook with a wrong signature was refused')
      throw new ShopError('UNAUTHENTICATED', 'Bildirimin imzası geçersiz.')
    default:
      await receiveWebhook(ctx, reading.event, reading.kind === 'signed')
      return ok(c, null)
  }
})
