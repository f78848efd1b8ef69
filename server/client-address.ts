import { isIP } from 'node:net'
import { plainAddress } from '#shop/network.ts'

/**
 * The address of the shopper. `trusted` proxies in front of us each append the address they saw to X-Forwarded-For, so
 * the shopper's is that many entries from the end; anything before it the client may have made up.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trusted: number): string {
  const own = plainAddress(socketAddress)
  if (trusted === 0 || !forwardedFor) return own
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  const named = hops.at(-Math.min(trusted, hops.length)) ?? ''
  return isIP(named) ? plainAddress(named) : own
}
