import type { Context } from 'hono'
import { receiveWebhook } from '#shop/checkout/webhooks.ts'
import { notFound, ShopError } from '#shop/errors.ts'
import { allProviders } from '#shop/payments/providers.ts'
import { type ApiEnv, ok, resource } from './api.ts'

/** Takes a provider's webhooks about payments. Answers at once; recovery asks the provider back. */
export const paymentWebhook = resource()
paymentWebhook.post('/payments/webhook/:provider', async (c) => {
  const ctx = c.get('ctx')
  const provider = allProviders(ctx).find(({ name }) => name === c.req.param('provider'))
  if (!provider?.readWebhook) throw notFound('Böyle bir adres yok.')
  const reading = provider.readWebhook(await bodyOf(c), (name) => c.req.header(name))
  switch (reading.kind) {
    case 'unreadable':
      throw new ShopError('INVALID', 'Gönderilen bildirim okunamadı.')
    case 'forged':
      ctx.log.warn({ requestId: ctx.requestId }, 'a webhook with a wrong signature was refused')
      throw new ShopError('UNAUTHENTICATED', 'Bildirimin imzası geçersiz.')
    default: {
      const outcome = reading.kind === 'signed' ? reading.outcome : undefined
      const signed = reading.kind === 'signed'
      await receiveWebhook(ctx, { provider: provider.name, event: reading.event, signed, outcome })
      return provider.webhookAnswer === undefined ? ok(c, null) : c.text(provider.webhookAnswer)
    }
  }
})

/** Providers send JSON or a form. */
async function bodyOf(c: Context<ApiEnv>): Promise<unknown> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
  return isForm ? Object.fromEntries(new URLSearchParams(await c.req.text())) : c.req.json()
}
