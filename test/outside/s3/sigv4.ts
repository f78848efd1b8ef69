import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export type Keys = { id: string; secret: string }
type Asked = { method: string; url: string; headers: IncomingHttpHeaders; body: Uint8Array }
export type Fault = { status: number; code: string; message: string }

/** Minutes that a client's clock may be off, as Amazon documents it. */
const skewMinutes = 15

/**
 * Why S3 would refuse a request (AWS Signature Version 4, in the header); undefined when it is signed with these keys. Written from
 * Amazon's documents and tried with the examples there: it shares nothing with what the shop signs with.
 */
export function faultOf({ method, url, headers, body }: Asked, keys: Keys, now = new Date()): Fault | undefined {
  const [, id, day, region, service, signedNames, given] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!id || !day || !region || !service || !signedNames) return refusal(403, 'AccessDenied', 'Access Denied')
  if (id !== keys.id) return refusal(403, 'InvalidAccessKeyId', 'The access key ID does not exist in our records.')
  const at = String(headers['x-amz-date'])
  const signedAt = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now.getTime() - signedAt) <= skewMinutes * 60_000))
    return refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the server’s time is too large.',
    )
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))
    return refusal(
      400,
      'XAmzContentSHA256Mismatch',
      'The provided x-amz-content-sha256 header does not match what was computed.',
    )
  const names = signedNames.split(';')
  const mustSign = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!mustSign.every((name) => names.includes(name)))
    return refusal(403, 'AccessDenied', 'There were headers present in the request which were not signed')
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    encoded(decodeURIComponent(path), true),
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedNames,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secret}`)
  if (at.slice(0, 8) === day && hmac(key, toSign).toString('hex') === given) return undefined
  return refusal(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided.',
  )
}

function refusal(status: number, code: string, message: string): Fault {
  return { status, code, message }
}

function canonicalQuery(query: string): string {
  if (query === '') return ''
  const pairs = query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return [encoded(decodeURIComponent(name)), encoded(decodeURIComponent(value))] as const
  })
  return pairs
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')
}

/** All but letters, digits and `-._~`, byte by byte; a path keeps its slashes. */
function encoded(text: string, isPath = false): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      if (/[A-Za-z0-9\-._~]/.test(char) || (isPath && char === '/')) return char
      return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
