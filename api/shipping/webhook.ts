import { notFound, ShopError } from '#shop/errors.ts'
import { expectNews } from '#shop/shipping/parcel-news.ts'
import { ok, resource } from '../api.ts'

/** Takes webhooks about parcels. Answers at once; the provider is asked back, so nothing that a webhook says is believed. */
export const shippingWebhook = resource()
shippingWebhook.post('/shipping/webhook/:provider', async (c) => {
  const ctx = c.get('ctx')
  const { shipping } = ctx
  if (shipping?.name !== c.req.param('provider')) throw notFound('Böyle bir adres yok.')
  const reading = shipping.readWebhook(c.req.query('token') ?? '', await c.req.json().catch(() => undefined))
  if (reading.kind === 'forged') {
    ctx.log.warn({ requestId: ctx.requestId }, 'a webhook about a parcel with a wrong token was refused')
    throw new ShopError('UNAUTHENTICATED', 'Bildirimin anahtarı geçersiz.')
  }
  if (reading.kind === 'unreadable') throw new ShopError('INVALID', 'Gönderilen bildirim okunamadı.')
  await expectNews(ctx, shipping, reading.id)
  return ok(c, null)
})
