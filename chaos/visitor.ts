/** An answer as a browser gets it, or a timeout. */
export async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(100_000), redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** An admin's panel that listens: connects again whenever the stream ends, as the panel does. */
export function openPanel(shopUrl: string, token: string) {
  const heard: string[] = []
  const closed = new AbortController()
  const listen = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${shopUrl}/api/v1/admin/events`, { headers, signal: closed.signal })
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`)
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) heard.push(piece)
  }
  const again = (): void => {
    if (closed.signal.aborted) return
    void listen()
      .catch(() => {})
      .then(() => setTimeout(again, 300))
  }
  again()
  return { heard: () => heard.join(''), close: () => closed.abort() }
}

/** One number of the shop's metrics; undefined while it cannot be told. */
export async function metric(shopUrl: string, name: string): Promise<number | undefined> {
  const { text } = await get(`${shopUrl}/metrics`)
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}
