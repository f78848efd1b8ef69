import pino from 'pino'
import type { KeyTrial, ProviderReport } from '../provider-module.ts'
import type { PaytrSettings } from './account.ts'
import { findSale } from './books.ts'
import { paytrClient } from './client.ts'

/** Asks about a payment that does not exist: needs right keys, moves nothing. */
export async function tryPaytrKeys(settings: PaytrSettings): Promise<KeyTrial> {
  const log = pino({ level: 'silent' })
  const found = await findSale({ client: paytrClient(settings, log), settings, log }, 'doctor')
  if (found.kind !== 'unknown') return { kind: 'accepted' }
  const refused = /refused: (.*)/.exec(found.reason)?.[1]
  return refused ? { kind: 'refused', words: refused } : { kind: 'unreachable', words: found.reason }
}

export async function checkPaytr(settings: PaytrSettings, mode: 'demo' | 'live'): Promise<ProviderReport> {
  const { hostname } = new URL(settings.baseUrl)
  const trial = await tryPaytrKeys(settings)
  if (trial.kind !== 'accepted')
    return wrong(
      trial.kind === 'refused'
        ? `${hostname} refuses our question (${trial.words}); look at PAYTR_MERCHANT_ID, _KEY and _SALT`
        : `${hostname} cannot be reached (${trial.words}); look at PAYTR_BASE_URL and the firewall`,
    )
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
