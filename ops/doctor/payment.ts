import type { Env } from '#env'
import { providers } from '#shop/payments/open.ts'
import { shippingProviders } from '#shop/shipping/open.ts'
import { seconds } from '#shop/time.ts'
import { checkDateHeader } from './clock.ts'
import { about, type Finding, reasonOf } from './finding.ts'

export async function checkPayments(env: Env): Promise<Finding[]> {
  const reports = await Promise.all(
    [env.paymentProvider, ...env.otherProviders].map((name) => providers[name].check(env)),
  )
  return reports.flatMap(({ findings, clock }) => [
    ...findings.map((finding) => ({ about: 'payments', ...finding })),
    ...(clock ? checkDateHeader(clock.host, clock.answer, clock.arrivedAt) : []),
  ])
}

/** The provider of shipments, if one is set. */
export async function checkShipping(env: Env): Promise<Finding[]> {
  const { shippingProvider } = env
  const findings = shippingProvider ? await shippingProviders[shippingProvider].check(env) : []
  return findings.map((finding) => ({ about: 'shipments', ...finding }))
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
