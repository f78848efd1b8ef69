import type { Env } from '#env'
import { about, type Finding } from './finding.ts'

const { ok, warning, wrong } = about('settings')

/** Checks settings against each other; each one by itself is well-formed already. */
export function checkSettings(env: Env): Finding[] {
  const findings: Finding[] = []
  const live = env.mode === 'live'
  const { protocol, hostname } = new URL(env.publicUrl)
  if (!live)
    findings.push(
      warning('SHOP_MODE is demo: payments and goods are made up; go live under /admin/kurulum, or set SHOP_MODE=live'),
    )
  if (live && protocol !== 'https:')
    findings.push(wrong('PUBLIC_URL is not https; put a web server with TLS in front (deploy/ has examples)'))
  if (protocol === 'https:' && env.trustProxy === 0)
    findings.push(wrong('TRUST_PROXY is 0 behind a web server: limits would count all shoppers as one; set it to 1'))
  if (env.trustProxy > 0 && env.host !== '127.0.0.1' && env.host !== '::1' && live)
    findings.push(
      warning(`HOST is ${env.host} and TRUST_PROXY is set: let only your web server reach port ${env.port}`),
    )
  if (live && env.rateLimitScale > 10)
    findings.push(
      warning(`RATE_LIMIT_SCALE is ${env.rateLimitScale}: guessing passwords and cards is hardly slowed down`),
    )
  if (live && hostname.endsWith('.example')) findings.push(wrong(`PUBLIC_URL is an example, ${env.publicUrl}`))
  if (live && env.shopEmail.endsWith('.example'))
    findings.push(warning('SHOP_EMAIL is the demo boutique’s; set it here or in the panel under Ayarlar → Marka'))
  return findings.length > 0 ? findings : [ok('well-formed and complete')]
}
