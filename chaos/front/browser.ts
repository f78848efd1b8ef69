import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import type { Note } from './checks.ts'
import type { Front } from './client.ts'

/** A browser asks for a page and all its parts by HTTP/3. */
export async function checkHttp3(front: Front, path: string, note: Note): Promise<void> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', ...(await argumentsFor(front, { http3: true }))],
  })
  try {
    const page = await browser.newPage()
    await page.goto(front.url + path, { waitUntil: 'networkidle' })
    const protocols = await page.evaluate(() =>
      performance
        .getEntries()
        .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry.nextHopProtocol] : [])),
    )
    const title = await page.title()
    note('a browser gets a page and its parts by HTTP/3', protocols.length > 5 && new Set(protocols).size === 1, {
      title,
      parts: protocols.length,
      protocols: [...new Set(protocols)],
    })
    note(
      'HTTP/3 it is',
      protocols.every((protocol) => protocol === 'h3'),
    )
  } finally {
    await browser.close()
  }
}

/** Makes Chromium come to this machine for the front's name, and trust its authority. */
export async function argumentsFor(front: Front, { http3 }: { http3: boolean }): Promise<string[]> {
  const { hostname, host, port } = new URL(front.url)
  return [
    `--host-resolver-rules=MAP ${hostname} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${await keysOf(hostname, Number(port), front.ca)}`,
    ...(http3 ? ['--enable-quic', `--origin-to-force-quic-on=${host}`] : []),
  ]
}

/** The fingerprints of the keys that the front shows and is vouched for by. */
async function keysOf(servername: string, port: number, ca: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, servername, ca })
  await once(socket, 'secureConnect')
  const shown: Buffer[] = []
  let one = socket.getPeerCertificate(true)
  while (one.raw && !shown.some((raw) => raw.equals(one.raw))) {
    shown.push(one.raw)
    one = one.issuerCertificate
  }
  socket.destroy()
  return shown.map(keyOf).join(',')
}

function keyOf(raw: Buffer): string {
  const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}
