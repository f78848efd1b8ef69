import pino from 'pino'
import type { Env } from '#env'
import { iyzicoClient } from '#shop/payments/iyzico-client.ts'
import { seconds } from '#shop/time.ts'
import { checkDateHeader } from './clock.ts'
import { about, type Finding, reasonOf } from './finding.ts'

const { ok, warning, wrong } = about('payments')

/** Asks what instalments would cost: needs right keys, moves nothing. */
export async function checkPayments(env: Env): Promise<Finding[]> {
  if (!env.iyzico) return [warning('the demo bank takes the money, which is none; set PAYMENT_PROVIDER=iyzico to sell')]
  const { hostname } = new URL(env.iyzico.baseUrl)
  const client = iyzicoClient(env.iyzico, pino({ level: 'silent' }))
  const reply = await client.post('/payment/iyzipos/installment', { locale: 'tr', price: '100.0' }, seconds(10))
  if (reply.kind === 'unsent' || reply.kind === 'unknown')
    return [wrong(`${hostname} cannot be reached (${reply.reason}); look at IYZICO_BASE_URL and the firewall`)]
  const clock = await fetch(env.iyzico.baseUrl, { method: 'HEAD', signal: AbortSignal.timeout(seconds(10)) }).then(
    (response) => checkDateHeader(hostname, response, new Date()),
    () => [],
  )
  if (reply.kind === 'failure')
    return [
      wrong(`${hostname} says: ${reply.message || 'no'} (${reply.code}); look at IYZICO_API_KEY and IYZICO_SECRET_KEY`),
      ...clock,
    ]
  const findings = [ok(`${hostname} answers and accepts the keys`), ...clock]
  if (env.mode === 'live' && hostname.startsWith('sandbox'))
    findings.unshift(wrong(`${hostname} is the sandbox: no money arrives; use https://api.iyzipay.com and its keys`))
  return findings
}

/** The form-to-mail service, if one is set: only whether its host answers, as a call would send a message. */
export async function checkForms(env: Env): Promise<Finding[]> {
  const { ok, wrong } = about('forms')
  if (!env.formMail) return []
  const { origin } = new URL(env.formMail.url)
  return fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(seconds(10)) }).then(
    () => [ok(`${origin} answers`)],
    (error: unknown) => [wrong(`${origin} (FORM_MAIL_URL) cannot be reached: ${reasonOf(error)}`)],
  )
}
