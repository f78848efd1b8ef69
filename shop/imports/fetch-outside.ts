/**
 * Fetches a file from an address that somebody wrote down, and from nowhere that only this machine or its network can reach:
 * each name is resolved once, its addresses are judged, and the connection goes to the very address that was judged, so that a
 * name which changes meanwhile leads nowhere else. Each redirect is judged in the same way.
 */

import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { plainAddress } from '../network.ts'

/** It was not fetched; the message is a sentence for the owner. */
export class NotFetched extends Error {}

type Options = {
  /** Bytes. */
  most: number
  /** Milliseconds, for everything. */
  timeout: number
  /** Tests only: an address that may be asked although it is inner, such as '127.0.0.1:4000'. */
  allowed?: string
}

const mostRedirects = 3

export async function fetchOutside(address: string, options: Options): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(options.timeout)
  let url = readUrl(address)
  for (let redirects = 0; ; redirects++) {
    const response = await ask(url, options, signal)
    const { location } = response.headers
    const status = response.statusCode ?? 0
    if (status >= 300 && status < 400 && location) {
      response.destroy()
      if (redirects === mostRedirects)
        throw new NotFetched('Adres çok fazla yönlendiriyor; görselin kendi adresini yazın')
      url = readUrl(location, url)
      continue
    }
    if (status !== 200) {
      response.destroy()
      throw new NotFetched(`Görsel bu adreste yok (yanıt ${status}); adresi kontrol edin`)
    }
    return readBody(response, options.most, signal)
  }
}

function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new NotFetched('Adres http:// ya da https:// ile başlamalı')
  }
  return url
}

async function ask(url: URL, { allowed }: Options, signal: AbortSignal): Promise<IncomingMessage> {
  const { address, family } =
    url.host === allowed ? { address: url.hostname, family: 4 } : await outerAddressOf(url, signal)
  const pinned: LookupFunction = (_name, { all }, answer) =>
    all ? answer(null, [{ address, family }]) : answer(null, address, family)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        lookup: pinned,
        signal,
        // A connection of its own: none that was opened for another name is used again.
        agent: false,
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Butik' },
      },
      resolve,
    )
    asked.once('error', () => reject(unreached(signal)))
    asked.end()
  })
}

/** Only on the usual ports, and only where each of a name's addresses is an outer one. */
async function outerAddressOf(url: URL, signal: AbortSignal): Promise<{ address: string; family: number }> {
  if (url.port !== '') throw new NotFetched('Görselin adresinde kapı numarası olamaz')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host, signal)
  if (found.length === 0 || found.some(({ address }) => isInner(address))) {
    throw new NotFetched('Bu adresten görsel alınamaz; herkese açık bir adres yazın')
  }
  const [first] = found
  if (!first) throw unreached(signal)
  return first
}

async function resolve(host: string, signal: AbortSignal) {
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(unreached(signal))))
  late.catch(() => {})
  return Promise.race([lookup(host, { all: true }), late]).catch(() => {
    throw unreached(signal)
  })
}

function unreached(signal: AbortSignal): NotFetched {
  return new NotFetched(
    signal.aborted
      ? 'Görsel zamanında gelmedi; daha sonra yeniden deneyin'
      : 'Adrese ulaşılamadı; adresi kontrol edin ya da daha sonra yeniden deneyin',
  )
}

/** Networks that are not the public internet: IANA's registries of special-purpose addresses (IPv4 and IPv6), read November 2026. */
const inner = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  inner.addSubnet(network, prefix, 'ipv6')
}

/** Whether an address is of this machine, of a private network, or of none that is public; one that cannot be read is. */
export function isInner(address: string): boolean {
  const plain = plainAddress(address)
  const version = isIP(plain)
  return version === 0 || inner.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

async function readBody(response: IncomingMessage, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = () => new NotFetched(`Görsel en çok ${Math.floor(most / 1024 / 1024)} MB olabilir`)
  const encoding = response.headers['content-encoding'] ?? 'identity'
  const parts: Buffer[] = []
  let length = 0
  try {
    if (encoding !== 'identity') throw new NotFetched('Görsel sıkıştırılmış geldi ve açılmadı; başka bir adres yazın')
    if (Number(response.headers['content-length'] ?? 0) > most) throw tooLarge()
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > most) throw tooLarge()
      parts.push(part)
    }
  } catch (error) {
    response.destroy()
    throw error instanceof NotFetched ? error : unreached(signal)
  }
  return new Uint8Array(Buffer.concat(parts))
}
