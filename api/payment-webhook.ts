import { notFound, ShopError } from '#shop/errors.ts'
import { receiveWebhook } from '#shop/payments/webhooks.ts'
import { resource } from './api.ts'

/** Where iyzico tells that something happened to a payment. Answers at once; asking back is the recovery's work. */
export const paymentWebhook = resource()
paymentWebhook.post('/payments/webhook/:provider', async (c) => {
  const ctx = c.get('ctx')
  if (c.req.param('provider') !== ctx.payments.name || !ctx.payments.readWebhook) throw notFound('Böyle bir adres yok.')
  const reading = ctx.payments.readWebhook(await c.req.json(), c.req.header('x-iyz-signature-v3'))
  switch (reading.kind) {
    case 'unreadable':
      throw new ShopError('INVALID', 'Gönderilen bildirim okunamadı.')
    case 'forged':
      ctx.log.warn({ requestId: ctx.requestId }, 'a webhook with a wrong signature was refused')
      throw new ShopError('UNAUTHENTICATED', 'Bildirimin imzası geçersiz.')
    default:
      await receiveWebhook(ctx, reading.event, reading.kind === 'signed')
      return c.json({ success: true as const, data: null }, 200)
  }
})
