import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushRequest, PushSender } from '#shop/ports.ts'

type Mischief = 'no answer' | 410 | 403 | 429 | 500
type Received = { endpoint: string; message: { title: string; body: string; url: string; tag: string } }

/**
 * A browser's push service and the browsers behind it: it checks what the real ones check (VAPID by RFC 8292, TTL, coding and
 * size), hands what it took to the browser, which decrypts it (RFC 8291), and misbehaves on command.
 */
export function pushService() {
  const browsers = new Map<string, ReturnType<typeof aBrowser>>()
  const received: Received[] = []
  const mischief: Mischief[] = []

  const send: PushSender = async ({ endpoint, headers, body }) => {
    const how = mischief.shift()
    if (how === 'no answer') throw new Error('ECONNRESET')
    if (how) return how
    const browser = browsers.get(endpoint)
    if (!browser) return 404
    if (!headers.TTL || headers['Content-Encoding'] !== 'aes128gcm' || body.length > 4096) return 400
    if (!isSigned({ endpoint, headers, body })) return 401
    received.push({ endpoint, message: JSON.parse(browser.decrypt(Buffer.from(body))) })
    return 201
  }

  return {
    send,
    received,
    mischief,
    /** A browser that subscribes: gives what its subscription says. */
    subscribe() {
      const browser = aBrowser()
      const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('base64url')}`
      browsers.set(endpoint, browser)
      return { endpoint, keys: browser.keys }
    },
  }
}

function aBrowser() {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const secret = randomBytes(16)
  return {
    keys: { p256dh: own.toString('base64url'), auth: secret.toString('base64url') },
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const keyEnd = 21 + (body[20] ?? 0)
      const sender = body.subarray(21, keyEnd)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
      const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), secret, info, 32))
      const part = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length))
      const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
      cipher.setAuthTag(body.subarray(-16))
      const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()])
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

/** Whether the request names whom it is for, and until when, signed with the key that it brings. */
function isSigned({ endpoint, headers }: PushRequest): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.Authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return false
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const isTrue = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const ahead = exp - Date.now() / 1000
  return isTrue && aud === new URL(endpoint).origin && ahead > 0 && ahead <= 24 * 3600 && /^mailto:.+@/.test(sub)
}
