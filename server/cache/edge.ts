import type { Compressed } from './compressed.ts'

/**
 * Headers for a cache in front of the shop (a CDN, Varnish). If EDGE_SECONDS is set it may keep, for that long, what the shop
 * keeps in memory itself, but no answer that the shop knows to be stale (docs/decisions/0040-short-ages-at-the-edge.md).
 */

/** Seconds for which a cache in front may send what it had when the shop fails. */
const failingSeconds = 60

/** The panel is nobody's but the owner's, and searches are counted here. */
const neverAtEdges = /^\/(admin|ara)(\.data)?(\/|\?|$)/

/** Lets caches in front keep a public answer; browsers ask each time as before. */
export function letEdgesKeep(headers: Headers, key: string, seconds: number): void {
  const own = headers.get('Cache-Control') ?? ''
  if (seconds === 0 || neverAtEdges.test(key) || !own.startsWith('public') || own.includes('immutable')) return
  // `no-cache` binds every cache; of an age of 0 a browser makes the same. Varnish and others would send what is too old
  // while they ask for the new one, unless they are told not to.
  const browsers = own.replace('no-cache', 'max-age=0')
  headers.set(
    'Cache-Control',
    `${browsers}, s-maxage=${seconds}, stale-while-revalidate=0, stale-if-error=${failingSeconds}`,
  )
}

/** From now on nobody in front keeps it: something that it shows has changed. */
export function withdrawFromEdges({ headers, heads }: Compressed): void {
  if (!headers['cache-control']?.includes('s-maxage')) return
  headers['cache-control'] = 'public, no-cache'
  for (const head of Object.values(heads)) head[head.indexOf('cache-control') + 1] = 'public, no-cache'
}
