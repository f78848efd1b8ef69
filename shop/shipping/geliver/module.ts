import type { ShippingModule } from '../provider-module.ts'
import { geliverClient } from './client.ts'
import { geliverProvider } from './geliver.ts'

export const geliver: ShippingModule = {
  open({ geliver, publicUrl }, { log }) {
    if (!geliver) throw new Error('Geliver is chosen, but its settings were not read')
    return geliverProvider(geliver, { log, publicUrl })
  },
  async check({ geliver, mode }) {
    if (!geliver) return []
    const { hostname } = new URL(geliver.baseUrl)
    const reply = await geliverClient(geliver)('GET', '/addresses?isRecipientAddress=false&limit=100&page=1')
    if (reply.kind === 'lost')
      return [{ state: 'wrong', text: `${hostname} cannot be reached (${reply.reason}); look at GELIVER_BASE_URL` }]
    if (reply.kind === 'refused')
      return [{ state: 'wrong', text: `${hostname} refuses our question (${reply.message}); look at GELIVER_TOKEN` }]
    const known = JSON.stringify(reply.data).includes(geliver.senderAddressId)
    return [
      { state: 'ok', text: `${hostname} answers and accepts the token` },
      ...(known ? [] : [{ state: 'warning' as const, text: 'GELIVER_SENDER_ADDRESS_ID is none of its addresses' }]),
      ...(geliver.test && mode === 'live'
        ? [{ state: 'wrong' as const, text: 'GELIVER_TEST is 1: no courier comes' }]
        : []),
      {
        state: 'warning',
        text: 'app.geliver.io/webhooks must name /api/v1/shipping/webhook/geliver of this shop; that cannot be seen from here',
      },
    ]
  },
}
