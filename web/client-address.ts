import { isIP } from 'node:net'

/**
 * The address of the shopper. `trusted` proxies in front of us each append the address they saw to X-Forwarded-For, so
 * hers is that many entries from the end; anything before it she may have written herself.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trusted: number): string {
  const own = socketAddress.replace(/^::ffff:/, '')
  if (trusted === 0 || !forwardedFor) return own
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  const named = hops.at(-Math.min(trusted, hops.length)) ?? ''
  return isIP(named) ? named : own
}
