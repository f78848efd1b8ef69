import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEnvFirst } from '#env'
import { largestBounce } from '#shop/mail/bounces/report.ts'
import { seconds } from '#shop/time.ts'

/**
 * Hands a message that came back to the running shop: run by the mail server, with the message on standard input and what
 * stands after the + of its recipient (deploy/postfix). After any failure the mail server tries again.
 */
const tryAgainLater = 75

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { shop: { type: 'string' } } })
  const source = await readMessage()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const token = encodeURIComponent(positionals[0] || 'none')
  const response = await fetch(`${values.shop ?? addressOfShop()}/api/v1/mail/bounces/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: source,
    signal: AbortSignal.timeout(seconds(30)),
  })
  const answer = await response.text()
  if (response.ok) return
  // To be told so again would not help: it is no return address of this shop, or none that it reads.
  if ([400, 404, 413].includes(response.status)) console.error(`not taken (${response.status}): ${answer}`)
  else throw new Error(`the shop answered ${response.status}`)
}

function addressOfShop(): string {
  const { host, port } = readEnvFirst(process.env)
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  return `http://${everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
}

/** The report stands first, and the mail that it is about last: what is too long is cut. */
async function readMessage(): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    if (length < largestBounce) chunks.push(chunk)
    length += chunk.length
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, largestBounce))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = tryAgainLater
})
