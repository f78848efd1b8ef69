import pino from 'pino'
import type { ProviderReport } from '../provider-module.ts'
import type { PaytrSettings } from './account.ts'
import { findSale } from './books.ts'
import { paytrClient } from './client.ts'

/** Asks about a payment that does not exist: needs right keys, moves nothing. */
export async function checkPaytr(settings: PaytrSettings, mode: 'demo' | 'live'): Promise<ProviderReport> {
  const { hostname } = new URL(settings.baseUrl)
  const log = pino({ level: 'silent' })
  const found = await findSale({ client: paytrClient(settings, log), settings, log }, 'doctor')
  if (found.kind === 'unknown') {
    const refused = /refused: (.*)/.exec(found.reason)
    return wrong(
      refused
        ? `${hostname} refuses our question (${refused[1]}); look at PAYTR_MERCHANT_ID, _KEY and _SALT`
        : `${hostname} cannot be reached (${found.reason}); look at PAYTR_BASE_URL and the firewall`,
    )
  }
  const isTry = mode === 'live' && settings.testMode
  const tries = wrong('PAYTR_TEST_MODE is 1: no money arrives')
  return {
    findings: [
      ...(isTry ? tries.findings : []),
      { state: 'ok', text: `${hostname} answers and accepts the keys` },
      {
        state: 'warning',
        text: 'PayTR’s panel must name /api/v1/payments/webhook/paytr of this shop as Bildirim URL; that cannot be seen from here',
      },
    ],
  }
}

function wrong(text: string): ProviderReport {
  return { findings: [{ state: 'wrong', text }] }
}
