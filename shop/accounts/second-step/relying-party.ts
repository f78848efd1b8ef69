import type { Ctx } from '../../ctx.ts'

/** Where passkeys belong: to a name (`id`), and only pages of `origin` may ask for them. */
export type RelyingParty = { id: string; origin: string }

/**
 * Read from PUBLIC_URL; undefined where passkeys cannot work. Browsers demand a host name and https, except on localhost, which
 * stands in for loopback addresses.
 */
export function findRelyingParty({ config }: Pick<Ctx, 'config'>): RelyingParty | undefined {
  const url = new URL(config.publicUrl)
  if (/^(127\.[\d.]+|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost'
  const isName = !/^[\d.]+$|^\[/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || url.hostname === 'localhost'
  return isName && isSafe ? { id: url.hostname, origin: url.origin } : undefined
}
