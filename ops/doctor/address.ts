import { connect, type PeerCertificate } from 'node:tls'
import type { Env } from '#env'
import { readAtMost } from '#shop/network.ts'
import { days, seconds } from '#shop/time.ts'
import { checkDateHeader } from './clock.ts'
import { about, type Finding, reasonOf } from './finding.ts'

type Given = { now?: Date; ca?: string }

/** Looks at the shop as a shopper's browser does. */
export async function checkAddress(env: Env, given: Given = {}): Promise<Finding[]> {
  const url = new URL(env.publicUrl)
  const certificate = url.protocol === 'https:' ? [await checkCertificate(url, given)] : []
  return [...certificate, ...(await checkAnswers(env.publicUrl))]
}

export async function checkCertificate(url: URL, { now = new Date(), ca }: Given = {}): Promise<Finding> {
  const { ok, warning, wrong } = about('certificate')
  const { hostname } = url
  let seen: { certificate: PeerCertificate; refusal: Error | undefined }
  try {
    seen = await readCertificate(hostname, Number(url.port || 443), ca)
  } catch (error) {
    return wrong(`${url.host} speaks no TLS: ${reasonOf(error)}; look at DNS, the firewall and the web server`)
  }
  const ends = new Date(seen.certificate.valid_to)
  const left = Math.floor((ends.getTime() - now.getTime()) / days(1))
  if (left < 0) return wrong(`of ${hostname} ended on ${ends.toISOString().slice(0, 10)}; renew it`)
  if (seen.refusal)
    return wrong(`of ${hostname} is not trusted: ${seen.refusal.message}; get one from a known authority`)
  if (left < 14) return warning(`of ${hostname} ends in ${left} days; see why it was not renewed`)
  return ok(`of ${hostname} is good for ${left} days`)
}

/** Shakes hands with any certificate, to tell what is wrong with it. */
function readCertificate(host: string, port: number, ca: string | undefined) {
  return new Promise<{ certificate: PeerCertificate; refusal: Error | undefined }>((resolve, reject) => {
    const plainHost = host.replace(/^\[|\]$/g, '')
    const name = /[a-z]/i.test(plainHost) && !plainHost.includes(':') ? { servername: plainHost } : {}
    const socket = connect({ host: plainHost, port, ca, rejectUnauthorized: false, timeout: seconds(10), ...name })
    socket.once('secureConnect', () => {
      const refusal = socket.authorized ? undefined : socket.authorizationError
      resolve({ certificate: socket.getPeerCertificate(), refusal: refusal ? new Error(String(refusal)) : undefined })
      socket.end()
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
  })
}

async function checkAnswers(publicUrl: string): Promise<Finding[]> {
  const { ok, warning, wrong } = about('address')
  const ask = (path: string) =>
    fetch(publicUrl + path, { signal: AbortSignal.timeout(seconds(10)), redirect: 'manual' })
  let ready: Response
  try {
    ready = await ask('/readyz')
  } catch (error) {
    return [
      warning(`${publicUrl} does not answer (${reasonOf(error)}); does the shop run, and the web server before it?`),
    ]
  }
  const clock = checkDateHeader(publicUrl, ready, new Date())
  const said = await readAtMost(ready, 2)
  if (ready.status !== 200 || !said || Buffer.from(said).toString() !== 'ok')
    return [
      wrong(`${publicUrl}/readyz answers ${ready.status}; is it this shop, and can it reach its database?`),
      ...clock,
    ]
  const metrics = await ask('/metrics').catch(() => undefined)
  await metrics?.body?.cancel()
  const open = publicUrl.startsWith('https:') && metrics?.status === 200
  return [
    ok(`${publicUrl} answers`),
    ...(open ? [warning('/metrics is open to the public; keep it back at the web server (deploy/ has examples)')] : []),
    ...clock,
  ]
}
