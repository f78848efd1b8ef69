/** The eight numbers of an IPv6 address in any of its spellings, its last four bytes perhaps written as IPv4. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [front = '', back] = hex.split('::')
  const parse = (part: string | undefined) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [head, tail] = [parse(front), parse(back)]
  return back === undefined
    ? head
    : [...head, ...Array<number>(Math.max(0, 8 - head.length - tail.length)).fill(0), ...tail]
}

/**
 * The IPv4 address inside an IPv6 one: mapped (::ffff:1.2.3.4), compatible (::1.2.3.4), or of a network that speaks only
 * IPv6 (64:ff9b::1.2.3.4). Undefined when there is none; :: and ::1 are the machine itself.
 */
function innerIpv4(groups: number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  const front = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  const holdsOne = front === '0:0:0:0:0:ffff' || front === '64:ff9b:0:0:0:0' || (front === '0:0:0:0:0:0' && high > 0)
  return holdsOne ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}

/** An address as the shop writes it: IPv4 wherever it is one, however it was spelled. */
export function plainAddress(address: string): string {
  return address.includes(':') ? (innerIpv4(groupsOf(address)) ?? address) : address
}

/** The network around an address: one IPv4 address, or the /64 network that one IPv6 household gets. */
export function networkAround(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':')) return plain
  const network = groupsOf(plain).slice(0, 4)
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}

/** The body of another server's answer; undefined where it has more than `most` bytes: the rest is not read. */
export async function readAtMost({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the answer.
  for await (const part of body ?? []) {
    length += part.length
    if (length > most) return undefined
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Room for the longest list that a provider sends in one answer. */
const mostAnswerBytes = 10_000_000

class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** The body of a provider's answer, as text. Throws where it is longer than any answer may be. */
export async function readAnswer(response: Response): Promise<string> {
  const bytes = await readAtMost(response, mostAnswerBytes)
  if (!bytes) throw new AnswerTooLong(`the answer has more than ${mostAnswerBytes} bytes`)
  return new TextDecoder().decode(bytes)
}

/** The JSON of a provider's answer; undefined where it is none, such as a gateway's page. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Failures in which no request left us. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/** Why a call of a provider has no answer, and whether the provider may have heard it. */
export function whyLost(error: unknown): { reason: string; sent: boolean } {
  if (!(error instanceof Error)) return { reason: 'error', sent: true }
  const reason = error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : error.name
  return { reason, sent: !neverConnected.includes(reason) }
}
