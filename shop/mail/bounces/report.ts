/**
 * Reads what came back to the address that a mail was sent from: a report of its delivery (RFC 3464), or one of the older
 * forms. Whose mail it was the address itself says (return-path.ts), so only how it ended is read.
 */

/** `status` is that of RFC 3463, such as 5.1.1; `reason` the words of the server that refused it. */
export type Bounce = { status: string; reason: string }

/** Bytes: reports bring the whole mail along, last. */
export const largestBounce = 256 * 1024

type Part = { head: Map<string, string>; body: string }

/** Parts inside of parts; deeper ones are somebody's game. */
const deepest = 5

/** Undefined for all that is no final failure: an answer of somebody on holiday, a notice that it takes longer, a receipt. */
export function readBounce(source: string): Bounce | undefined {
  const message = partOf(source.replaceAll('\r\n', '\n').replace(/^\s*\n/, ''))
  const report = findPart(message, /^message\/(global-)?delivery-status\b/i)
  return report ? ofReport(report) : ofOlderForm(message)
}

/** The first recipient that failed: each mail of the shop has one. */
function ofReport(report: Part): Bounce | undefined {
  for (const group of contentOf(report).split(/\n[ \t]*\n/)) {
    const fields = fieldsOf(group)
    if (fields.get('action')?.toLowerCase() !== 'failed') continue
    const [, ...words] = (fields.get('diagnostic-code') ?? '').split(';')
    const reason = words.join(';').trim()
    return bounceOf(statusIn(fields.get('status') ?? ''), reason)
  }
  return undefined
}

/** Exim before 4.87, qmail. */
function ofOlderForm(message: Part): Bounce | undefined {
  const text = contentOf(findPart(message, /^text\/plain\b/i) ?? message)
  if (!message.head.has('x-failed-recipients') && !/^Hi\. This is the /m.test(text)) return undefined
  const [, reason = ''] = /^[ \t]*<?[^\s<>@]+@[^\s<>]+>?:?[ \t]*\n((?:.+\n?){1,8})/m.exec(text) ?? []
  return bounceOf(undefined, reason.replace(/\s+/g, ' ').trim())
}

/** Servers that know no better say 5.0.0: then the words of the refusal say more. */
function bounceOf(told: string | undefined, words: string): Bounce {
  const said = statusIn(words)
  const status = !told || (told.endsWith('.0.0') && said) ? said : told
  return { status: status ?? told ?? '5.0.0', reason: words.slice(0, 500) }
}

function statusIn(text: string): string | undefined {
  return /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0]
}

function findPart(part: Part, type: RegExp, depth = 0): Part | undefined {
  const own = part.head.get('content-type') ?? 'text/plain'
  if (type.test(own)) return part
  const [, quoted, plain] = /^multipart\/.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(own) ?? []
  const boundary = quoted ?? plain
  if (!boundary || depth === deepest) return undefined
  const [, ...parts] = `\n${part.body}`.split(`\n--${boundary}`)
  for (const each of parts) {
    if (each.startsWith('--')) break
    const found = findPart(partOf(each.slice(each.indexOf('\n') + 1)), type, depth + 1)
    if (found) return found
  }
  return undefined
}

function partOf(source: string): Part {
  const end = source.startsWith('\n') ? 0 : source.indexOf('\n\n')
  if (end < 0) return { head: fieldsOf(source), body: '' }
  return { head: fieldsOf(source.slice(0, end)), body: source.slice(end).replace(/^\n{1,2}/, '') }
}

function contentOf({ head, body }: Part): string {
  const coding = head.get('content-transfer-encoding')?.toLowerCase()
  if (coding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (coding !== 'quoted-printable') return body
  const bytes = body.replace(/=[ \t]*\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex) => `%${hex}`)
  return Buffer.from(
    bytes.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

/** By their names in lower case; of several with one name the first counts. */
function fieldsOf(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}
