import pino from 'pino'
import { seconds } from '../../time.ts'
import type { KeyTrial, ProviderReport } from '../provider-module.ts'
import { type IyzicoKeys, iyzicoClient } from './client.ts'

const timeout = seconds(10)

/** Asks what installments would cost: needs right keys, moves nothing. */
export async function tryIyzicoKeys(keys: IyzicoKeys): Promise<KeyTrial> {
  const client = iyzicoClient(keys, pino({ level: 'silent' }))
  const reply = await client.post('/payment/iyzipos/installment', { locale: 'tr', price: '100.0' }, timeout)
  if (reply.kind === 'success') return { kind: 'accepted' }
  if (reply.kind === 'failure') return { kind: 'refused', words: `${reply.message || 'no'} (${reply.code})` }
  return { kind: 'unreachable', words: reply.reason }
}

export async function checkIyzico(keys: IyzicoKeys, mode: 'demo' | 'live'): Promise<ProviderReport> {
  const { hostname } = new URL(keys.baseUrl)
  const trial = await tryIyzicoKeys(keys)
  if (trial.kind === 'unreachable')
    return wrong(`${hostname} cannot be reached (${trial.words}); look at IYZICO_BASE_URL and the firewall`)
  const clock = await readClock(keys.baseUrl, hostname)
  if (trial.kind === 'refused') {
    const words = `${hostname} says: ${trial.words}`
    return { ...wrong(`${words}; look at IYZICO_API_KEY and IYZICO_SECRET_KEY`), ...clock }
  }
  const isSandbox = mode === 'live' && hostname.startsWith('sandbox')
  const sandbox = wrong(`${hostname} is the sandbox: no money arrives; use https://api.iyzipay.com and its keys`)
  const ok = { state: 'ok' as const, text: `${hostname} answers and accepts the keys` }
  return { findings: [...(isSandbox ? sandbox.findings : []), ok], ...clock }
}

async function readClock(baseUrl: string, host: string): Promise<Pick<ProviderReport, 'clock'>> {
  return fetch(baseUrl, { method: 'HEAD', signal: AbortSignal.timeout(timeout) }).then(
    (answer) => ({ clock: { host, answer, arrivedAt: new Date() } }),
    () => ({}),
  )
}

function wrong(text: string): ProviderReport {
  return { findings: [{ state: 'wrong', text }] }
}
